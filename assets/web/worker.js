// The page's worker: searches, throws by the thousand, and diagrams before the table is there.

import init, * as rules from "./rules.js";

let loaded;

const jobs = {
  task: ([task], tell) => rules.run(task, { hear: tell }),
  diagram: ([game, position]) => rules.diagram(game, position),
  about: ([game]) => rules.about(game),
  throws: ([seed, count]) => rules.throws(BigInt(seed), BigInt(count)),
};

// A job: { id, kind, values }. Told: { id, text } for each message on the way, and last { id, result } or { id, error }.
onmessage = async ({ data: { id, kind, values } }) => {
  try {
    loaded ??= init();
    await loaded;
    const result = jobs[kind](values, (text) => postMessage({ id, text }));
    postMessage({ id, result });
  } catch (error) {
    postMessage({ id, error: String(error?.message ?? error) });
  }
};
