// Damaged positions and actions: whatever comes in, no internal error may come out.  node fuzz.mjs ROUNDS

import { Client, random, shuffled } from "./driver.mjs";

const JUNK = [null, [], {}, 0, -1, 1.5, 16, "x", "", "A0", "red", "__proto__", true, [null], { id: "q" }, "development", "collect", "refill", "gift", "over", "attack", "B", 1e300];
const next = random(77);

/** Replaces or removes something somewhere inside. */
function damage(json) {
  let at = json;
  for (let depth = 0; depth < 7; depth++) {
    const keys = Object.keys(at);
    if (!keys.length) return;
    const key = keys[next(keys.length)];
    if (at[key] !== null && typeof at[key] === "object" && next(4)) { at = at[key]; continue; }
    if (next(5) === 0 && !Array.isArray(at)) delete at[key];
    else at[key] = structuredClone(JUNK[next(JUNK.length)]);
    return;
  }
}

const client = new Client();
let loaded = 0;
let refused = 0;
let internal = 0;
const check = (answer, what) => {
  if (answer.error?.data.kind === "internal-error") { internal++; console.log(JSON.stringify(what), client.errors.slice(-600)); }
  return answer;
};
let now = await client.call("new", { game: "ostium", options: {}, want: ["status", "legal", "dump"] });
for (let round = 0; round < Number(process.argv[2] ?? 2000); round++) {
  const position = structuredClone(now.dump.position);
  for (let n = 1 + next(2); n > 0; n--) damage(position);
  const answer = check(await client.ask("load", { game: "ostium", position, want: ["legal", "dump", "observe:A", "status"] }), position);
  if (answer.error) refused++;
  else {
    loaded++;
    for (const action of shuffled(answer.result.legal.actions, next).slice(0, 6)) {
      const done = check(await client.ask("apply", { state: answer.result.state, action, want: ["legal", "dump"] }), { action, position });
      if (done.result && !done.result.accepted) console.log("a legal action was refused", JSON.stringify(action));
      const broken = structuredClone(action);
      damage(broken);
      check(await client.ask("apply", { state: answer.result.state, action: broken, want: ["legal"] }), { broken, position });
    }
  }
  // on with the undamaged game
  const chance = now.status.pendingChance;
  const action = chance ? { type: "chance", site: chance.site, outcome: shuffled(chance.from, next) } : now.legal.actions[next(now.legal.actions.length)];
  now = await client.call("apply", { state: now.state, action, want: ["status", "legal", "dump"] });
  if (now.status.terminal) now = await client.call("new", { game: "ostium", options: {}, want: ["status", "legal", "dump"] });
  if (round % 50 === 0) {
    const { dump: d } = now;
    await client.call("drop", { states: "all" });
    now = await client.call("load", { game: "ostium", position: d.position, want: ["status", "legal", "dump"] });
  }
}
console.log({ loaded, refused, internal, exit: await client.bye() });
