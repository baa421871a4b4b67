// The protocol: one JSON object a line on standard input, one answer a line on standard output.

import { PLAYERS } from "./board.mjs";
import { PositionError, dump, load, observe, writeChance, writePending } from "./position.mjs";
import { ChanceError, apply, legalActions, meantAction, toAct, winner } from "./rules.mjs";
import { SetupError, newGame } from "./setup.mjs";

const LINE_LIMIT = 1024 * 1024;
const CODES = { "parse-error": -32700, "invalid-request": -32600, "method-not-found": -32601, "invalid-params": -32602, "internal-error": -32603 };
const READINGS = { "ostium.charge.must-push": "goes-on", "ostium.fusion.ending-is-passing": "disjoint" };

const HELLO = {
  protocol: 1,
  implementation: { name: "stranger-ostium", version: "1.0.0", language: "JavaScript", url: "" },
  games: [{
    game: "ostium", modes: ["two-player"], setup: ["position", "deal", "replay"], chance: ["scripted", "stepwise"],
    legal: "list", observe: "player", cards: "inline", events: "full", states: "persistent",
    optional: ["dump", "run", "explain"], readings: READINGS, reasons: "ignore",
  }],
  limits: { line: LINE_LIMIT },
};

class RpcError extends Error {
  constructor(kind, message) { super(message); this.kind = kind; }
}
const fail = (kind, message) => { throw new RpcError(kind, message); };
const isObject = (x) => x !== null && typeof x === "object" && !Array.isArray(x);

// ---- states --------------------------------------------------------------------------------------

const states = new Map();
let made = 0;

function keep(state) {
  const handle = `s${++made}`;
  states.set(handle, state);
  return handle;
}

function stateOf({ state }) {
  if (state === undefined || state === null) fail("invalid-params", "a state is needed");
  return states.get(state) ?? fail("unknown-state", `no state ${JSON.stringify(state)}: dropped, or never given`);
}

// ---- parameters ----------------------------------------------------------------------------------

function checkGame({ game, mode, readings }) {
  if (game !== "ostium") fail("game-unsupported", "only ostium is played here");
  if ((mode ?? "two-player") !== "two-player") fail("option-unsupported", "only two players");
  if (readings == null) return;
  if (!isObject(readings)) fail("invalid-params", "readings is an object");
  for (const [question, reading] of Object.entries(readings)) {
    if (!Object.hasOwn(READINGS, question) || READINGS[question] !== reading) fail("option-unsupported", `the reading of ${question} cannot be chosen`);
  }
}

function scriptOf({ chance }) {
  if (chance == null) return null;
  const good = (entry) => isObject(entry) && typeof entry.site === "string" && Array.isArray(entry.outcome);
  if (!Array.isArray(chance) || !chance.every(good)) fail("chance-invalid", "chance is a list of {site, outcome}");
  return chance.map(({ site, outcome }) => ({ site, outcome: [...outcome] }));
}

function playerOf({ player }) {
  if (player == null) return null;
  return typeof player === "string" ? player : fail("invalid-params", "a player is a letter");
}

function viewerOf(viewer) {
  return PLAYERS.includes(viewer) ? viewer : fail("invalid-params", "a viewer is A or B");
}

// ---- answers -------------------------------------------------------------------------------------

function status(s) {
  const answer = { terminal: s.phase === "over", toAct: toAct(s), phase: s.phase, pending: writePending(s.pending) };
  if (s.phase === "over") answer.outcome = { winner: winner(s) };
  if (s.pendingChance) answer.pendingChance = writeChance(s.pendingChance);
  if (s.script) answer.chanceUsed = s.scriptUsed;
  return answer;
}

const legal = (s, player) => ({ actions: legalActions(s, player ?? toAct(s)[0]), complete: true });

function explain(s, action, player) {
  const clauses = [];
  if (meantAction(s, action, player)) return { clauses, text: "this is legal now" };
  if (s.phase === "over") return { clauses, text: "the game is over" };
  if (s.pendingChance) return { clauses, text: `chance has to order ${s.pendingChance.site} first` };
  if (!isObject(action)) return { clauses, text: "an action is an object" };
  const [actor] = toAct(s);
  for (const named of [player, action.player]) if (named != null && named !== actor) return { clauses, text: `${actor} is to act` };
  const kinds = [...new Set(legalActions(s, actor).map(({ type }) => type))];
  if (!kinds.includes(action.type)) return { clauses, text: `in ${s.phase} only these are possible now: ${kinds.join(", ")}` };
  return { clauses, text: `no ${action.type} of this kind is possible, or several could be meant` };
}

/** Extra answers about the state that a call gives; their names are checked before the call does anything. */
function wants({ want }) {
  if (want == null) return () => ({});
  if (!Array.isArray(want)) fail("invalid-params", "want is a list");
  const makers = want.map((name) => {
    if (name === "status") return [name, status];
    if (name === "legal") return [name, (s) => legal(s)];
    if (name === "dump") return [name, (s) => ({ position: dump(s) })];
    const viewer = typeof name === "string" && name.startsWith("observe:") ? name.slice(8) : null;
    if (!PLAYERS.includes(viewer)) fail("invalid-params", `want does not know ${JSON.stringify(name)}`);
    return [name, (s) => ({ observation: observe(s, viewer) })];
  });
  return (s) => Object.fromEntries(makers.map(([name, make]) => [name, make(s)]));
}

function opened(params, make) {
  const extra = wants(params);
  checkGame(params);
  const s = make(scriptOf(params));
  return { state: keep(s), ...extra(s) };
}

const METHODS = {
  hello({ protocols, games }) {
    if (protocols != null && !(Array.isArray(protocols) && protocols.includes(1))) fail("version-unsupported", "only version 1 is spoken here");
    if (games != null && !(Array.isArray(games) && games.includes("ostium"))) fail("game-unsupported", "only ostium is played here");
    return HELLO;
  },
  new: (params) => opened(params, (script) => {
    const options = params.options ?? {};
    if (!isObject(options)) fail("invalid-params", "options is an object");
    return newGame(options, script);
  }),
  load: (params) => opened(params, (script) => load(params.position, script)),
  apply(params) {
    const extra = wants(params);
    const before = stateOf(params);
    const done = apply(before, params.action, playerOf(params));
    if (!done) return { accepted: false, clauses: [], state: params.state, ...extra(before) };
    return { accepted: true, state: keep(done.state), events: done.events, ...extra(done.state) };
  },
  legal(params) {
    const s = stateOf(params);
    const player = playerOf(params);
    if (params.actions == null) return legal(s, player);
    if (!Array.isArray(params.actions)) fail("invalid-params", "actions is a list");
    return { legal: params.actions.map((action) => meantAction(s, action, player) !== null) };
  },
  status: (params) => status(stateOf(params)),
  observe(params) {
    const s = stateOf(params);
    return { observation: observe(s, viewerOf(params.viewer)) };
  },
  dump: (params) => ({ position: dump(stateOf(params)) }),
  explain: (params) => explain(stateOf(params), params.action, playerOf(params)),
  run,
  drop({ states: handles }) {
    if (handles === "all") states.clear();
    else if (Array.isArray(handles)) for (const handle of handles) states.delete(handle);
    else fail("invalid-params", "states is a list of handles, or all");
    return {};
  },
  bye: () => ({}),
};

/** Several requests one after the other; an error ends them. */
function run({ script }) {
  if (!Array.isArray(script)) fail("invalid-params", "script is a list");
  const results = [];
  let previous = "$prev";
  for (const step of script) {
    try {
      if (!isObject(step)) fail("invalid-request", "a step is an object");
      if (step.method === "run" || step.method === "bye") fail("invalid-request", `no ${step.method} inside run`);
      const params = isObject(step.params) ? { ...step.params } : step.params;
      if (params?.state === "$prev") params.state = previous;
      if (Array.isArray(params?.states)) params.states = params.states.map((h) => (h === "$prev" ? previous : h));
      const result = call(step.method, params);
      if (typeof result.state === "string") previous = result.state;
      results.push(result);
    } catch (error) {
      results.push({ error: errorOf(error) });
      break;
    }
  }
  return { results };
}

function call(method, params) {
  if (typeof method !== "string") fail("invalid-request", "a method is a name");
  if (!Object.hasOwn(METHODS, method)) fail("method-not-found", `no method ${method}`);
  const given = params ?? {};
  if (!isObject(given)) fail("invalid-params", "params is an object");
  return METHODS[method](given);
}

function errorOf(error) {
  const known = [RpcError, PositionError, SetupError, ChanceError].some((kind) => error instanceof kind);
  if (!known) process.stderr.write(`${error?.stack ?? error}\n`);
  const kind = known ? error.kind : "internal-error";
  return { code: CODES[kind] ?? -32000, message: known ? error.message : "something went wrong inside", data: { kind } };
}

// ---- lines ---------------------------------------------------------------------------------------

/** The answer to one line, and whether it was the last one. */
function answer(line) {
  let id = null;
  try {
    if (line.length > LINE_LIMIT) fail("limit-exceeded", "the line is too long");
    let request;
    try { request = JSON.parse(line.toString("utf8")); } catch { fail("parse-error", "the line is not JSON"); }
    if (!isObject(request)) fail("invalid-request", "a request is an object");
    id = isObject(request.id) || Array.isArray(request.id) ? null : request.id ?? null;
    if (request.jsonrpc != null && request.jsonrpc !== "2.0") fail("invalid-request", "only JSON-RPC 2.0");
    const text = JSON.stringify({ jsonrpc: "2.0", id, result: call(request.method, request.params) });
    if (Buffer.byteLength(text) > LINE_LIMIT) fail("limit-exceeded", "the answer is too long");
    return { text, last: request.method === "bye" };
  } catch (error) {
    return { text: JSON.stringify({ jsonrpc: "2.0", id, error: errorOf(error) }), last: false };
  }
}

let rest = [];
let ended = false;

function takeLine(line) {
  if (ended || line.toString("utf8").trim() === "") return;
  const { text, last } = answer(line);
  if (last) ended = true;
  process.stdout.write(`${text}\n`, last ? () => process.exit(0) : undefined);
}

process.stdout.on("error", () => process.exit(1));
process.stdin.on("data", (chunk) => {
  let from = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
    takeLine(Buffer.concat([...rest, chunk.subarray(from, at)]));
    rest = [];
    from = at + 1;
  }
  if (from < chunk.length) rest.push(chunk.subarray(from));
});
process.stdin.on("end", () => {
  takeLine(Buffer.concat(rest)); // a last line without its end still counts
});
