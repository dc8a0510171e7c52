// The page's worker: searches, batches of throws, and diagrams shown while the table loads.

import init, * as rules from "./rules.js";

let loaded;

const jobs = {
  task: ([task], tell) => rules.run(task, { hear: tell }),
  diagram: ([game, position]) => rules.diagram(game, position),
  about: ([game]) => rules.about(game),
  throws: ([seed, count]) => rules.throws(BigInt(seed), BigInt(count)),
};

// Receives a job: { id, kind, values }. Posts { id, text } for each message, and finally { id,
// result } or { id, error }.
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
