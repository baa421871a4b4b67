// The table: slots, neighbours, synergy, passive icons, and small state helpers.

import { CLANS, ability, anyClan, offBoard, turned } from "./cards.mjs";

export const PLAYERS = ["A", "B"];
export const ATTACK = ["A0", "A1", "A2"];
export const DEFENSE = ["D0", "D1", "D2"];
export const SLOTS = [...ATTACK, ...DEFENSE];
export const other = (player) => (player === "A" ? "B" : "A");
export const column = (slot) => Number(slot[1]);
export const FULL_GATE = 15;

/** Slots that touch a slot with an edge. */
export const NEIGHBOURS = Object.fromEntries(SLOTS.map((slot) => {
  const c = column(slot);
  const touching = [`${slot[0] === "A" ? "D" : "A"}${c}`];
  if (c > 0) touching.push(`${slot[0]}${c - 1}`);
  if (c < 2) touching.push(`${slot[0]}${c + 1}`);
  return [slot, touching];
}));

export const emptyBoard = () => Object.fromEntries(SLOTS.map((slot) => [slot, null]));

export function emptyPlayer() {
  return { board: emptyBoard(), gates: [FULL_GATE, FULL_GATE, FULL_GATE], hand: [], deck: [], discard: [], crystals: 0, openingDrawn: true, gateLost: false };
}
export const emptyCharge = () => ({ affiliation: new Map(), chains: [], flask: null, resolved: [] });
export const emptyWarriors = () => [[null, null, null], [null, null, null]];

export function emptyState() {
  return {
    active: "A", phase: "development", turn: 1,
    players: { A: emptyPlayer(), B: emptyPlayer() },
    area: { warriors: emptyWarriors(), warriorDeck: [], dismissed: [], primordials: 0, primordialCost: 1, sovereigns: [], sovereignDeck: [], outOfPlay: [] },
    charge: emptyCharge(), pending: [], pendingChance: null,
    script: null, scriptUsed: 0, // chance given beforehand, or null
  };
}

/** A copy that can be changed; cards themselves never change. */
export function cloneState(s) {
  const player = (p) => ({ ...p, board: { ...p.board }, gates: [...p.gates], hand: [...p.hand], deck: [...p.deck], discard: [...p.discard] });
  const a = s.area;
  return {
    ...s,
    players: { A: player(s.players.A), B: player(s.players.B) },
    area: {
      ...a, warriors: a.warriors.map((row) => [...row]), warriorDeck: [...a.warriorDeck], dismissed: [...a.dismissed],
      sovereigns: [...a.sovereigns], sovereignDeck: [...a.sovereignDeck], outOfPlay: [...a.outOfPlay],
    },
    charge: { affiliation: new Map(s.charge.affiliation), chains: [...s.charge.chains], flask: s.charge.flask, resolved: [...s.charge.resolved] },
    pending: s.pending.map((p) => ({ ...p })),
  };
}

/** Every card that lies anywhere. */
export function* allCards(s) {
  for (const p of PLAYERS) {
    const { board, hand, deck, discard } = s.players[p];
    for (const slot of SLOTS) if (board[slot]) yield board[slot];
    yield* hand; yield* deck; yield* discard;
  }
  for (const row of s.area.warriors) for (const card of row) if (card) yield card;
  yield* s.area.warriorDeck; yield* s.area.dismissed; yield* s.area.sovereigns; yield* s.area.sovereignDeck; yield* s.area.outOfPlay;
}

export const slotOf = (s, player, id) => SLOTS.find((slot) => s.players[player].board[slot]?.id === id) ?? null;
export const filled = (s, player) => SLOTS.filter((slot) => s.players[player].board[slot]);
export const open = (s, player) => SLOTS.filter((slot) => !s.players[player].board[slot]);
export const standing = (s, player) => [0, 1, 2].filter((c) => s.players[player].gates[c] > 0);
export const gateName = (player, c) => `${player}.G${c}`;

/** Clans a card may count as for synergy. */
const synergyClans = (card) => (anyClan(card) ? CLANS : card.clan === null ? [] : [card.clan]);

export function inSynergy(x, y) {
  if (!x || !y) return false;
  const clans = synergyClans(y);
  return synergyClans(x).some((clan) => clans.includes(clan));
}

/** The card beside `slot` that its domain `left` or `right` touches, when both work together; else null. */
export function partner(s, player, slot, domain) {
  const c = column(slot) + (domain === "left" ? -1 : 1);
  if (c < 0 || c > 2) return null;
  const { board } = s.players[player];
  const beside = board[`${slot[0]}${c}`];
  return inSynergy(board[slot], beside) ? beside : null;
}

/** Sum of the values of a passive icon that works on this creature now, in its main and its linked side domains. */
export function passive(s, player, slot, name) {
  const card = s.players[player].board[slot];
  let sum = 0;
  for (const domain of ["main", "left", "right"]) {
    if (domain !== "main" && !partner(s, player, slot, domain)) continue;
    for (const text of card[domain]) {
      const a = ability(text);
      if (a.name === name && !a.arrow) sum += a.value;
    }
  }
  return sum;
}

// ---- changes; `g` is {s: state being changed, events: list} -------------------------------------

export const emit = (g, type, members) => g.events.push({ type, ...members, clauses: [] });

export function addCrystals(g, player, change) {
  if (change === 0) return;
  g.s.players[player].crystals += change;
  emit(g, "crystals", { player, change });
}

/** Takes a creature off the board to its owner's pile. Chains through it break. */
export function toPile(g, player, slot) {
  const owner = g.s.players[player];
  const card = offBoard(owner.board[slot], player);
  owner.board[slot] = null;
  owner.discard.push(card);
  if (player === g.s.active) {
    const { charge } = g.s;
    charge.affiliation.delete(card.id);
    charge.chains = charge.chains.filter((chain) => !chain.path.includes(slot));
  }
  emit(g, "left", { card: card.id, player, to: "discard" });
  return card;
}

export function defeat(g, player, slot, by) {
  const { board } = g.s.players[player];
  if (!board[slot].rotated) board[slot] = turned(board[slot]);
  emit(g, "defeated", { slot: `${player}.${slot}`, by });
}

/** Damage to some gates at the same time; `by` is the player who deals it. */
export function hitGates(g, player, columns, amount, by) {
  const { s } = g;
  const owner = s.players[player];
  const fallen = [];
  for (const c of columns) {
    const from = owner.gates[c];
    if (from === 0 || amount === 0) continue;
    owner.gates[c] = Math.max(0, from - amount);
    emit(g, "gate", { gate: gateName(player, c), from, to: owner.gates[c] });
    if (owner.gates[c] > 0) continue;
    owner.gateLost = true;
    fallen.push(c);
    emit(g, "destroyed", { gate: gateName(player, c) });
  }
  if (standing(s, player).length === 0) {
    s.phase = "over";
    s.pending = [];
    emit(g, "over", { winner: other(player) });
    return;
  }
  for (const c of fallen) wave(g, player, c, by);
}

/** What a falling gate does to its column: both rows of its owner, the attack row of the one who broke it. */
function wave(g, player, c, by) {
  for (const [who, slot] of [[player, `A${c}`], [player, `D${c}`], [by, `A${c}`]]) {
    const card = g.s.players[who].board[slot];
    if (card && !card.rotated) defeat(g, who, slot, "wave");
  }
}

/** Draws up to `count` cards; an empty deck is made from the pile, turned over and not shuffled. */
export function draw(g, player, count) {
  const p = g.s.players[player];
  let drawn = 0;
  while (drawn < count) {
    if (p.deck.length === 0) {
      if (p.discard.length === 0) break;
      p.deck = p.discard; // the lowest card of the pile is now on top
      p.discard = [];
      emit(g, "turned_over", { player });
    }
    p.hand.push(p.deck.shift());
    drawn++;
  }
  if (drawn > 0) emit(g, "drew", { player, count: drawn });
}
