// The attack phase: affiliation, Power Fusion, the flask, attacks.

import { CLANS, anyClan } from "./cards.mjs";
import { ATTACK, NEIGHBOURS, PLAYERS, SLOTS, column, defeat, emit, filled, gateName, hitGates, other, passive, standing } from "./board.mjs";

const FUSION_BONUS = 2;

/** May the creature choose the clan of its chain? */
const choosesClan = (s, slot) => anyClan(s.players[s.active].board[slot]) || passive(s, s.active, slot, "robed") > 0;

/** Clans under which a creature can be part of a chain now. */
function chainClans(s, slot) {
  const card = s.players[s.active].board[slot];
  const served = s.charge.affiliation.get(card.id);
  if (served !== undefined) return [served];
  if (choosesClan(s, slot)) return CLANS;
  return card.clan === null ? [] : [card.clan];
}

/** A creature in the attack row that is upright and has not attacked. */
function ready(s, slot) {
  const card = s.players[s.active].board[slot];
  return Boolean(card) && !card.rotated && !s.charge.resolved.includes(slot);
}

const hasTarget = (s, slot) => {
  const enemy = s.players[other(s.active)];
  const c = column(slot);
  return Boolean(enemy.board[`A${c}`] || enemy.board[`D${c}`]) || enemy.gates[c] > 0;
};

export function legalAffiliations(s) {
  const { board } = s.players[s.active];
  const list = [];
  for (const slot of filled(s, s.active)) {
    if (s.charge.affiliation.has(board[slot].id) || !choosesClan(s, slot)) continue;
    for (const clan of CLANS) list.push({ type: "affiliate", card: board[slot].id, clan });
  }
  return list;
}

/** Chains that can be laid: from a standing gate without one, through creatures no chain passes. */
export function legalChains(s) {
  const { board } = s.players[s.active];
  const taken = new Set(s.charge.chains.flatMap((chain) => chain.path));
  const clansAt = Object.fromEntries(SLOTS.map((slot) => [slot, board[slot] && !taken.has(slot) ? chainClans(s, slot) : []]));
  const list = [];
  const extend = (gate, path, clans) => {
    const last = path[path.length - 1];
    if (clans.length === 1 && last[0] === "A" && ready(s, last)) list.push({ type: "fuse", gate, path });
    for (const next of NEIGHBOURS[last]) {
      if (path.includes(next)) continue;
      const shared = clans.filter((clan) => clansAt[next].includes(clan));
      if (shared.length) extend(gate, [...path, next], shared);
    }
  };
  for (const gate of standing(s, s.active)) {
    if (s.charge.chains.some((chain) => chain.gate === gate)) continue;
    const first = `D${gate}`;
    if (clansAt[first].length) extend(gate, [first], clansAt[first]);
  }
  return list;
}

function legalFlasks(s) {
  if (s.charge.flask !== null) return [];
  const bearers = ATTACK.filter((slot) => s.players[s.active].board[slot] && passive(s, s.active, slot, "flask") > 0);
  if (bearers.some((slot) => s.charge.resolved.includes(slot))) return [];
  return bearers.some((slot) => ready(s, slot)) ? CLANS.map((clan) => ({ type: "flask", clan })) : [];
}

function legalAttacks(s) {
  const list = [];
  for (const attacker of ATTACK.filter((slot) => ready(s, slot))) {
    if (s.players[other(s.active)].board[attacker]) {
      list.push({ type: "attack", attacker, first: "attack_row" }, { type: "attack", attacker, first: "pass" });
    } else list.push({ type: "attack", attacker });
  }
  return list;
}

const chargeDone = (s) => !ATTACK.some((slot) => ready(s, slot) && hasTarget(s, slot));

export function legalCharge(s) {
  const list = [...legalAffiliations(s), ...legalChains(s), ...legalFlasks(s), ...legalAttacks(s)];
  if (chargeDone(s)) list.push({ type: "end_attack" });
  return list;
}

// ---- doing it -----------------------------------------------------------------------------------

const chainBonus = (s, path) => path.reduce(
  (sum, slot) => sum + passive(s, s.active, slot, "fusion") + passive(s, s.active, slot, "robed"), FUSION_BONUS);

export function layChain(g, gate, path) {
  const { s } = g;
  const me = s.active;
  const sets = path.map((slot) => chainClans(s, slot));
  const clan = sets.reduce((left, set) => left.filter((c) => set.includes(c)))[0];
  for (const slot of path) if (choosesClan(s, slot)) s.charge.affiliation.set(s.players[me].board[slot].id, clan);
  s.charge.chains.push({ gate, path: [...path] });
  const named = path.map((slot) => `${me}.${slot}`);
  emit(g, "fused", { attacker: named[named.length - 1], gate: gateName(me, gate), path: named, bonus: chainBonus(s, path) });
}

/** Creatures of a clan on both boards; the turned ones still count, those without a clan never do. */
const countClan = (s, clan) => PLAYERS.reduce(
  (sum, p) => sum + filled(s, p).filter((slot) => s.players[p].board[slot].clan === clan).length, 0);

function attackPower(s, slot) {
  const me = s.active;
  const power = s.players[me].board[slot].power;
  let icons = passive(s, me, slot, "flame");
  if (s.charge.flask !== null) icons += passive(s, me, slot, "flask") * countClan(s, s.charge.flask);
  const chain = s.charge.chains.find(({ path }) => path[path.length - 1] === slot);
  const fusion = chain ? chainBonus(s, chain.path) : 0;
  return { power, icons, fusion, total: power + icons + fusion };
}

/** What a defender holds against an attack; one that is already turned holds nothing. */
function defensePower(s, player, slot) {
  const card = s.players[player].board[slot];
  return card.rotated ? 0 : card.power + passive(s, player, slot, "shield");
}

export function attack(g, slot, first) {
  const { s } = g;
  const enemy = other(s.active);
  const foe = s.players[enemy];
  const c = column(slot);
  const strength = attackPower(s, slot);
  const attacker = `${s.active}.${slot}`;
  s.charge.resolved.push(slot);
  let left = strength.total;

  const rows = [];
  if (first === "attack_row") rows.push(`A${c}`);
  if (foe.board[`D${c}`]) rows.push(`D${c}`);
  for (const row of rows) {
    const target = `${enemy}.${row}`;
    const against = defensePower(s, enemy, row);
    emit(g, "attacked", { attacker, ...strength, target, left, against });
    emit(g, "defended", { slot: target, total: against });
    if (left >= against) defeat(g, enemy, row, "attack");
    if (left <= against) { emit(g, "blocked", { attacker, by: target }); return; }
    left -= against;
  }
  if (foe.gates[c] === 0) return; // a fallen gate takes nothing
  emit(g, "attacked", { attacker, ...strength, target: gateName(enemy, c), left, against: 0 });
  hitGates(g, enemy, [c], left, s.active);
}
