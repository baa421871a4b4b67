// The course of the game: legal actions, doing one, and everything that goes by itself.

import { has, ontoBoard, primordial } from "./cards.mjs";
import {
  SLOTS, addCrystals, allCards, draw, emit, emptyCharge, filled, open, other, passive, cloneState, slotOf, toPile,
} from "./board.mjs";
import { decline, placeRemoved, refreshTargets, startDiscarded, startSkull, startSummoned, use } from "./abilities.mjs";
import { attack, layChain, legalCharge } from "./charge.mjs";

const HAND_LIMIT = 5;
const OPENING = { A: 3, B: 5 };
const OPEN_SOVEREIGNS = 2;
const SETUP_SITES = ["deck:A", "deck:B", "sovereigns", "warriors"];

/** Trouble with chance: `kind` is the protocol's name for it. */
export class ChanceError extends Error {
  constructor(kind, message) { super(message); this.kind = kind; }
}

// ---- who waits for whom --------------------------------------------------------------------------

/** The choice that comes first: removed cards, then abilities, then the rest of the turn's course. */
function front(s) {
  return s.pending.find((p) => p.kind === "order") ?? s.pending.find((p) => p.kind === "ability") ?? s.pending[0] ?? null;
}

export function toAct(s) {
  if (s.phase === "over" || s.pendingChance) return [];
  return [front(s)?.owner ?? s.active];
}

export const winner = (s) => (s.phase !== "over" ? null : s.players.A.gates.some((d) => d > 0) ? "A" : "B");

// ---- legal actions -------------------------------------------------------------------------------

export function legalActions(s, player) {
  if (player !== toAct(s)[0]) return [];
  const p = front(s);
  if (p) return pendingActions(s, p);
  if (s.phase === "development") return [...discards(s), ...development(s), { type: "end_development" }];
  if (s.phase === "attack") return [...discards(s), ...legalCharge(s)];
  return [];
}

function pendingActions(s, p) {
  const amid = p.owner === s.active ? discards(s) : []; // the whole own turn, these choices too
  switch (p.kind) {
    case "order": return p.targets.map((card) => ({ type: "collect", card }));
    case "collect": return [...p.targets.map((card) => ({ type: "collect", card })), ...amid];
    case "fill": return [...p.targets.map((slot) => ({ type: "fill", slot })), ...amid];
    case "gift": return [...p.targets.map((card) => ({ type: "take_sovereign", card })), ...amid];
  }
  const list = [];
  const seen = new Set(); // the same ability twice in one domain: the earlier one is meant
  for (const q of s.pending) {
    if (q.kind !== "ability" || q.owner !== p.owner) continue;
    const name = JSON.stringify([q.source, q.ability, q.domain]);
    if (seen.has(name)) continue;
    seen.add(name);
    const base = { source: q.source, ability: q.ability, domain: q.domain };
    if (q.targets === null) list.push({ type: "use", ...base });
    else for (const target of q.targets) list.push({ type: "use", ...base, target });
    if (q.optional) list.push({ type: "decline", ...base });
  }
  return list;
}

const discards = (s) => s.players[s.active].hand.map((card) => ({ type: "discard", card: card.id }));

function development(s) {
  const me = s.players[s.active];
  const gaps = open(s, s.active);
  const list = [];
  const summons = (card, from) => gaps.forEach((slot) => list.push({ type: "summon", card, from, slot }));

  for (const card of me.hand) summons(card.id, "hand");
  for (const row of s.area.warriors) {
    for (const card of row) if (card && card.cost <= me.crystals) summons(card.id, "warriors");
    const last = row[row.length - 1];
    if (last && me.crystals >= 1) list.push({ type: "summon_to_discard", card: last.id });
  }
  if (s.area.primordials > 0 && s.area.primordialCost <= me.crystals) summons("primordial", "primordials");
  for (const card of s.area.sovereigns) if (card.cost <= me.crystals) summons(card.id, "sovereigns");

  const mine = filled(s, s.active);
  for (const slot of mine) {
    const card = me.board[slot];
    if (me.crystals >= 1) for (const to of gaps) list.push({ type: "move", card: card.id, slot: to });
    if (me.crystals >= recallCost(s, slot)) list.push({ type: "recall", card: card.id });
  }
  if (me.crystals >= 1) {
    mine.forEach((slot, i) => mine.slice(i + 1).forEach((second) => {
      list.push({ type: "swap", cards: [me.board[slot].id, me.board[second].id] });
    }));
  }
  return list;
}

const recallCost = (s, slot) => (passive(s, s.active, slot, "area") > 0 ? 0 : 1);

// ---- finding the meant action --------------------------------------------------------------------

const OPTIONAL = new Set(["from", "first", "domain", "target"]);
const CONDITIONAL = ["stop", "enemy", "first", "target"]; // members that only some actions can have

const isObject = (x) => x !== null && typeof x === "object" && !Array.isArray(x);
const same = (x, y) => (Array.isArray(x) ? Array.isArray(y) && x.length === y.length && x.every((v, i) => v === y[i]) : x === y);
const turnedRound = (x) => (Array.isArray(x) ? [...x].reverse() : x);
const member = (action, name) => (Object.hasOwn(action, name) ? action[name] ?? null : null);

function fits(given, legal) {
  for (const [name, value] of Object.entries(legal)) {
    const mine = member(given, name);
    if (mine === null ? !OPTIONAL.has(name) : !same(value, mine) && !(name === "cards" && same(value, turnedRound(mine)))) return false;
  }
  return CONDITIONAL.every((name) => {
    if (name in legal || member(given, name) === null) return true;
    return name === "first" && legal.type === "attack" && given.first === "pass"; // passing an empty row is no lie
  });
}

/** The one legal action that is meant, or null. */
export function meantAction(s, action, player) {
  if (!isObject(action)) return null;
  for (const named of [player ?? null, member(action, "player")]) {
    if (named !== null && !toAct(s).includes(named)) return null;
  }
  if (member(action, "type") === "chance") return meantChance(s, action);
  const found = legalActions(s, toAct(s)[0]).filter((legal) => fits(action, legal));
  return found.length === 1 ? found[0] : null;
}

function meantChance(s, { site, outcome }) {
  const want = s.pendingChance;
  if (!want || site !== want.site || !isOrderOf(outcome, want.from)) return null;
  return { type: "chance", site, outcome };
}

const isOrderOf = (outcome, from) => Array.isArray(outcome) && outcome.length === from.length
  && new Set(outcome).size === from.length && from.every((id) => outcome.includes(id));

// ---- doing it ------------------------------------------------------------------------------------

/** Does an action on a copy. Gives {state, events}, or null where it is refused. */
export function apply(state, action, player) {
  const meant = meantAction(state, action, player);
  if (!meant) return null;
  const g = { s: cloneState(state), events: [] };
  const waiting = front(g.s);
  // what belongs to the course of the turn is found again by `settle`
  g.s.pending = g.s.pending.filter((p) => p.kind === "order" || p.kind === "ability");
  perform(g, meant, waiting);
  settle(g);
  return { state: g.s, events: g.events };
}

function perform(g, action, waiting) {
  const { s } = g;
  switch (action.type) {
    case "discard": return discard(g, action.card);
    case "summon": return summon(g, action);
    case "summon_to_discard": return summonToDiscard(g, action.card);
    case "move": return move(g, action.card, action.slot);
    case "swap": return swap(g, action.cards);
    case "recall": return recall(g, action.card);
    case "end_development": return endDevelopment(g);
    case "use": return use(g, findAbility(s, action), action.target ?? null);
    case "decline": return decline(g, findAbility(s, action));
    case "fill": return fill(g, action.slot);
    case "collect":
      if (waiting.kind === "order") return placeRemoved(g, waiting, action.card);
      return collectCard(g, waiting.owner, slotOf(s, waiting.owner, action.card));
    case "take_sovereign": return takeSovereign(g, waiting.owner, action.card);
    case "affiliate": s.charge.affiliation.set(action.card, action.clan); return;
    case "fuse": return layChain(g, action.gate, action.path);
    case "flask": s.charge.flask = action.clan; return;
    case "attack": return attack(g, action.attacker, action.first ?? "pass");
    case "end_attack": s.phase = "collect"; s.charge = emptyCharge(); return;
    case "chance": return order(g, action.outcome);
    default: throw new Error(`no way to do ${action.type}`);
  }
}

const findAbility = (s, a) => s.pending.find((p) => p.kind === "ability" && p.source === a.source && p.ability === a.ability && p.domain === a.domain);

function takeFrom(list, id) {
  const at = list.findIndex((card) => card.id === id);
  return list.splice(at, 1)[0];
}

function discard(g, id) {
  const me = g.s.players[g.s.active];
  const card = takeFrom(me.hand, id);
  me.discard.push(card);
  emit(g, "left", { card: id, player: g.s.active, to: "discard" });
  startDiscarded(g, g.s.active, card);
}

function summon(g, { card: name, from, slot }) {
  const { s } = g;
  const { area } = s;
  const me = s.players[s.active];
  let card;
  if (from === "hand") card = takeFrom(me.hand, name);
  else if (from === "warriors") card = takeWarrior(s, name);
  else if (from === "sovereigns") card = takeFrom(area.sovereigns, name);
  else {
    card = primordial(freePrimordialId(s), area.primordialCost);
    area.primordials -= 1;
  }
  if (from !== "hand") addCrystals(g, s.active, -card.cost);
  me.board[slot] = ontoBoard(card, s.active);
  emit(g, "summoned", { card: card.id, slot: `${s.active}.${slot}` });
  if (from === "sovereigns") refillSovereigns(g);
  startSummoned(g, s.active, slot, from === "hand" || has(card, "main", "area"));
}

function takeWarrior(s, id) {
  for (const row of s.area.warriors) {
    const c = row.findIndex((card) => card?.id === id);
    if (c < 0) continue;
    const card = row[c];
    row[c] = null;
    return card;
  }
  return null;
}

/** The smallest number that no card bears yet. */
function freePrimordialId(s) {
  const ids = new Set([...allCards(s)].map((card) => card.id));
  let n = 1;
  while (ids.has(`p${n}`)) n++;
  return `p${n}`;
}

function summonToDiscard(g, id) {
  const { s } = g;
  addCrystals(g, s.active, -1);
  s.players[s.active].discard.push(takeWarrior(s, id));
  emit(g, "left", { card: id, player: s.active, to: "discard" });
}

function move(g, id, to) {
  const { board } = g.s.players[g.s.active];
  const from = slotOf(g.s, g.s.active, id);
  addCrystals(g, g.s.active, -1);
  [board[from], board[to]] = [null, board[from]];
}

function swap(g, ids) {
  const { board } = g.s.players[g.s.active];
  const [x, y] = ids.map((id) => slotOf(g.s, g.s.active, id));
  addCrystals(g, g.s.active, -1);
  [board[x], board[y]] = [board[y], board[x]];
}

function recall(g, id) {
  const slot = slotOf(g.s, g.s.active, id);
  addCrystals(g, g.s.active, -recallCost(g.s, slot));
  startSkull(g, g.s.active, toPile(g, g.s.active, slot));
}

// ---- refill --------------------------------------------------------------------------------------

function endDevelopment(g) {
  const { s } = g;
  addCrystals(g, s.active, -s.players[s.active].crystals);
  s.phase = "refill";
  for (const row of s.area.warriors) {
    const last = row.length - 1;
    if (row[last]) {
      s.area.dismissed.push(row[last]);
      row[last] = null;
    }
    const kept = row.filter(Boolean);
    for (let c = last; c >= 0; c--) row[c] = kept.pop() ?? null;
  }
}

function warriorGaps(s) {
  return s.area.warriors.flatMap((row, r) => row.flatMap((card, c) => (card ? [] : [`W.${r}.${c}`])));
}

function fill(g, slot) {
  const { area } = g.s;
  const [, r, c] = slot.split(".").map(Number);
  const card = area.warriorDeck.shift();
  area.warriors[r][c] = card;
  const last = g.events[g.events.length - 1];
  if (last?.type === "refilled") last.cards.push(card.id);
  else emit(g, "refilled", { cards: [card.id] });
}

function refillStep(g) {
  const { s } = g;
  const { area } = s;
  const gaps = warriorGaps(s);
  if (gaps.length && !area.warriorDeck.length && area.dismissed.length > 1) {
    s.pendingChance = { site: "warriors", from: area.dismissed.map((card) => card.id), count: area.dismissed.length };
    return;
  }
  if (gaps.length && !area.warriorDeck.length) {
    area.warriorDeck = area.dismissed;
    area.dismissed = [];
  }
  if (gaps.length === 0 || area.warriorDeck.length === 0) s.phase = "attack";
  else if (gaps.length === 1) fill(g, gaps[0]);
  else s.pending.push({ kind: "fill", owner: s.active, targets: gaps });
}

function refillSovereigns(g) {
  const { area } = g.s;
  const cards = [];
  while (area.sovereigns.length < OPEN_SOVEREIGNS && area.sovereignDeck.length) {
    const card = area.sovereignDeck.shift();
    area.sovereigns.push(card);
    cards.push(card.id);
  }
  if (cards.length) emit(g, "refilled", { cards });
}

// ---- end of the turn -----------------------------------------------------------------------------

const byPriority = (s) => [other(s.active), s.active];

const collectCard = (g, player, slot) => startSkull(g, player, toPile(g, player, slot));

function collectStep(g) {
  const { s } = g;
  for (const player of byPriority(s)) {
    const { board } = s.players[player];
    const down = SLOTS.filter((slot) => board[slot]?.rotated);
    if (down.length === 1) return collectCard(g, player, down[0]);
    if (down.length > 1) {
      s.pending.push({ kind: "collect", owner: player, targets: down.map((slot) => board[slot].id) });
      return;
    }
  }
  draw(g, s.active, Math.max(0, HAND_LIMIT - s.players[s.active].hand.length));
  s.phase = "gift";
}

function giftStep(g) {
  const { s } = g;
  for (const player of byPriority(s)) {
    const p = s.players[player];
    const { sovereigns } = s.area;
    if (!p.gateLost) continue;
    if (sovereigns.length === 0) p.gateLost = false;
    else if (sovereigns.length === 1) return takeSovereign(g, player, sovereigns[0].id);
    else {
      s.pending.push({ kind: "gift", owner: player, targets: sovereigns.map((card) => card.id) });
      return;
    }
  }
  nextTurn(g);
}

function takeSovereign(g, player, id) {
  const { s } = g;
  s.players[player].gateLost = false;
  s.players[player].hand.push(takeFrom(s.area.sovereigns, id));
  emit(g, "sovereign", { player, card: id });
  refillSovereigns(g);
}

function nextTurn(g) {
  const { s } = g;
  addCrystals(g, s.active, -s.players[s.active].crystals);
  s.active = other(s.active);
  s.turn += 1;
  s.phase = "development";
  openHand(g, s.active);
}

function openHand(g, player) {
  if (g.s.players[player].openingDrawn) return;
  g.s.players[player].openingDrawn = true;
  draw(g, player, OPENING[player]);
}

// ---- chance and setup ----------------------------------------------------------------------------

/** The pile a site orders, as [holder, member]. */
export function pileOf(s, site) {
  if (site === "warriors") return [s.area, s.phase === "setup" ? "warriorDeck" : "dismissed"];
  if (site === "sovereigns") return [s.area, "sovereignDeck"];
  return [s.players[site.slice(-1)], "deck"];
}

/** The pile that waits for chance gets its order. */
function order(g, outcome) {
  const { s } = g;
  const { site } = s.pendingChance;
  const [holder, name] = pileOf(s, site);
  const cards = new Map(holder[name].map((card) => [card.id, card]));
  const ordered = outcome.map((id) => cards.get(id));
  s.pendingChance = null;
  if (s.phase === "setup") {
    holder[name] = ordered;
    setupStep(g, SETUP_SITES.indexOf(site) + 1);
  } else {
    s.area.warriorDeck = ordered;
    s.area.dismissed = [];
  }
}

/** Goes on with the setup from the given site; after the last one the cards are dealt. */
export function setupStep(g, from) {
  const { s } = g;
  for (const site of SETUP_SITES.slice(from)) {
    const [holder, name] = pileOf(s, site);
    if (holder[name].length < 2) continue;
    s.pendingChance = { site, from: holder[name].map((card) => card.id), count: holder[name].length };
    return;
  }
  for (const slot of warriorGaps(s)) if (s.area.warriorDeck.length) fill(g, slot);
  refillSovereigns(g);
  s.phase = "development";
  openHand(g, "A");
  openHand(g, "B");
}

function fromScript(g) {
  const { s } = g;
  const { site, from } = s.pendingChance;
  if (s.scriptUsed >= s.script.length) throw new ChanceError("chance-exhausted", `the script says nothing about ${site}`);
  const entry = s.script[s.scriptUsed];
  if (entry.site !== site || !isOrderOf(entry.outcome, from)) throw new ChanceError("chance-invalid", `the script does not fit ${site}`);
  s.scriptUsed += 1;
  order(g, entry.outcome);
}

// ---- by itself -----------------------------------------------------------------------------------

/** Lets everything happen that needs nobody, until somebody (or chance) has to say something. */
export function settle(g) {
  for (;;) {
    const { s } = g;
    if (s.phase === "over") return;
    if (s.pendingChance) {
      if (!s.script) return;
      fromScript(g);
      continue;
    }
    refreshTargets(g);
    const p = front(s);
    if (p) {
      if (!alone(s, p)) return;
      if (p.kind === "order") placeRemoved(g, p, p.targets[0]);
      else use(g, p, p.targets[0]);
    } else if (s.phase === "refill") refillStep(g);
    else if (s.phase === "collect") collectStep(g);
    else if (s.phase === "gift") giftStep(g);
    else return;
  }
}

/** A choice that is none: one removed card, or one target of a compulsory ability with nothing beside it. */
function alone(s, p) {
  if (p.targets?.length !== 1) return false;
  return p.kind === "order" || (p.kind === "ability" && !p.optional && s.pending.length === 1);
}
