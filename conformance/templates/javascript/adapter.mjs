// An adapter: speaks the rules conformance protocol on stdin and stdout, and asks rules.mjs what is legal.
import { createInterface } from "node:readline";
import * as rules from "./rules.mjs";

const DECLARED = {
  game: "@GAME@",
  modes: ["@MODE@"],
  setup: ["position"],
  chance: [],
  legal: "none", // "list" as soon as rules.legal() lists every legal action
  observe: "none",
  cards: "inline",
  events: "none", // "full" as soon as rules.apply() tells what happened
  states: "persistent",
  optional: ["dump"],
  reasons: "ignore",
};

// The question could not be put. `kind` is one of section 4 of PROTOCOL.md.
class Fault extends Error {
  constructor(kind, message, code = -32000) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

const states = new Map();
let count = 0;
let done = false;

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function keep(state) {
  count += 1;
  states.set(`s${count}`, state);
  return `s${count}`;
}

function stateOf({ state }) {
  if (!states.has(state)) throw new Fault("unknown-state", "no such state");
  return states.get(state);
}

// The handle, and whatever else was wanted in the same answer.
function shown(handle, { want }) {
  const answer = { state: handle };
  for (const name of want ?? []) {
    if (!["status", "legal", "dump"].includes(name)) throw new Fault("invalid-params", `${name} is not known here`, -32602);
    answer[name] = methods[name]({ state: handle });
  }
  return answer;
}

const methods = {
  hello({ protocols }) {
    if (!(protocols ?? []).includes(1)) throw new Fault("version-unsupported", "protocol 1 is spoken here");
    return { protocol: 1, implementation: { name: "my-@GAME@", version: "0.1", language: "JavaScript" }, games: [DECLARED] };
  },
  load(params) {
    let state;
    try {
      state = rules.load(params.position, params.mode);
    } catch (error) {
      throw new Fault("position-invalid", error.message);
    }
    return shown(keep(state), params);
  },
  apply(params) {
    const result = rules.apply(stateOf(params), params.action, params.player);
    if (result === null) return { accepted: false, ...shown(params.state, params) };
    return { accepted: true, events: result.events, ...shown(keep(result.state), params) };
  },
  legal: (params) => ({ actions: rules.legal(stateOf(params), params.player), complete: true }),
  status: (params) => rules.status(stateOf(params)),
  dump: (params) => ({ position: rules.dump(stateOf(params)) }),
  drop(params) {
    if (params.states === "all") states.clear();
    else for (const handle of params.states) states.delete(handle);
    return {};
  },
  bye() {
    done = true;
    return {};
  },
};

function answer(line) {
  let id = null;
  try {
    const request = JSON.parse(line);
    id = request.id ?? null;
    if (!Object.hasOwn(methods, request.method)) throw new Fault("method-not-found", `no method ${request.method}`, -32601);
    const params = isObject(request.params) ? request.params : {};
    return { jsonrpc: "2.0", id, result: methods[request.method](params) };
  } catch (error) {
    if (error instanceof SyntaxError) error = new Fault("parse-error", error.message, -32700);
    if (error instanceof rules.Missing) error = Object.assign(new Fault("not-implemented", error.message), { clause: error.clause });
    const { kind = "internal-error", code = -32603, message, clause } = error; // a fault of ours is told, and the next request is answered
    return { jsonrpc: "2.0", id, error: { code, message, data: { kind, clause } } };
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (line.trim()) process.stdout.write(JSON.stringify(answer(line)) + "\n");
  if (done) break;
}
process.stdin.destroy();
