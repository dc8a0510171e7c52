// The table as text, for screen readers and switch devices: a live region that announces moves and
// messages, and a form that describes the table and plays on it.

import { matchAddress, memory } from "./address.js";

// Whether the form is open, remembered by the tab.
const OPEN = "text form";

// The players of a new match, as in the page's address.
const PLAYERS = [["human", "Human"], ...["1", "2", "3", "4", "5", "6", "7", "8"].map((level) => [level, `Level ${level}`])];

// Commands that end the match have to be pressed twice.
const FINAL = new Set(["resign"]);

const element = (id) => document.getElementById(id);

function item(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

// Replaces the children of an element if they differ from the new ones.
function fill(list, items, make) {
  const text = JSON.stringify(items);
  if (list.dataset.shown !== text) {
    list.dataset.shown = text;
    list.replaceChildren(...items.map(make));
  }
}

// `play(text)` plays an action, and returns a promise. Returns `begin`, to call with the table, and
// `onEvent`, which receives the events of the table.
export function makeTextForm({ play, canvas }) {
  const [form, opener, region, sentence] = ["text-form", "text-open", "announcements", "text-sentence"].map(element);
  const [move, begin, clocks] = ["text-move", "text-begin", "text-clocks"].map(element);
  let table;

  // A new node is announced even if its text is the same as before.
  const announce = (text) => region.replaceChildren(item("p", text));

  const show = (open) => {
    memory.set(OPEN, open ? "open" : null);
    form.hidden = !open;
    opener.hidden = open;
    table?.describe(open);
    (open ? sentence : canvas).focus();
  };

  const act = (text, field) => {
    const sent = field.value;
    play(text).then(
      () => {
        // The next move may have been typed meanwhile.
        if (field.value === sent) {
          field.value = "";
        }
      },
      (error) => announce(error.message),
    );
  };

  const command = ({ value, words }) => {
    const button = item("button", words);
    button.type = "button";
    let sure = !FINAL.has(value);
    button.addEventListener("click", () => {
      if (sure) {
        table.command(value);
      } else {
        sure = true;
        button.textContent = `${words}: press again to confirm`;
        announce(button.textContent);
      }
    });
    button.addEventListener("blur", () => {
      sure = !FINAL.has(value);
      button.textContent = words;
    });
    return button;
  };

  const describe = (now) => {
    const focused = form.contains(document.activeElement) ? document.activeElement : undefined;
    sentence.textContent = now.game ? `${now.game}. ${now.sentence}` : "No match. Begin one below.";
    fill(element("text-notices"), now.notices, (text) => item("li", text));
    fill(element("text-players"), now.players, (text) => item("li", text));
    fill(element("text-position"), now.position, (text) => item("li", text));
    fill(element("text-played"), now.played, (text) => item("li", text));
    fill(element("text-faces"), now.faces, (text) => item("li", text));
    fill(element("text-commands"), now.commands, command);
    fill(move.elements.action, now.actions, ({ value, words }) => new Option(words, value));
    fill(begin.elements.game, now.games, ({ value, words }) => new Option(words, value));
    move.hidden = now.actions.length === 0;
    for (const name of ["position", "played", "faces"]) {
      element(`text-${name}-part`).hidden = now[name].length === 0;
    }
    // The focused element may be gone.
    if (focused && (!focused.isConnected || focused.closest("[hidden]"))) {
      sentence.focus();
    }
  };

  opener.addEventListener("click", () => show(true));
  element("text-close").addEventListener("click", () => show(false));
  move.addEventListener("submit", (event) => {
    event.preventDefault();
    const { text, action } = move.elements;
    act(text.value.trim() || action.value, text);
  });
  // The latest choice counts, even after a refused text.
  move.elements.action.addEventListener("change", () => {
    move.elements.text.value = "";
  });
  begin.addEventListener("submit", (event) => {
    event.preventDefault();
    const { game, white, black } = begin.elements;
    memory.set(OPEN, "open");
    location.assign(matchAddress(game.value, white.value, black.value));
  });

  for (const side of ["white", "black"]) {
    begin.elements[side].replaceChildren(...PLAYERS.map(([value, words]) => new Option(words, value)));
  }
  begin.elements.black.value = "3";

  return {
    // Connects the form to the table, once the table has been drawn. Returns whether the form is
    // open.
    begin(loaded) {
      table = loaded;
      opener.hidden = false;
      const open = memory.get(OPEN) !== null;
      if (open) {
        show(true);
      }
      return open;
    },
    onEvent({ event, ...values }) {
      if (event === "announced") {
        announce(values.text);
      } else if (event === "described") {
        describe(values);
      } else if (event === "clocks") {
        clocks.hidden = values.clocks === null;
        clocks.textContent = `Clocks: ${values.clocks?.join(", ")}`;
      }
    },
  };
}
