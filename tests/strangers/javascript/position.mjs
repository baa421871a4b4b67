// Positions: reading with checks, writing with defaults left out, and what one player may see.

import { CLANS, DOMAINS, USABLE, isCount, ontoBoard, ownCard, readCard, writeCard } from "./cards.mjs";
import { ATTACK, DEFENSE, FULL_GATE, NEIGHBOURS, PLAYERS, SLOTS, allCards, emptyState, filled, other, slotOf, standing } from "./board.mjs";
import { refreshTargets } from "./abilities.mjs";
import { pileOf, settle, setupStep } from "./rules.mjs";

export class PositionError extends Error {
  constructor(kind, message) { super(message); this.kind = kind; }
}
const invalid = (message) => { throw new PositionError("position-invalid", message); };
const unsupported = (message) => { throw new PositionError("position-unsupported", message); };

const PHASES = ["setup", "development", "refill", "attack", "collect", "gift", "over"];
const MODES = ["two-player", "solo", "three-player"];
const isObject = (x) => x !== null && typeof x === "object" && !Array.isArray(x);

function object(json, where) {
  const value = json ?? {};
  return isObject(value) ? value : invalid(`${where} is an object`);
}
function list(json, where) {
  const value = json ?? [];
  return Array.isArray(value) ? value : invalid(`${where} is a list`);
}
const oneOf = (value, names, where) => (names.includes(value) ? value : invalid(`${where}: unknown value ${JSON.stringify(value)}`));
const count = (value, where) => (isCount(value) ? value : invalid(`${where} is a number that is not negative`));
const flag = (value, where) => (typeof value === "boolean" ? value : invalid(`${where} is true or false`));

// ---- reading -------------------------------------------------------------------------------------

/** A card object, or the name of a card of our own set. */
function card(json, where) {
  if (typeof json !== "string") return readCard(json, invalid, where);
  const printed = ownCard(json);
  return printed ? readCard(printed, invalid, where) : invalid(`${where}: no card ${json} is known`);
}

function pile(json, where) {
  return list(json, where).map((item, i) => {
    const made = card(item, `${where}[${i}]`);
    return made.rotated ? invalid(`${where}: only creatures on a board are turned`) : made;
  });
}

function readRow(board, slots, json, player, where) {
  const row = json ?? [null, null, null];
  if (!Array.isArray(row) || row.length !== 3) invalid(`${where} has three slots`);
  row.forEach((item, c) => {
    if (item === null) return;
    const made = card(item, `${where}[${c}]`);
    // a named card is turned to the seat here; an object says already how it lies
    board[slots[c]] = typeof item === "string" ? ontoBoard(made, player) : made;
  });
}

function readPlayer(p, json, player) {
  const where = `players.${player}`;
  readRow(p.board, ATTACK, json.attack, player, `${where}.attack`);
  readRow(p.board, DEFENSE, json.defense, player, `${where}.defense`);
  const gates = json.gates ?? p.gates;
  if (!Array.isArray(gates) || gates.length !== 3) invalid(`${where}.gates has three numbers`);
  p.gates = gates.map((d) => (isCount(d) && d <= FULL_GATE ? d : invalid(`${where}.gates: 0 to ${FULL_GATE}`)));
  p.hand = pile(json.hand, `${where}.hand`);
  p.deck = pile(json.deck, `${where}.deck`);
  p.discard = pile(json.discard, `${where}.discard`);
  p.crystals = count(json.crystals ?? 0, `${where}.crystals`);
  p.openingDrawn = flag(json.opening_drawn ?? true, `${where}.opening_drawn`);
  p.gateLost = flag(json.gate_lost ?? false, `${where}.gate_lost`);
  if (flag(json.eliminated ?? false, `${where}.eliminated`)) unsupported("nobody is eliminated in a game of two");
  if (list(json.late, `${where}.late`).length) unsupported("creatures turned late are collected like the others here");
}

function readArea(area, json) {
  const rows = list(json.warriors, "area.warriors");
  if (rows.length) {
    area.warriors = rows.map((row, r) => {
      if (!Array.isArray(row) || row.length === 0 || row.length !== rows[0].length) invalid("area.warriors has rows of one length");
      return row.map((item, c) => (item === null ? null : pile([item], `area.warriors[${r}][${c}]`)[0]));
    });
  }
  area.warriorDeck = pile(json.warrior_deck, "area.warrior_deck");
  area.dismissed = pile(json.dismissed, "area.dismissed");
  area.primordials = count(json.primordials ?? 0, "area.primordials");
  area.primordialCost = count(json.primordial_cost ?? 1, "area.primordial_cost");
  area.sovereigns = pile(json.sovereigns, "area.sovereigns");
  area.sovereignDeck = pile(json.sovereign_deck, "area.sovereign_deck");
  area.outOfPlay = pile(json.out_of_play, "area.out_of_play");
}

function readCharge(s, json) {
  const { charge } = s;
  for (const [id, clan] of Object.entries(object(json.affiliation, "charge.affiliation"))) {
    if (!slotOf(s, s.active, id)) invalid(`charge.affiliation: ${id} is not on the attacker's board`);
    charge.affiliation.set(id, oneOf(clan, CLANS, "charge.affiliation"));
  }
  const passed = new Set();
  for (const chain of list(json.chains, "charge.chains")) {
    const { gate, path: given } = object(chain, "charge.chains");
    const path = list(given, "charge.chains.path");
    if (![0, 1, 2].includes(gate)) invalid("charge.chains: a gate is 0, 1 or 2");
    if (charge.chains.some((c) => c.gate === gate)) invalid("charge.chains: one for each gate");
    path.forEach((slot, i) => {
      oneOf(slot, SLOTS, "charge.chains.path");
      if (!s.players[s.active].board[slot]) invalid(`charge.chains: ${slot} is empty`);
      if (passed.has(slot)) invalid(`charge.chains: two pass through ${slot}`);
      if (i > 0 && !NEIGHBOURS[slot].includes(path[i - 1])) invalid("charge.chains: a gap in the path");
      passed.add(slot);
    });
    if (path[0] !== `D${gate}` || !ATTACK.includes(path[path.length - 1])) invalid("charge.chains: from the gate's slot to the attack row");
    charge.chains.push({ gate, path: [...path] });
  }
  charge.flask = json.flask == null ? null : oneOf(json.flask, CLANS, "charge.flask");
  charge.resolved = list(json.resolved, "charge.resolved").map((slot) => oneOf(slot, ATTACK, "charge.resolved"));
  if (new Set(charge.resolved).size !== charge.resolved.length) invalid("charge.resolved: a slot twice");
}

const ids = (cards) => cards.map((c) => c.id);
const onBoard = (s, player, keep = () => true) => ids(filled(s, player).map((slot) => s.players[player].board[slot]).filter(keep));
const gates = (player, columns) => columns.map((c) => `${player}.G${c}`);

/** Everything an entry's targets may name. */
function possible(s, p) {
  const enemy = other(p.owner);
  const own = s.players[p.owner];
  switch (p.kind === "ability" ? p.ability : p.kind) {
    case "repair": return gates(p.owner, standing(s, p.owner));
    case "rebuild": return gates(p.owner, [0, 1, 2].filter((c) => own.gates[c] === 0));
    case "damage": return gates(enemy, standing(s, enemy));
    case "out_of_play": return ids([...own.hand, ...own.discard]);
    case "remove": return onBoard(s, enemy);
    case "clan_removal": return CLANS;
    case "order": return onBoard(s, p.owner);
    case "collect": return onBoard(s, p.owner, (c) => c.rotated);
    case "gift": return ids(s.area.sovereigns);
    case "fill": return s.area.warriors.flatMap((row, r) => row.flatMap((c, i) => (c ? [] : [`W.${r}.${i}`])));
    default: return null;
  }
}

function readPending(s, json) {
  const { kind } = object(json, "pending");
  if (["tie", "virtual_fusion", "discard"].includes(kind)) unsupported(`pending ${kind} does not come up here`);
  oneOf(kind, ["ability", "fill", "collect", "gift", "order"], "pending.kind");
  let p = { kind, owner: oneOf(json.owner, PLAYERS, "pending.owner") };
  if (kind === "ability") {
    if (typeof json.source !== "string") invalid("pending.source is a card's id");
    p = {
      ...p, source: json.source, domain: oneOf(json.domain ?? "main", DOMAINS, "pending.domain"),
      ability: oneOf(json.ability, [...USABLE], "pending.ability"), value: count(json.value ?? 1, "pending.value"),
      targets: null, optional: flag(json.optional ?? false, "pending.optional"),
    };
    if (p.value < 1) invalid("pending.value is at least 1");
  }
  const choice = possible(s, p);
  if (choice === null) return p; // nothing is chosen
  if (kind === "fill" && (p.owner !== s.active || !s.area.warriorDeck.length)) invalid("pending: nothing to fill with");
  if (json.targets == null) {
    const g = { s: { ...s, pending: [p] }, events: [] };
    if (kind === "ability") refreshTargets(g);
    else p.targets = choice;
  } else {
    p.targets = list(json.targets, "pending.targets").map((t) => oneOf(t, choice, "pending.targets"));
  }
  if ((!p.targets.length && kind !== "ability") || new Set(p.targets).size !== p.targets.length) invalid("pending.targets: none, or one twice");
  return p;
}

function readPendingChance(s, json) {
  const { site, from: given, count: number } = object(json, "pendingChance");
  if (!["setup", "refill"].includes(s.phase)) invalid("pendingChance: only in setup and refill");
  oneOf(site, s.phase === "setup" ? ["deck:A", "deck:B", "sovereigns", "warriors"] : ["warriors"], "pendingChance.site");
  const [holder, name] = pileOf(s, site);
  const lying = ids(holder[name]);
  const from = list(given ?? lying, "pendingChance.from");
  if (from.length !== lying.length || from.length < 2 || !lying.every((id) => from.includes(id))) invalid("pendingChance.from is not the pile");
  if ((number ?? from.length) !== from.length) invalid("pendingChance.count is not the number of cards");
  return { site, from: [...from], count: from.length };
}

/** Puts a position on the table. `script` is the chance that was given, or null. */
export function load(json, script) {
  if (!isObject(json)) invalid("a position is an object");
  const mode = oneOf(json.mode ?? "two-player", MODES, "mode");
  if (mode !== "two-player") unsupported(`${mode} is not played here`);
  const s = emptyState();
  s.script = script;
  s.active = oneOf(json.active ?? "A", PLAYERS, "active");
  s.phase = oneOf(json.phase ?? "development", PHASES, "phase");
  s.turn = count(json.turn ?? 1, "turn");
  if (s.turn < 1) invalid("turn is counted from 1");
  const players = object(json.players, "players");
  for (const name of Object.keys(players)) oneOf(name, PLAYERS, "players");
  for (const p of PLAYERS) readPlayer(s.players[p], object(players[p], `players.${p}`), p);
  readArea(s.area, object(json.area, "area"));

  const seen = new Set();
  for (const { id } of allCards(s)) seen.has(id) ? invalid(`the id ${id} is there twice`) : seen.add(id);
  if (list(json.used, "used").length) unsupported("domains are not counted as used here");
  readCharge(s, object(json.charge, "charge"));
  s.pending = list(json.pending, "pending").map((p) => readPending(s, p));
  if (json.pendingChance != null) s.pendingChance = readPendingChance(s, json.pendingChance);

  const lost = PLAYERS.filter((p) => standing(s, p).length === 0).length;
  if (lost !== (s.phase === "over" ? 1 : 0)) invalid("the game is over when one player, and only one, has no gate");
  if (s.phase === "over" && (s.pending.length || s.pendingChance)) invalid("nothing waits when the game is over");
  return atRest(s);
}

/** Some phases only rest while something waits. Where a position does not say what, it is found out. */
function atRest(s) {
  const g = { s, events: [] };
  const { phase } = s;
  if (s.pendingChance) {
    if (s.script?.length) settle(g);
  } else if (!s.pending.length && ["refill", "collect", "gift"].includes(phase)) {
    settle(g);
    if (s.phase !== phase || s.scriptUsed || g.events.length) invalid(`nothing waits for a choice in ${phase}`);
  } else if (phase === "setup") { // begins with the first pile that has an order
    setupStep(g, 0);
    settle(g);
  }
  return s;
}

// ---- writing -------------------------------------------------------------------------------------

const fullGates = (d) => d === FULL_GATE;
const put = (to, name, value, isDefault) => { if (!isDefault) to[name] = value; };
const putList = (to, name, value) => put(to, name, value, value.length === 0);
const writeSlots = (board, slots) => slots.map((slot) => (board[slot] ? writeCard(board[slot]) : null));
const empty = (row) => row.every((item) => item === null);

/** How the hidden or half-hidden places are shown; `write` shows everything. */
const EVERYTHING = {
  hand: (p, cards, to) => putList(to, "hand", cards.map(writeCard)),
  deck: (cards, to, name) => putList(to, name, cards.map(writeCard)),
  discard: (p, cards, to) => putList(to, "discard", cards.map(writeCard)),
  targets: (p) => p.targets && [...p.targets],
};

/** What `viewer` may see. */
const seenBy = (viewer) => ({
  hand: (p, cards, to) => (p === viewer ? EVERYTHING.hand(p, cards, to) : (to.hand = cards.length)),
  deck: (cards, to, name) => { to[name] = cards.length; },
  discard: (p, cards, to) => (p === viewer
    ? EVERYTHING.discard(p, cards, to)
    : putList(to, "discard", cards.map((c, i) => (i === cards.length - 1 ? writeCard(c) : null)))),
  targets: (p) => (p.ability === "out_of_play" && p.owner !== viewer ? p.targets.length : p.targets && [...p.targets]),
});

function writePlayer(p, name, show) {
  const json = {};
  for (const [row, slots] of [["attack", ATTACK], ["defense", DEFENSE]]) {
    const cards = writeSlots(p.board, slots);
    put(json, row, cards, empty(cards));
  }
  put(json, "gates", [...p.gates], p.gates.every(fullGates));
  show.hand(name, p.hand, json);
  show.deck(p.deck, json, "deck");
  show.discard(name, p.discard, json);
  put(json, "crystals", p.crystals, p.crystals === 0);
  put(json, "opening_drawn", false, p.openingDrawn);
  put(json, "gate_lost", true, !p.gateLost);
  return json;
}

function writeArea(area, show) {
  const json = {};
  const rows = area.warriors.map((row) => row.map((c) => (c ? writeCard(c) : null)));
  put(json, "warriors", rows, rows.every(empty) && rows.length === 2 && rows[0].length === 3);
  show.deck(area.warriorDeck, json, "warrior_deck");
  putList(json, "dismissed", area.dismissed.map(writeCard));
  put(json, "primordials", area.primordials, area.primordials === 0);
  put(json, "primordial_cost", area.primordialCost, area.primordialCost === 1);
  putList(json, "sovereigns", area.sovereigns.map(writeCard));
  show.deck(area.sovereignDeck, json, "sovereign_deck");
  putList(json, "out_of_play", area.outOfPlay.map(writeCard));
  return json;
}

function writeCharge(charge) {
  const json = {};
  put(json, "affiliation", Object.fromEntries(charge.affiliation), charge.affiliation.size === 0);
  putList(json, "chains", charge.chains.map(({ gate, path }) => ({ gate, path: [...path] })));
  put(json, "flask", charge.flask, charge.flask === null);
  putList(json, "resolved", [...charge.resolved]);
  return json;
}

export const writePending = (pending, targets = EVERYTHING.targets) => pending.map((p) => ({ ...p, targets: targets(p) }));
const isEmpty = (json) => Object.keys(json).length === 0;

function write(s, show) {
  const json = {};
  put(json, "active", s.active, s.active === "A");
  put(json, "phase", s.phase, s.phase === "development");
  put(json, "turn", s.turn, s.turn === 1);
  const players = {};
  for (const p of PLAYERS) {
    const player = writePlayer(s.players[p], p, show);
    put(players, p, player, isEmpty(player));
  }
  put(json, "players", players, isEmpty(players));
  const area = writeArea(s.area, show);
  put(json, "area", area, isEmpty(area));
  const charge = writeCharge(s.charge);
  put(json, "charge", charge, isEmpty(charge));
  putList(json, "pending", writePending(s.pending, show.targets));
  if (s.pendingChance) json.pendingChance = writeChance(s.pendingChance);
  return json;
}

export const writeChance = ({ site, from, count: number }) => ({ site, from: [...from], count: number });
export const dump = (s) => write(s, EVERYTHING);
export const observe = (s, viewer) => write(s, seenBy(viewer));
