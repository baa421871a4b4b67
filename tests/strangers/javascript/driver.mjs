// A client for the adapter and a random player, for the tests and for long runs:
//   node driver.mjs GAMES [FIRST_SEED]

import { spawn } from "node:child_process";
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const ADAPTER = fileURLToPath(new URL("./adapter.mjs", import.meta.url));

export class Client {
  constructor() {
    this.child = spawn(process.execPath, [ADAPTER], { stdio: ["pipe", "pipe", "pipe"] });
    this.lines = [];
    this.waiting = [];
    this.errors = "";
    this.ids = 0;
    let text = "";
    this.child.stdout.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
      for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n")) {
        const line = text.slice(0, at);
        text = text.slice(at + 1);
        const waits = this.waiting.shift();
        if (waits) waits(line); else this.lines.push(line);
      }
    });
    this.child.stderr.setEncoding("utf8").on("data", (chunk) => { this.errors += chunk; });
    this.exit = new Promise((resolve) => this.child.on("close", resolve));
  }

  /** Writes raw text, gives the next answer. */
  async raw(text) {
    this.child.stdin.write(text);
    const line = this.lines.length ? this.lines.shift() : await new Promise((resolve) => this.waiting.push(resolve));
    return JSON.parse(line);
  }

  async ask(method, params) {
    const id = ++this.ids;
    const answer = await this.raw(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    assert.equal(answer.id, id);
    return answer;
  }

  async call(method, params) {
    const answer = await this.ask(method, params);
    assert.ok(answer.result, JSON.stringify(answer.error));
    return answer.result;
  }

  async load(position, more = {}) {
    return (await this.call("load", { game: "ostium", mode: "two-player", position, ...more })).state;
  }

  async bye() {
    await this.call("bye", {});
    return this.exit;
  }
}

/** Small random numbers that repeat with the seed. */
export function random(seed) {
  let x = (seed * 2654435761 + 12345) >>> 0;
  return (n) => {
    x ^= x << 13; x >>>= 0;
    x ^= x >>> 17;
    x ^= x << 5; x >>>= 0;
    return x % n;
  };
}

export function shuffled(items, next) {
  const list = [...items];
  for (let i = list.length - 1; i > 0; i--) {
    const j = next(i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

function cardIds(position) {
  const ids = [];
  const see = (x) => {
    if (Array.isArray(x)) x.forEach(see);
    else if (x && typeof x === "object") (typeof x.id === "string" ? ids.push(x.id) : Object.values(x).forEach(see));
  };
  see(position.players);
  see(position.area);
  return ids;
}

/** Three manners: any kind of action alike; any action alike; keeping the hand and liking to build. */
function choose(actions, manner, next) {
  let from = actions;
  if (manner !== 1) {
    let kinds = [...new Set(actions.map((a) => a.type))];
    if (manner === 2 && kinds.length > 1) kinds = kinds.filter((k) => !["discard", "decline"].includes(k) || next(4) === 0);
    if (manner === 2 && kinds.includes("summon") && next(3)) kinds = ["summon"];
    if (kinds.length) {
      const kind = kinds[next(kinds.length)];
      from = actions.filter((a) => a.type === kind);
    }
  }
  return from[next(from.length)];
}

/** Plays a whole game with random actions; checks the state on the way. Gives counts. */
export async function randomGame(client, seed, { check = 40, limit = 40000 } = {}) {
  const next = random(seed + 1);
  for (let i = 0; i < 5; i++) next(2);
  const want = ["status", "legal"];
  let now = await client.call("new", { game: "ostium", mode: "two-player", options: {}, want });
  const types = {};
  let steps = 0;
  while (!now.status.terminal) {
    assert.ok(++steps < limit, `game ${seed} does not end`);
    let action;
    if (now.status.pendingChance) {
      const { site, from } = now.status.pendingChance;
      assert.deepEqual(now.status.toAct, []);
      action = { type: "chance", site, outcome: shuffled(from, next) };
    } else {
      const { actions } = now.legal;
      assert.equal(now.status.toAct.length, 1);
      assert.ok(actions.length > 0, `dead end in game ${seed}`);
      action = choose(actions, seed % 3, next);
    }
    const { state } = now;
    if (steps % check === 0) await checkState(client, now);
    now = await client.call("apply", { state, action, want });
    assert.ok(now.accepted, JSON.stringify(action));
    types[action.type] = (types[action.type] ?? 0) + 1;
    await client.call("drop", { states: [state] });
  }
  assert.deepEqual(now.legal.actions, []);
  assert.ok(["A", "B"].includes(now.status.outcome.winner));
  await checkState(client, now);
  await client.call("drop", { states: "all" });
  return { steps, types, winner: now.status.outcome.winner };
}

async function checkState(client, now) {
  const { position } = await client.call("dump", { state: now.state });
  const again = await client.call("load", { game: "ostium", mode: "two-player", position, want: ["dump", "legal", "status"] });
  assert.deepEqual(again.dump.position, position);
  assert.deepEqual(again.legal, now.legal);
  assert.deepEqual(again.status, now.status);
  const ids = cardIds(position);
  const stacked = position.area?.primordials ?? 0;
  assert.equal(ids.length + stacked, 98 - 10, "no card comes or goes"); // ten familiars stay in the box
  const refused = await client.call("apply", { state: now.state, action: { type: "absurd" }, want: ["dump"] });
  assert.equal(refused.accepted, false);
  assert.deepEqual(refused.dump.position, position);
  for (const viewer of ["A", "B"]) {
    const { observation } = await client.call("observe", { state: now.state, viewer });
    const foe = viewer === "A" ? "B" : "A";
    assert.equal(typeof observation.players[foe].hand, "number");
  }
  await client.call("drop", { states: [again.state] });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const games = Number(process.argv[2] ?? 20);
  const first = Number(process.argv[3] ?? 1);
  const client = new Client();
  const total = {};
  const wins = { A: 0, B: 0 };
  let steps = 0;
  let longest = 0;
  for (let seed = first; seed < first + games; seed++) {
    const game = await randomGame(client, seed);
    steps += game.steps;
    longest = Math.max(longest, game.steps);
    wins[game.winner] += 1;
    for (const [type, n] of Object.entries(game.types)) total[type] = (total[type] ?? 0) + n;
  }
  console.log({ games, steps, longest, wins, total, exit: await client.bye(), stderr: client.errors });
}
