// Abilities that wait for their owner: how they come up, what they may aim at, what they do.

import { COUNTED, USABLE, ability } from "./cards.mjs";
import { FULL_GATE, SLOTS, addCrystals, draw, emit, filled, gateName, hitGates, other, partner, slotOf, standing, toPile } from "./board.mjs";

/** Starts the abilities written in one domain of a card. `arrow` says whether those behind an arrow are meant. */
function startDomain(g, owner, card, domain, arrow) {
  for (const text of card[domain]) {
    const a = ability(text);
    if (domain !== "skull" && a.arrow !== arrow) continue;
    if (a.name === "crystal") addCrystals(g, owner, a.value);
    else if (USABLE.has(a.name)) {
      g.s.pending.push({ kind: "ability", owner, source: card.id, domain, ability: a.name, value: a.value, targets: null, optional: true });
    }
  }
}

export const startDiscarded = (g, owner, card) => startDomain(g, owner, card, "main", true);
export const startSkull = (g, owner, card) => startDomain(g, owner, card, "skull", false);

/** A creature has just come to `slot`: its main domain if that works, and the linked sides at both its edges. */
export function startSummoned(g, owner, slot, withMain) {
  const card = g.s.players[owner].board[slot];
  if (withMain) startDomain(g, owner, card, "main", false);
  for (const [mine, theirs] of [["left", "right"], ["right", "left"]]) {
    const beside = partner(g.s, owner, slot, mine);
    if (!beside) continue;
    startDomain(g, owner, card, mine, false);
    startDomain(g, owner, beside, theirs, false);
  }
}

/** What an ability may be aimed at now; null where nothing is chosen. */
function targetsOf(s, owner, name) {
  const enemy = other(owner);
  const own = s.players[owner];
  switch (name) {
    case "repair": return standing(s, owner).filter((c) => own.gates[c] < FULL_GATE).map((c) => gateName(owner, c));
    case "rebuild": return [0, 1, 2].filter((c) => own.gates[c] === 0).map((c) => gateName(owner, c));
    case "damage": return standing(s, enemy).map((c) => gateName(enemy, c));
    case "out_of_play": return [...own.hand, ...own.discard].map((card) => card.id);
    case "remove": return staying(s, enemy).map((card) => card.id);
    case "clan_removal": {
      const clans = new Set();
      for (const p of [owner, enemy]) for (const card of staying(s, p)) clans.add(card.clan);
      clans.delete(null);
      return [...clans];
    }
    default: return null;
  }
}

/** The creatures of a player that have not been removed: such lie in their slots until they are put on the pile. */
function staying(s, player) {
  const gone = new Set(s.pending.filter((p) => p.kind === "order").flatMap((p) => p.targets));
  return filled(s, player).map((slot) => s.players[player].board[slot]).filter((card) => !gone.has(card.id));
}

/** Brings targets up to date; what can be aimed at nothing falls away, though not while removed cards are put in order. */
export function refreshTargets(g) {
  const { s } = g;
  const waits = s.pending.some((p) => p.kind === "order");
  s.pending = s.pending.filter((p) => {
    if (p.kind !== "ability") return true;
    p.targets = targetsOf(s, p.owner, p.ability);
    if (waits || p.targets === null || p.targets.length > 0 || awaitsCard(s, p)) return true;
    emit(g, "void", { source: p.source, ability: p.ability });
    return false;
  });
}

/** Out of play has nothing to take yet, but another ability that waits may still bring a card. */
const awaitsCard = (s, p) => p.ability === "out_of_play"
  && s.pending.some((q) => q.owner === p.owner && (q.ability === "draw" || q.ability === "clan_removal"));

const done = (g, p) => { g.s.pending = g.s.pending.filter((q) => q !== p); };

export function decline(g, p) { done(g, p); }

export function use(g, p, target) {
  const { s } = g;
  const { owner, value } = p;
  const own = s.players[owner];
  if (COUNTED.has(p.ability) && p.value > 1) p.value -= 1;
  else done(g, p);
  const c = typeof target === "string" ? Number(target[3]) : null;
  switch (p.ability) {
    case "draw": draw(g, owner, value); break;
    case "repair": setGate(g, owner, c, Math.min(FULL_GATE, own.gates[c] + value)); break;
    case "rebuild": setGate(g, owner, c, Math.min(FULL_GATE, value)); break;
    case "damage": hitGates(g, other(owner), [c], value, owner); break;
    case "damage_all": hitGates(g, other(owner), [0, 1, 2], value, owner); break;
    case "out_of_play": putOutOfPlay(g, owner, target); break;
    case "remove": toPile(g, other(owner), slotOf(s, other(owner), target)); break;
    case "clan_removal": removeClan(g, target); break;
  }
}

function setGate(g, player, c, to) {
  const { gates } = g.s.players[player];
  emit(g, "gate", { gate: gateName(player, c), from: gates[c], to });
  gates[c] = to;
}

function putOutOfPlay(g, owner, id) {
  const own = g.s.players[owner];
  for (const pile of ["hand", "discard"]) {
    const at = own[pile].findIndex((card) => card.id === id);
    if (at < 0) continue;
    g.s.area.outOfPlay.push(...own[pile].splice(at, 1));
    emit(g, "left", { card: id, player: owner, to: "out_of_play" });
    return;
  }
}

/** All creatures of a clan go; who loses several says in which order they go to the pile. */
function removeClan(g, clan) {
  const { s } = g;
  const orders = [];
  for (const player of [other(s.active), s.active]) {
    const { board } = s.players[player];
    const gone = SLOTS.filter((slot) => board[slot]?.clan === clan);
    if (gone.length === 1) toPile(g, player, gone[0]);
    else if (gone.length > 1) orders.push({ kind: "order", owner: player, targets: gone.map((slot) => board[slot].id) });
  }
  s.pending.unshift(...orders);
}

/** The next removed card goes to the pile, without its skull. */
export function placeRemoved(g, p, id) {
  toPile(g, p.owner, slotOf(g.s, p.owner, id));
  p.targets = p.targets.filter((t) => t !== id);
  if (p.targets.length === 0) done(g, p);
}
