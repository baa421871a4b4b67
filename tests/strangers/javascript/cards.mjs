// Cards: reading, writing, abilities, and a small set of our own.

export const CLANS = ["red", "blue", "green", "yellow", "purple"];
export const KINDS = ["familiar", "warrior", "primordial", "sovereign"];
const ABILITIES = [
  "crystal", "draw", "repair", "rebuild", "damage", "damage_all", "out_of_play", "remove", "clan_removal",
  "area", "shield", "flame", "flask", "fusion", "robed", "double_arrow",
];
// Abilities that wait for a `use` (crystals come by themselves).
export const USABLE = new Set(["draw", "repair", "rebuild", "damage", "damage_all", "out_of_play", "remove", "clan_removal"]);
// Their value is a number of objects, chosen one after the other.
export const COUNTED = new Set(["out_of_play", "remove", "clan_removal"]);
export const DOMAINS = ["main", "left", "right", "skull"];

const ABILITY_FORM = new RegExp(`^(arrow>)?(${ABILITIES.join("|")})(?::([1-9][0-9]{0,5}))?$`);
const parsed = new Map();

/** "arrow>crystal:2" -> {arrow: true, name: "crystal", value: 2}; null when the text is no ability. */
export function ability(text) {
  if (typeof text !== "string") return null;
  if (parsed.has(text)) return parsed.get(text);
  const m = ABILITY_FORM.exec(text);
  if (!m) return null;
  const found = Object.freeze({ arrow: Boolean(m[1]), name: m[2], value: m[3] ? Number(m[3]) : 1 });
  parsed.set(text, found);
  return found;
}

/** The one written form of an ability: a value of 1 is left out. */
function canonical(text) {
  const a = ability(text);
  return `${a.arrow ? "arrow>" : ""}${a.name}${a.value === 1 ? "" : `:${a.value}`}`;
}

const isObject = (x) => x !== null && typeof x === "object" && !Array.isArray(x);
export const isCount = (x) => Number.isSafeInteger(x) && x >= 0;

/** Makes a frozen card from its JSON form. `fail(message)` has to throw. */
export function readCard(json, fail, where) {
  if (!isObject(json)) fail(`${where}: a card is an object or a name`);
  const { id, kind } = json;
  if (typeof id !== "string" || id === "") fail(`${where}: a card needs an id`);
  if (!KINDS.includes(kind)) fail(`${where}: card ${id} has no known kind`);
  const clan = json.clan ?? null;
  if (clan !== null && !CLANS.includes(clan)) fail(`${where}: card ${id} has an unknown clan`);
  if (clan !== null && kind === "primordial") fail(`${where}: a primordial has no clan`);
  const card = { id, kind, clan, power: json.power ?? 0, cost: json.cost ?? 0 };
  for (const member of ["power", "cost"]) if (!isCount(card[member])) fail(`${where}: ${member} of ${id} is no number`);
  for (const domain of DOMAINS) {
    const list = json[domain] ?? [];
    if (!Array.isArray(list)) fail(`${where}: ${domain} of ${id} is no list`);
    for (const text of list) if (!ability(text)) fail(`${where}: ${id} has an unknown ability in ${domain}`);
    card[domain] = list.map(canonical);
  }
  card.rotated = json.rotated ?? false;
  if (typeof card.rotated !== "boolean") fail(`${where}: rotated of ${id} is true or false`);
  card.printed = json.x_printed === true;
  return Object.freeze(card);
}

/** The JSON form with defaults left out. */
export function writeCard(card) {
  const json = { id: card.id, kind: card.kind };
  if (card.clan !== null) json.clan = card.clan;
  if (card.power !== 0) json.power = card.power;
  if (card.cost !== 0) json.cost = card.cost;
  for (const domain of DOMAINS) if (card[domain].length) json[domain] = [...card[domain]];
  if (card.rotated) json.rotated = true;
  if (card.printed) json.x_printed = true;
  return json;
}

export const turned = (card) => Object.freeze({ ...card, rotated: true });

/** A printed card lies the other way round on B's side of the table. */
const mirrored = (card) => Object.freeze({ ...card, left: card.right, right: card.left });
export const ontoBoard = (card, player) => (card.printed && player === "B" ? mirrored(card) : card);
export function offBoard(card, player) {
  const upright = card.rotated ? Object.freeze({ ...card, rotated: false }) : card;
  return ontoBoard(upright, player); // swapping twice gives the printed card back
}

export const has = (card, domain, name) => card[domain].some((t) => { const a = ability(t); return a.name === name && !a.arrow; });

/** May it stand in for any clan in synergy? */
export const anyClan = (card) => card.kind === "primordial" || has(card, "main", "double_arrow");

export const primordial = (id, cost) => readCard({ id, kind: "primordial", cost, main: ["double_arrow"] }, (m) => { throw new Error(m); }, "stack");

// ---- our own set -------------------------------------------------------------------------------

export const OWN_SET = "small-house-set";

const WARRIOR_MAINS = [
  ["crystal"], ["flame"], ["shield"], ["draw"], ["damage"], ["repair:2"], ["fusion"], ["robed"], ["crystal", "flame"], ["area", "damage"],
];
const WARRIOR_SIDES = ["crystal", "flame", "shield", "damage", "repair", "draw", "fusion", "out_of_play"];
const SOVEREIGN_MAINS = [
  ["flask"], ["remove"], ["clan_removal"], ["damage_all"], ["rebuild"], ["damage:3"], ["draw:2"], ["flame:2", "shield:2"], ["remove:2"], ["damage_all:2"],
];
const SKULLS = [["crystal"], ["draw"], ["damage"], ["repair"], ["out_of_play"]];

function buildOwnSet() {
  const cards = [];
  CLANS.forEach((clan, c) => {
    for (let n = 0; n < 6; n++) {
      cards.push({ id: `f-${clan}-${n + 1}`, kind: "familiar", clan, power: n % 2, main: ["arrow>crystal"], starter: 1 + Math.floor(n / 2) });
    }
    for (let n = 0; n < 10; n++) {
      const card = { id: `w-${clan}-${n + 1}`, kind: "warrior", clan, power: 1 + ((n + c) % 4), cost: 1 + ((n * 3 + c) % 4), main: WARRIOR_MAINS[n] };
      card.left = [WARRIOR_SIDES[(n + c) % 8]];
      card.right = [WARRIOR_SIDES[(n * 3 + c + 1) % 8]];
      if (n % 3 === 0) card.skull = SKULLS[(n / 3 + c) % SKULLS.length];
      cards.push(card);
    }
    for (let n = 0; n < 2; n++) {
      cards.push({ id: `s-${clan}-${n + 1}`, kind: "sovereign", clan, power: 3 + n, cost: 6 + n, main: SOVEREIGN_MAINS[c * 2 + n], left: ["flame"], right: ["shield"] });
    }
  });
  return cards.map((card) => ({ ...card, x_printed: true }));
}

export const OWN_CARDS = buildOwnSet();
const byName = new Map(OWN_CARDS.map((card) => [card.id, card]));
export const ownCard = (name) => byName.get(name) ?? null;
