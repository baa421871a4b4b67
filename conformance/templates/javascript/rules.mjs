// Where your game goes in: five functions between the positions of the protocol and your own code.
// As they stand they keep a position as it came and refuse every action. Fill in `apply` first.

// Throw it where a rule is known to be missing: the case counts as an error that names the clause, not as wrong.
export class Missing extends Error {
  constructor(clause, message = "not there yet") {
    super(message);
    this.clause = clause;
  }
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// Your state for a position. Throw where it makes no sense.
export function load(position, mode) {
  if (!isObject(position) || !isObject(position.players ?? {})) {
    throw new Error("a position is an object, and so is its member players");
  }
  return position;
}

// The position of a state, defaults left out: the inverse of load.
export function dump(state) {
  return state;
}

// {state, events} with the new state, or null where the action is refused. Never change `state` itself.
export function apply(state, action, player) {
  return null;
}

// Every legal action of a player (of the first one to act, where player is not given).
export function legal(state, player) {
  return [];
}

// Who is to act, the phase, and the outcome once the game is over.
export function status(state) {
  return { terminal: false, toAct: [state.active ?? "A"], phase: state.phase ?? "" };
}
