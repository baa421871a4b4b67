// node --test test.mjs: drives the adapter through its standard input and output.

import test from "node:test";
import assert from "node:assert/strict";
import { Client, random, randomGame, shuffled } from "./driver.mjs";

const unit = (id, clan, power = 0, more = {}) => ({ id, kind: "warrior", clan, ...(power ? { power } : {}), ...more });
const many = (n, prefix) => Array.from({ length: n }, (_, i) => unit(`${prefix}${i + 1}`, "red"));

async function withClient(body) {
  const client = new Client();
  try {
    await body(client);
    assert.equal(await client.bye(), 0);
    assert.equal(client.errors, "");
  } finally {
    client.child.kill(); // ours, and already gone when all went well
  }
}
const scene = (name, body) => test(name, () => withClient(body));

const dumpOf = async (client, state) => (await client.call("dump", { state })).position;
const actionsOf = async (client, state) => (await client.call("legal", { state })).actions;
const statusOf = (client, state) => client.call("status", { state });

async function ok(client, state, action) {
  const answer = await client.call("apply", { state, action });
  assert.equal(answer.accepted, true, JSON.stringify(action));
  return answer;
}

/** The action is refused and nothing changes. */
async function no(client, state, action, player) {
  const before = await dumpOf(client, state);
  const answer = await client.call("apply", { state, action, player, want: ["dump"] });
  assert.equal(answer.accepted, false, JSON.stringify(action));
  assert.deepEqual(answer.dump.position, before);
  assert.deepEqual(await dumpOf(client, answer.state), before);
}

const events = (answer, type) => answer.events.filter((e) => e.type === type).map(({ clauses, type: t, ...rest }) => rest);

async function playAll(client, state, actions) {
  let answer = { state };
  for (const action of actions) answer = await ok(client, answer.state, action);
  return answer;
}

// ---- transport ---------------------------------------------------------------------------------

scene("hello declares the game", async (c) => {
  const hello = await c.call("hello", { protocols: [1], games: ["ostium"] });
  assert.equal(hello.protocol, 1);
  assert.deepEqual(hello.games[0].modes, ["two-player"]);
  assert.equal((await c.ask("hello", { protocols: [2] })).error.data.kind, "version-unsupported");
});

scene("bad lines, unknown methods, CRLF, ids", async (c) => {
  const bad = await c.raw("{not json\n");
  assert.equal(bad.id, null);
  assert.deepEqual([bad.error.code, bad.error.data.kind], [-32700, "parse-error"]);
  assert.equal((await c.raw("[]\n")).error.data.kind, "invalid-request");
  assert.equal((await c.ask("perft", {})).error.code, -32601);
  assert.equal((await c.ask("constructor", {})).error.code, -32601);
  const crlf = await c.raw('{"jsonrpc":"2.0","id":"abc","method":"drop","params":{"states":"all"},"extra":1}  \r\n');
  assert.deepEqual(crlf, { jsonrpc: "2.0", id: "abc", result: {} });
  assert.equal((await c.ask("status", { state: "gone" })).error.data.kind, "unknown-state");
  assert.equal((await c.ask("status", { state: "__proto__" })).error.data.kind, "unknown-state");
  assert.equal((await c.ask("apply", [])).error.code, -32602);
  // one line in two pieces, two lines in one piece
  c.child.stdin.write('{"jsonrpc":"2.0","id":7,"meth');
  assert.equal((await c.raw('od":"drop","params":{"states":[]}}\n')).id, 7);
  const first = c.raw('{"id":8,"method":"drop","params":{"states":[]}}\n{"id":9,"method":"drop","params":{"states":[]}}\n');
  assert.equal((await first).id, 8);
  await new Promise((r) => setTimeout(r, 50));
  assert.equal(JSON.parse(c.lines.shift()).id, 9);
});

scene("want, run and absurd actions", async (c) => {
  const state = await c.load({});
  for (const action of [null, [], 7, "x", {}, { type: null }, { type: "absurd" }, { type: ["discard"] }, { type: "chance" },
    { type: "use", source: "x", ability: "draw" }, { type: "discard", card: "nobody" }, { type: "end_development", player: "B" }]) await no(c, state, action);
  await no(c, state, { type: "end_development" }, "B");
  await no(c, state, { type: "end_development" }, "Z");
  assert.equal((await c.ask("load", { game: "ostium", position: {}, want: ["nonsense"] })).error.code, -32602);
  const { results } = await c.call("run", { script: [
    { method: "apply", params: { state, action: { type: "absurd" } } },
    { method: "apply", params: { state: "$prev", action: { type: "end_development" } } },
    { method: "status", params: { state: "$prev" } },
    { method: "status", params: { state: "no" } },
    { method: "status", params: { state: "$prev" } },
  ] });
  assert.equal(results.length, 4);
  assert.equal(results[0].accepted, false);
  assert.equal(results[2].phase, "attack");
  assert.equal(results[3].error.data.kind, "unknown-state");
  assert.equal((await c.call("explain", { state, action: { type: "attack", attacker: "A0" } })).clauses.length, 0);
});

// ---- positions ---------------------------------------------------------------------------------

scene("load and dump: defaults are left out, the rest comes back", async (c) => {
  assert.deepEqual(await dumpOf(c, await c.load({})), {});
  const plain = { mode: "two-player", active: "A", phase: "development", turn: 1, pending: [], charge: { flask: null, chains: [], resolved: [] },
    players: { A: { attack: [null, null, null], gates: [15, 15, 15], crystals: 0, opening_drawn: true }, B: {} },
    area: { warriors: [[null, null, null], [null, null, null]], primordials: 0, primordial_cost: 1 } };
  assert.deepEqual(await dumpOf(c, await c.load(plain)), {});
  const rich = {
    active: "B", phase: "attack", turn: 7,
    players: {
      A: { gates: [15, 0, 7], hand: [unit("h1", "blue", 1)], discard: [unit("x1", "red"), unit("x2", "red")], gate_lost: true },
      B: { attack: [null, unit("a1", "red", 2, { main: ["flame"], skull: ["crystal:2"] }), { id: "p1", kind: "primordial", main: ["double_arrow"] }],
        defense: [unit("d0", "red"), unit("d1", "red", 0, { right: ["fusion"] }), null], deck: [unit("k1", "green", 0, { rotated: false })], crystals: 2 },
    },
    area: { warriors: [[unit("w1", "red"), null, null], [null, null, unit("w2", "red")]], primordials: 7, sovereigns: [{ id: "s1", kind: "sovereign", clan: "red", cost: 9 }],
      out_of_play: [unit("o1", "red")], dismissed: [unit("o2", "red")] },
    charge: { affiliation: { p1: "red" }, chains: [{ gate: 0, path: ["D0", "D1", "A1"] }], flask: "blue", resolved: ["A2"] },
  };
  const want = structuredClone(rich);
  delete want.players.B.deck[0].rotated;
  assert.deepEqual(await dumpOf(c, await c.load(rich)), want);
  const one = await dumpOf(c, await c.load({ players: { A: { hand: [unit("h", "red", 0, { main: ["crystal:1", "arrow>draw:1", "arrow>crystal:2"] })] } } }));
  assert.deepEqual(one.players.A.hand[0].main, ["crystal", "arrow>draw", "arrow>crystal:2"]);
});

scene("positions that are refused", async (c) => {
  const kind = async (position) => (await c.ask("load", { game: "ostium", mode: "two-player", position })).error?.data.kind;
  const bad = [null, [], { phase: "dinner" }, { turn: 0 }, { players: { A: { gates: [16, 15, 15] } } }, { players: { A: { gates: [1.5, 15, 15] } } },
    { players: { C: {} } }, { players: { A: { hand: [unit("x", "red"), unit("x", "red")] } } }, { players: { A: { hand: [unit("x", "pink")] } } },
    { players: { A: { hand: [unit("x", "red", 1, { main: ["jump"] })] } } }, { players: { A: { attack: ["nobody", null, null] } } },
    { phase: "attack", charge: { chains: [{ gate: 0, path: ["D0", "A0"] }] } }, { players: { A: { gates: [0, 0, 0] } } }, { phase: "refill" },
    { pending: [{ kind: "ability", owner: "A", source: "x", ability: "remove", targets: ["nobody"] }] }];
  for (const position of bad) assert.equal(await kind(position), "position-invalid", JSON.stringify(position));
  assert.equal(await kind({ mode: "solo" }), "position-unsupported");
  assert.equal(await kind({ used: [{ card: "x", domain: "left" }] }), "position-unsupported");
  assert.equal((await c.ask("load", { game: "ostium", mode: "solo", position: {} })).error.data.kind, "option-unsupported");
  assert.equal((await c.ask("load", { game: "chess", mode: "two-player", position: {} })).error.data.kind, "game-unsupported");
});

// ---- development -------------------------------------------------------------------------------

scene("discard, summon, move, swap, recall", async (c) => {
  const state = await c.load({ players: { A: {
    hand: [{ id: "f", kind: "familiar", clan: "red", main: ["arrow>crystal:3"] }, unit("h", "blue", 1, { main: ["crystal"] })],
    attack: [unit("a", "red", 1, { skull: ["crystal"] }), null, null], defense: [unit("d", "green", 1, { main: ["area"] }), null, null] } } });
  await no(c, state, { type: "move", card: "a", slot: "A1" });
  await no(c, state, { type: "summon", card: "h", from: "hand", slot: "A0" });
  const paid = await ok(c, state, { type: "discard", card: "f" });
  assert.deepEqual(events(paid, "crystals"), [{ player: "A", change: 3 }]);
  const summoned = await ok(c, paid.state, { type: "summon", card: "h", slot: "D1" }); // `from` follows from the card
  const moved = await ok(c, summoned.state, { type: "move", card: "h", slot: "A2" });
  await no(c, moved.state, { type: "swap", cards: ["h", "h"] });
  await ok(c, moved.state, { type: "swap", cards: ["h", "a"] });
  const swapped = await ok(c, moved.state, { type: "swap", cards: ["a", "h"] });
  const free = await ok(c, swapped.state, { type: "recall", card: "d" });
  const last = await ok(c, free.state, { type: "recall", card: "a" });
  const { players } = await dumpOf(c, last.state);
  assert.deepEqual(players.A.discard.map((x) => x.id), ["f", "d", "a"]);
  assert.equal(players.A.attack[0].id, "h");
  assert.equal(players.A.crystals, 3 + 1 - 1 - 1 - 0 - 1 + 1);
});

scene("the summoning area", async (c) => {
  const state = await c.load({
    players: { A: { crystals: 9, attack: [null, unit("n", "red", 1, { left: ["draw"] }), null], deck: many(2, "k") } },
    area: { warriors: [[unit("w1", "red", 2, { cost: 2, main: ["crystal"], right: ["crystal"] }), null, unit("w3", "red", 2, { cost: 12 })], [unit("w4", "blue", 0, { main: ["area", "crystal:2"] }), null, null]],
      primordials: 8, sovereigns: [{ id: "s1", kind: "sovereign", clan: "red", cost: 3 }, { id: "s2", kind: "sovereign", clan: "red", cost: 99 }],
      sovereign_deck: [{ id: "s3", kind: "sovereign", clan: "red" }] } });
  await no(c, state, { type: "summon", card: "w3", from: "warriors", slot: "A0" });
  await no(c, state, { type: "summon_to_discard", card: "w1" });
  const one = await ok(c, state, { type: "summon", card: "w1", from: "warriors", slot: "A0" });
  assert.deepEqual(events(one, "crystals").map((e) => e.change), [-2, 1]); // the side works, the main domain does not
  await no(c, one.state, { type: "end_development" });
  assert.deepEqual(await actionsOf(c, one.state), [{ type: "use", source: "n", ability: "draw", domain: "left" }, { type: "decline", source: "n", ability: "draw", domain: "left" }]);
  const left = await ok(c, one.state, { type: "decline", source: "n", ability: "draw" });
  const end = await playAll(c, left.state, [
    { type: "summon_to_discard", card: "w3" },
    { type: "summon", card: "w4", from: "warriors", slot: "D0" },
    { type: "summon", card: "s1", from: "sovereigns", slot: "D1" },
    { type: "summon", card: "primordial", from: "primordials", slot: "D2" }]);
  const { players, area } = await dumpOf(c, end.state);
  assert.equal(players.A.crystals, 9 - 2 + 1 - 1 + 2 - 3 - 1);
  assert.deepEqual(area.sovereigns.map((x) => x.id), ["s2", "s3"]);
  assert.equal(players.A.defense[2].id, "p1");
  assert.equal(area.primordials, 7);
});

scene("abilities with targets, several objects, clan removal and its order", async (c) => {
  const state = await c.load({ players: {
    A: { gates: [14, 0, 15], hand: [unit("h", "red", 0, { main: ["repair:2", "rebuild", "damage:3", "damage_all", "remove:2", "clan_removal", "draw", "out_of_play"] }), unit("g", "green")], deck: many(1, "k") },
    B: { attack: [unit("b0", "red"), unit("b1", "red"), unit("b2", "blue")], defense: [unit("b3", "green"), unit("b4", "yellow"), null] } } });
  let { state: now } = await ok(c, state, { type: "summon", card: "h", from: "hand", slot: "A0" });
  await no(c, now, { type: "use", source: "h", ability: "repair", target: "A.G2" });
  await no(c, now, { type: "use", source: "h", ability: "remove" });
  for (const action of [["repair", "A.G0"], ["rebuild"], ["repair"], ["damage", "B.G1"], ["damage_all"], ["remove", "b2"], ["remove", "b3"], ["draw"]]) {
    const use = { type: "use", source: "h", ability: action[0], ...(action[1] ? { target: action[1] } : {}) };
    if (action[0] === "repair" && !action[1]) await no(c, now, use); // it is used up
    else now = (await ok(c, now, use)).state;
  }
  now = (await ok(c, now, { type: "use", source: "h", ability: "clan_removal", target: "red" })).state;
  assert.deepEqual((await statusOf(c, now)).toAct, ["B"]);
  await no(c, now, { type: "use", source: "h", ability: "out_of_play", target: "k1" }, "A");
  now = (await ok(c, now, { type: "collect", card: "b1" })).state;
  const seen = (await c.call("observe", { state: now, viewer: "B" })).observation;
  assert.equal(seen.pending[0].targets, 3);
  now = (await ok(c, now, { type: "use", source: "h", ability: "out_of_play", target: "h" })).state;
  const { players, area } = await dumpOf(c, now);
  assert.deepEqual(players.A.gates, [15, 1, 15]);
  assert.deepEqual(players.B.gates, [14, 11, 14]);
  assert.deepEqual(players.B.discard.map((x) => x.id), ["b2", "b3", "b1", "b0"]);
  assert.deepEqual(area.out_of_play.map((x) => x.id), ["h"]);
});

scene("a removed creature that still lies in its slot is no target", async (c) => {
  const state = await c.load({ players: {
    A: { hand: [unit("h", "red", 0, { main: ["clan_removal", "remove"] })] },
    B: { attack: [unit("b0", "blue"), unit("b1", "blue"), unit("b2", "green")] } } });
  let { state: now } = await ok(c, state, { type: "summon", card: "h", from: "hand", slot: "A0" });
  now = (await ok(c, now, { type: "use", source: "h", ability: "clan_removal", target: "blue" })).state;
  const { pending } = await statusOf(c, now);
  assert.deepEqual(pending.map((p) => [p.kind, p.targets]), [["order", ["b0", "b1"]], ["ability", ["b2"]]]);
});

scene("an ability without a target falls away", async (c) => {
  const state = await c.load({ players: { A: { hand: [unit("h", "red", 0, { main: ["remove", "repair"] })] } } });
  const done = await ok(c, state, { type: "summon", card: "h", from: "hand", slot: "A0" });
  assert.deepEqual(events(done, "void"), [{ source: "h", ability: "remove" }, { source: "h", ability: "repair" }]);
  assert.equal((await statusOf(c, done.state)).pending.length, 0);
});

scene("damage in development: the wave, and the end at once", async (c) => {
  const state = await c.load({ players: { A: { attack: [unit("a", "red"), null, null], defense: [unit("a2", "red"), null, null], hand: [unit("h", "blue", 0, { main: ["arrow>damage"] }), unit("i", "blue", 0, { main: ["arrow>damage_all:9"] })] },
    B: { gates: [1, 0, 9], attack: [unit("b", "red"), null, null], defense: [unit("b2", "red"), null, null] } } });
  const first = await playAll(c, state, [{ type: "discard", card: "h" }, { type: "use", source: "h", ability: "damage", target: "B.G0" }]);
  assert.deepEqual(events(first, "defeated").map((e) => e.slot), ["B.A0", "B.D0", "A.A0"]);
  assert.equal((await dumpOf(c, first.state)).players.B.gate_lost, true);
  const over = await playAll(c, first.state, [{ type: "discard", card: "i" }, { type: "use", source: "i", ability: "damage_all" }]);
  assert.deepEqual(events(over, "over"), [{ winner: "A" }]);
  const status = await statusOf(c, over.state);
  assert.deepEqual([status.terminal, status.phase, status.toAct, status.outcome], [true, "over", [], { winner: "A" }]);
});

// ---- refill ------------------------------------------------------------------------------------

scene("refill: remove, shift, fill, reshuffle", async (c) => {
  const position = { players: { A: { crystals: 3 } }, area: {
    warriors: [[unit("w1", "red"), null, unit("w3", "red")], [null, unit("w5", "red"), unit("w6", "red")]],
    warrior_deck: many(2, "k"), dismissed: many(1, "x") } };
  const state = await c.load(position);
  const end = await ok(c, state, { type: "end_development" });
  let at = await dumpOf(c, end.state);
  assert.deepEqual(at.area.warriors.map((row) => row.map((x) => x?.id ?? null)), [[null, null, "w1"], [null, null, "w5"]]);
  await no(c, end.state, { type: "fill", slot: "W.0.2" });
  const two = await playAll(c, end.state, [{ type: "fill", slot: "W.1.1" }, { type: "fill", slot: "W.0.0" }]);
  const wait = await statusOf(c, two.state);
  assert.deepEqual(wait.pendingChance, { site: "warriors", from: ["x1", "w3", "w6"], count: 3 });
  assert.deepEqual([wait.toAct, wait.phase], [[], "refill"]);
  const loaded = await c.load(await dumpOf(c, two.state));
  await no(c, loaded, { type: "chance", site: "warriors", outcome: ["x1", "w3", "w3"] });
  const three = await playAll(c, loaded, [{ type: "chance", site: "warriors", outcome: ["w6", "x1", "w3"] }, { type: "fill", slot: "W.1.0" }]);
  at = await dumpOf(c, three.state);
  assert.equal(at.phase, "attack");
  assert.deepEqual(at.area.warriors.map((row) => row.map((x) => x.id)), [["k2", "x1", "w1"], ["w6", "k1", "w5"]]);
  assert.deepEqual(at.area.warrior_deck.map((x) => x.id), ["w3"]);
  assert.equal(at.players, undefined);

  // the same with a script, used up too early and then long enough
  const short = await c.load(position, { chance: [] });
  const filledUp = await playAll(c, short, [{ type: "end_development" }, { type: "fill", slot: "W.1.1" }]);
  const broken = await c.ask("apply", { state: filledUp.state, action: { type: "fill", slot: "W.0.0" } });
  assert.equal(broken.error.data.kind, "chance-exhausted");
  assert.equal((await statusOf(c, filledUp.state)).phase, "refill");
  const long = await c.load(position, { chance: [{ site: "warriors", outcome: ["w6", "x1", "w3"] }, { site: "warriors", outcome: [] }] });
  const fine = await playAll(c, long, [{ type: "end_development" }, { type: "fill", slot: "W.1.1" }, { type: "fill", slot: "W.0.0" }]);
  assert.equal((await statusOf(c, fine.state)).chanceUsed, 1);
});

// ---- attack ------------------------------------------------------------------------------------

async function countSequences(c, state, type, depth) {
  const actions = (await actionsOf(c, state)).filter((a) => a.type === type);
  if (depth === 1) return actions.length;
  let sum = 0;
  for (const action of actions) sum += await countSequences(c, (await ok(c, state, action)).state, type, depth - 1);
  return sum;
}

scene("chains: 29 alone, 17 pairs, 1 triple", async (c) => {
  const full = (p) => [0, 1, 2].map((i) => unit(`${p}${i}`, "red", 1));
  const state = await c.load({ phase: "attack", players: { A: { attack: full("a"), defense: full("d") } } });
  assert.equal(await countSequences(c, state, "fuse", 1), 29);
  assert.equal(await countSequences(c, state, "fuse", 2), 34);
  assert.equal(await countSequences(c, state, "fuse", 3), 6);
  const after = await ok(c, state, { type: "attack", attacker: "A0" });
  await no(c, after.state, { type: "fuse", gate: 0, path: ["D0", "A0"] });
  await no(c, state, { type: "fuse", gate: 0, path: ["D0"] });
  await no(c, state, { type: "fuse", gate: 0, path: ["D1", "A1"] });
  await no(c, state, { type: "end_attack" });
});

scene("affiliation by itself and before", async (c) => {
  const p = (id) => ({ id, kind: "primordial", main: ["double_arrow"] });
  const state = await c.load({ phase: "attack", players: { A: { attack: [p("p1"), unit("a", "red", 1), unit("r", "blue", 1, { main: ["robed"] })], defense: [p("p2"), p("p3"), null] } } });
  await no(c, state, { type: "fuse", gate: 0, path: ["D0", "A0"] });
  const named = await playAll(c, state, [{ type: "affiliate", card: "p2", clan: "green" }, { type: "fuse", gate: 0, path: ["D0", "A0"] }]);
  await no(c, named.state, { type: "affiliate", card: "p2", clan: "red" });
  await no(c, named.state, { type: "affiliate", card: "a", clan: "red" });
  const long = await ok(c, named.state, { type: "fuse", gate: 1, path: ["D1", "A1", "A2"] });
  assert.deepEqual(events(long, "fused"), [{ attacker: "A.A2", gate: "A.G1", path: ["A.D1", "A.A1", "A.A2"], bonus: 3 }]);
  assert.deepEqual((await dumpOf(c, long.state)).charge.affiliation, { p1: "green", p2: "green", p3: "red", r: "red" });
});

scene("flask, flame, shield, pushing on, blocked", async (c) => {
  const state = await c.load({ phase: "attack", players: {
    A: { attack: [unit("a0", "red", 2, { main: ["flask"] }), unit("a1", "red", 3, { left: ["flame:2"] }), unit("a2", "blue", 2, { left: ["flame:5"] })] },
    B: { attack: [unit("b0", "red", 1, { main: ["shield"] }), unit("b1", "green", 5), null], defense: [unit("c0", "red", 1), null, unit("c2", "red", 3)] } } });
  await no(c, state, { type: "attack", attacker: "A0" });
  await no(c, state, { type: "attack", attacker: "A2", first: "attack_row" });
  await no(c, state, { type: "attack", attacker: "A1", first: "attack_row", stop: "attack_row" });
  await no(c, state, { type: "withhold", attacker: "A1" });
  const named = await ok(c, state, { type: "flask", clan: "red" });
  await no(c, named.state, { type: "flask", clan: "blue" });
  const one = await ok(c, named.state, { type: "attack", attacker: "A0", first: "attack_row" });
  const common = { attacker: "A.A0", power: 2, icons: 5, fusion: 0, total: 7 };
  assert.deepEqual(events(one, "attacked"), [
    { ...common, target: "B.A0", left: 7, against: 2 }, { ...common, target: "B.D0", left: 5, against: 1 }, { ...common, target: "B.G0", left: 4, against: 0 }]);
  assert.deepEqual(events(one, "gate"), [{ gate: "B.G0", from: 15, to: 11 }]);
  const two = await ok(c, one.state, { type: "attack", attacker: "A1", first: "attack_row" });
  assert.deepEqual(events(two, "blocked"), [{ attacker: "A.A1", by: "B.A1" }]);
  assert.deepEqual(events(two, "defeated"), [{ slot: "B.A1", by: "attack" }]);
  const three = await ok(c, two.state, { type: "attack", attacker: "A2" });
  assert.deepEqual(events(three, "defeated"), []);
  assert.deepEqual(await actionsOf(c, three.state), [{ type: "end_attack" }]);
  const skipped = await ok(c, state, { type: "attack", attacker: "A0", first: "pass" });
  await no(c, skipped.state, { type: "flask", clan: "red" });
});

scene("nothing to attack: legal, does nothing, not needed", async (c) => {
  const state = await c.load({ phase: "attack", players: { A: { attack: [unit("a0", "red", 2), null, null] }, B: { gates: [0, 15, 15] } } });
  assert.deepEqual(await actionsOf(c, state), [{ type: "attack", attacker: "A0" }, { type: "end_attack" }]);
  assert.deepEqual((await ok(c, state, { type: "attack", attacker: "A0" })).events, []);
});

scene("the last gate ends the game at once", async (c) => {
  const state = await c.load({ phase: "attack", players: { A: { attack: [unit("a0", "red", 2), null, null] }, B: { gates: [2, 0, 0], defense: [null, unit("x", "red", 0, { skull: ["damage"] }), null] } } });
  const end = await ok(c, state, { type: "attack", attacker: "A0" });
  assert.deepEqual(events(end, "over"), [{ winner: "A" }]);
  assert.deepEqual(await actionsOf(c, end.state), []);
  await no(c, end.state, { type: "end_attack" });
});

// ---- end of the turn ---------------------------------------------------------------------------

scene("collect, skulls, draws, gift, next turn", async (c) => {
  const sov = (id) => ({ id, kind: "sovereign", clan: "red", cost: 5 });
  const state = await c.load({ phase: "attack", players: {
    A: { attack: [unit("a0", "red", 9), null, null], hand: many(2, "h"), deck: many(1, "k"), discard: many(4, "x") },
    B: { gates: [3, 15, 15], attack: [unit("b0", "red", 1, { skull: ["damage:15", "crystal"] }), null, null], defense: [unit("b1", "red", 1), null, null] } },
    area: { sovereigns: [sov("s1"), sov("s2")], sovereign_deck: [sov("s3")] } });
  const hit = await ok(c, state, { type: "attack", attacker: "A0", first: "attack_row" });
  assert.deepEqual(events(hit, "destroyed"), [{ gate: "B.G0" }]);
  assert.deepEqual(events(hit, "defeated").map((e) => [e.slot, e.by]), [["B.A0", "attack"], ["B.D0", "attack"], ["A.A0", "wave"]]);
  let { state: now } = await ok(c, hit.state, { type: "end_attack" });
  let status = await statusOf(c, now);
  assert.deepEqual([status.phase, status.toAct], ["collect", ["B"]]);
  await no(c, now, { type: "collect", card: "a0" });
  await no(c, now, { type: "discard", card: "h1" }, "A");
  now = (await ok(c, now, { type: "collect", card: "b0" })).state;
  await no(c, now, { type: "collect", card: "b1" });
  const mid = await c.load(await dumpOf(c, now));
  const lost = await ok(c, mid, { type: "use", source: "b0", ability: "damage", target: "A.G1" });
  status = await statusOf(c, lost.state);
  assert.deepEqual([status.phase, status.toAct], ["gift", ["B"]]);
  const next = await playAll(c, lost.state, [{ type: "take_sovereign", card: "s2" }, { type: "take_sovereign", card: "s3" }]);
  const { players, active, turn, area, charge } = await dumpOf(c, next.state);
  assert.deepEqual([active, turn, charge], ["B", 2, undefined]);
  assert.deepEqual(players.B.discard.map((x) => x.id), ["b0", "b1"]);
  assert.equal(players.B.crystals, 1);
  assert.deepEqual(players.A.hand.map((x) => x.id), ["h1", "h2", "k1", "x1", "x2", "s3"]); // the pile was turned over
  assert.deepEqual(players.A.deck.map((x) => x.id), ["x3", "x4", "a0"]);
  assert.deepEqual(area.sovereigns.map((x) => x.id), ["s1"]);
});

// ---- new games ---------------------------------------------------------------------------------

scene("a scripted deal", async (c) => {
  const familiars = Array.from({ length: 6 }, (_, i) => ({ id: `f${i}`, kind: "familiar", clan: "red", main: ["arrow>crystal"], starter: 1 + (i % 3) }));
  const stack = [1, 2].map((n) => ({ id: `q${n}`, kind: "primordial", cost: 2, main: ["double_arrow"] }));
  const cards = [...familiars, ...many(8, "w"), ...stack, { id: "s1", kind: "sovereign", clan: "red" }, { id: "s2", kind: "sovereign", clan: "red" }, { id: "s3", kind: "sovereign", clan: "red" }];
  const names = (n, p) => Array.from({ length: n }, (_, i) => `${p}${n - i}`);
  const chance = [{ site: "deck:A", outcome: ["f3", "f0"] }, { site: "deck:B", outcome: ["f4", "f1"] }, { site: "sovereigns", outcome: names(3, "s") }, { site: "warriors", outcome: names(8, "w") }];
  const made = await c.call("new", { game: "ostium", mode: "two-player", options: { cards }, chance, want: ["status", "dump"] });
  assert.equal(made.status.chanceUsed, 4);
  const { players, area } = made.dump.position;
  assert.deepEqual(players.A.hand.map((x) => x.id), ["f3", "f0"]);
  assert.deepEqual(area.warriors.flat().map((x) => x.id), ["w8", "w7", "w6", "w5", "w4", "w3"]);
  assert.deepEqual(area.sovereigns.map((x) => x.id), ["s3", "s2"]);
  assert.deepEqual([area.primordials, area.primordial_cost], [2, 2]);
  const kind = async (script) => (await c.ask("new", { game: "ostium", mode: "two-player", options: { cards }, chance: script })).error?.data.kind;
  assert.equal(await kind(chance.slice(0, 3)), "chance-exhausted");
  assert.equal(await kind([chance[1]]), "chance-invalid");
  assert.equal(await kind([{ site: "deck:A", outcome: ["f3", "f3"] }]), "chance-invalid");
  assert.equal((await c.ask("new", { game: "ostium", mode: "two-player", options: { cards: "other" } })).error.data.kind, "option-unsupported");
});

scene("the first hands; stepwise setup", async (c) => {
  let now = await c.call("new", { game: "ostium", mode: "two-player", options: {}, want: ["status"] });
  const next = random(5);
  const sites = [];
  while (now.status.pendingChance) {
    const { site, from } = now.status.pendingChance;
    sites.push([site, from.length]);
    assert.deepEqual(await dumpOf(c, await c.load(await dumpOf(c, now.state))), await dumpOf(c, now.state));
    now = await c.call("apply", { state: now.state, action: { type: "chance", site, outcome: shuffled(from, next) }, want: ["status"] });
  }
  assert.deepEqual(sites, [["deck:A", 10], ["deck:B", 10], ["sovereigns", 10], ["warriors", 50]]);
  const { players } = await dumpOf(c, now.state);
  assert.deepEqual([players.A.hand.length, players.B.hand.length], [3, 5]);
});

scene("random games to their end", async (c) => {
  const seen = {};
  for (let seed = 1; seed <= 12; seed++) Object.assign(seen, (await randomGame(c, seed)).types);
  for (const type of ["affiliate", "fuse", "flask", "attack", "end_attack", "discard", "summon", "summon_to_discard", "move", "swap", "recall",
    "use", "decline", "end_development", "fill", "collect", "take_sovereign", "chance"]) assert.ok(seen[type], `${type} never came up`);
});
