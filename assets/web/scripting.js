// What other scripts see of the table: window.fairground on the page, and messages to the page that it is embedded in. docs/browser.md tells
// of both.

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
    // Resolved once the table was drawn.
    ready,
    // The id of the game on the table; null on the start screen.
    get game() {
      return state().game ?? null;
    },
    // The text of the position.
    position: () => state().position ?? "",
    // { side: "white" or "black", throws: whether a die is due }; null when nothing is played.
    turn() {
      const { turn, throws } = state();
      return turn ? { side: turn, throws } : null;
    },
    // The texts of the legal actions.
    actions: () => state().actions ?? [],
    // The texts of the actions so far.
    played: () => state().played ?? [],
    // { outcome, reason }; null while the match goes on.
    outcome() {
      const { outcome, reason } = state();
      return outcome ? { outcome, reason } : null;
    },
    // Plays an action for who sits before the screen; rejected with the refusal.
    play(text) {
      requests += 1;
      const request = requests;
      return new Promise((resolve, reject) => {
        answers.set(request, { resolve, reject });
        table.play(request, String(text));
      });
    },
    // The middle of a cell, { x, y } in CSS pixels of the page; null if it is not in view.
    cell(name) {
      const at = table?.cell(name);
      const box = canvas.getBoundingClientRect();
      return at ? { x: box.x + at[0], y: box.y + at[1] } : null;
    },
    // The text of the match file so far; null if none is kept.
    file: () => table?.file() ?? null,
    // A promise of the fingerprint of that many throws, as `fairground dice --seed S --throws N --json` prints it.
    throws: (seed, count) => workers.start("throws", [seed, count]).result,
  };
  window.fairground = fairground;

  return {
    ready,
    begin(loaded) {
      table = loaded;
    },
    // Passes on what has happened on the table.
    tell({ event, ...values }) {
      if (event === "ready") {
        drawn();
      }
      // These are for the page alone.
      if (!["shown", "typing", "keys"].includes(event)) {
        dispatchEvent(new CustomEvent(`fairground-${event}`, { detail: values }));
        if (parent !== window) {
          parent.postMessage({ fairground: event, ...values }, "*");
        }
      }
    },
    // Answers what was asked under this number.
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
