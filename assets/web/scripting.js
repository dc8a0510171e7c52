// The scripting interface of the table: window.fairground on the page, and messages to the
// embedding page. docs/browser.md documents both.

// The events that the embedding page receives; the others are internal.
const PUBLIC = ["ready", "action", "end"];

export function makeScripting({ workers, canvas }) {
  let table;
  let requests = 0;
  const answers = new Map();
  let drawn;
  const ready = new Promise((resolve) => {
    drawn = resolve;
  });
  const state = () => {
    const text = table?.state();
    return text ? JSON.parse(text) : {};
  };
  const fairground = {
    // Resolves when the table has been drawn.
    ready,
    // The id of the game on the table; null on the start screen.
    get game() {
      return state().game ?? null;
    },
    // The text of the position.
    position: () => state().position ?? "",
    // { side: "white" or "black", throws: whether a die is due }; null without a match in progress.
    turn() {
      const { turn, throws } = state();
      return turn ? { side: turn, throws } : null;
    },
    // The texts of the legal actions.
    actions: () => state().actions ?? [],
    // The texts of the actions played.
    played: () => state().played ?? [],
    // { outcome, reason }; null during a match.
    outcome() {
      const { outcome, reason } = state();
      return outcome ? { outcome, reason } : null;
    },
    // Plays an action for the local user; rejects with the reason if it is refused.
    play(text) {
      requests += 1;
      const request = requests;
      return new Promise((resolve, reject) => {
        answers.set(request, { resolve, reject });
        table.play(request, String(text));
      });
    },
    // The centre of a cell, { x, y } in CSS pixels of the page; null if it is out of view.
    cell(name) {
      const at = table?.cell(String(name));
      const box = canvas.getBoundingClientRect();
      return at ? { x: box.x + at[0], y: box.y + at[1] } : null;
    },
    // The text of the match file; null without one.
    file: () => table?.file() ?? null,
    // A promise of the fingerprint of `count` throws, as `fairground dice --seed S --throws N
    // --json` prints it.
    throws: (seed, count) => workers.start("throws", [seed, count]).result,
  };
  window.fairground = fairground;

  return {
    ready,
    begin(loaded) {
      table = loaded;
    },
    // Forwards an event of the table.
    tell({ event, ...values }) {
      if (event === "ready") {
        drawn();
      }
      if (PUBLIC.includes(event)) {
        dispatchEvent(new CustomEvent(`fairground-${event}`, { detail: values }));
        if (parent !== window) {
          parent.postMessage({ fairground: event, ...values }, "*");
        }
      }
    },
    // Settles the promise of a request.
    answer(request, error) {
      const { resolve, reject } = answers.get(request);
      answers.delete(request);
      if (error === undefined) {
        resolve();
      } else {
        reject(new Error(error));
      }
    },
  };
}
