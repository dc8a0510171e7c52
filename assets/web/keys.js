// Divides the keys between the table and the browser. Keys of the browser do not reach the table.

// Always the browser's: reload, full screen, developer tools; with Control or Command page zoom,
// tabs, windows, printing and search.
const BROWSER = new Set(["F5", "F11", "F12", ...["+", "=", "-", "_", "0", "R", "T", "N", "W", "F", "P", "L", "Tab"].map((key) => `Ctrl+${key}`)]);

// Shared: the browser reports copy and paste to the table by separate events.
const CLIPBOARD = new Set(["Ctrl+C", "Ctrl+X", "Ctrl+V"]);

// The table's while one of its text fields has the focus.
const EDITING = new Set(["A", "Z", "Y", "Backspace", "Delete", "Left", "Right", "Up", "Down", "Home", "End"].map((key) => `Ctrl+${key}`));

// Keys named differently in the table's settings and in the browser.
const NAMES = new Map([
  ["ArrowUp", "Up"],
  ["ArrowDown", "Down"],
  ["ArrowLeft", "Left"],
  ["ArrowRight", "Right"],
  ["PageUp", "Page Up"],
  ["PageDown", "Page Down"],
  [" ", "Space"],
]);

// The name of a key: a capital letter, another character, or a word. Keys without a Latin character
// are named by their position on the keyboard.
function nameOf({ key, code = "" }) {
  if ([...key].length > 1 || key === " ") {
    return NAMES.get(key) ?? key;
  }
  if (key > "~") {
    const [, place] = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code) ?? [];
    return place ?? key.toUpperCase();
  }
  return key.toUpperCase();
}

// Whether a key press is a command rather than text. AltGr, which types characters, counts as
// Control and Alt on some systems.
export function isShortcut(event) {
  return event.metaKey || (event.ctrlKey && !event.getModifierState("AltGraph"));
}

// Lets the browser's keys through. `onEvent` receives the events of the table.
export function listenForKeys(canvas) {
  // The keys of the table's commands on the start screen and on the table, as named in its
  // settings.
  let used = { start: new Set(), table: new Set() };
  let playing = false;
  let typing = false;
  // Whether Tab moves between the table's buttons. Shift+Tab starts this mode, Escape ends it.
  let walking = false;

  const isUsed = (name, control, shift) => {
    const keys = playing ? used.table : used.start;
    const held = control ? "Ctrl+" : "";
    return keys.has(`${held}${shift ? "Shift+" : ""}${name}`) || (shift && !control && keys.has(name));
  };
  const isTables = (event, name) => {
    const control = isShortcut(event);
    const chord = `${control ? "Ctrl+" : ""}${name}`;
    if (BROWSER.has(chord)) {
      return false;
    }
    if (!control && !/^F\d+$/.test(name)) {
      return true;
    }
    // Shift is part of the name of a non-letter character.
    const shift = event.shiftKey && (name.length > 1 || /[A-Z]/.test(name));
    return isUsed(name, control, shift) || (typing && EDITING.has(chord));
  };
  const isTab = (event, name) => name === "Tab" && !isShortcut(event) && !event.altKey;

  canvas.addEventListener("keydown", (event) => {
    const name = nameOf(event);
    if (name === "Escape") {
      walking = false;
    }
    if (isTab(event, name)) {
      walking ||= event.shiftKey;
      if (!walking && !typing) {
        event.stopImmediatePropagation();
        return;
      }
    } else if (event.altKey && !isShortcut(event)) {
      return;
    } else if (isShortcut(event) && CLIPBOARD.has(`Ctrl+${name}`) && !event.shiftKey) {
      return;
    } else if (!isTables(event, name)) {
      // The table receives modifiers; the key pressed with one decides who handles the chord.
      if (!["Control", "Meta", "Shift", "Alt", "AltGraph"].includes(name)) {
        event.stopImmediatePropagation();
      }
      return;
    }
    event.preventDefault();
  });
  for (const type of ["pointerdown", "blur"]) {
    canvas.addEventListener(type, () => {
      walking = false;
    });
  }
  canvas.addEventListener("wheel", (event) => event.preventDefault(), { passive: false });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());

  return {
    onEvent({ event, ...values }) {
      if (event === "keys") {
        used = { start: new Set(values.start), table: new Set(values.table) };
      } else if (event === "shown") {
        playing = Boolean(values.game);
      } else if (event === "typing") {
        typing = values.focus;
      }
    },
  };
}
