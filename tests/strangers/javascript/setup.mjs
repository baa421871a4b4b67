// A new game: which cards are there, then chance orders the piles and the cards are dealt.

import { OWN_CARDS, OWN_SET, isCount, readCard } from "./cards.mjs";
import { emptyState } from "./board.mjs";
import { settle, setupStep } from "./rules.mjs";

const ALL_PRIMORDIALS = 8;

export class SetupError extends Error {
  constructor(kind, message) { super(message); this.kind = kind; }
}
const wrong = (message) => { throw new SetupError("invalid-params", message); };
const unsupported = (message) => { throw new SetupError("option-unsupported", message); };

function cardsOf(options) {
  const cards = options.cards ?? OWN_SET;
  if (Array.isArray(cards)) return cards;
  if (cards === OWN_SET) return OWN_CARDS;
  return typeof cards === "string" ? unsupported(`no set of cards ${cards}`) : wrong("options.cards is a list or a name");
}

export function newGame(options, script) {
  for (const name of Object.keys(options)) if (name !== "cards" && !name.startsWith("x_")) unsupported(`no option ${name}`);
  const s = emptyState();
  s.script = script;
  s.phase = "setup";
  const seen = new Set();
  let primordials = 0;
  const cards = cardsOf(options);
  for (const json of cards) {
    const card = readCard(json, wrong, "options.cards");
    if (card.rotated) wrong(`${card.id} cannot be turned yet`);
    if (seen.has(card.id)) wrong(`the id ${card.id} is there twice`);
    seen.add(card.id);
    if (card.kind === "warrior") s.area.warriorDeck.push(card);
    else if (card.kind === "sovereign") s.area.sovereignDeck.push(card);
    else if (card.kind === "primordial") {
      if (primordials === 0) s.area.primordialCost = isCount(json.cost) ? json.cost : 1;
      primordials += 1;
    } else if (json.starter === 1) s.players.A.deck.push(card);
    else if (json.starter === 2) s.players.B.deck.push(card);
    else if (json.starter !== 3) wrong(`familiar ${card.id} needs a starter from 1 to 3`);
  }
  s.area.primordials = cards === OWN_CARDS ? ALL_PRIMORDIALS : primordials; // all alike: our own set does not list them
  s.players.A.openingDrawn = false;
  s.players.B.openingDrawn = false;
  const g = { s, events: [] };
  setupStep(g, 0);
  settle(g);
  return g.s;
}
