// Which keys are the table's, and which are the browser's. A key of the browser's does not reach the table.

// Always the browser's: reloading, full screen, its tools; with Control or Command the zoom of the page, tabs, windows, printing, searching.
const BROWSER = new Set(["F5", "F11", "F12", ...["+", "=", "-", "_", "0", "R", "T", "N", "W", "F", "P", "L", "Tab"].map((key) => `Ctrl+${key}`)]);

// Of both: the browser reports copying and pasting to the table by events of their own.
const CLIPBOARD = new Set(["Ctrl+C", "Ctrl+X", "Ctrl+V"]);

// The table's while one of its text fields has the focus.
const EDITING = new Set(["A", "Z", "Y", "Backspace", "Delete", "Left", "Right", "Up", "Down", "Home", "End"].map((key) => `Ctrl+${key}`));

// Keys whose names in the table's settings are others than the browser's.
const NAMES = new Map([
  ["ArrowUp", "Up"],
  ["ArrowDown", "Down"],
  ["ArrowLeft", "Left"],
  ["ArrowRight", "Right"],
  ["PageUp", "Page Up"],
  ["PageDown", "Page Down"],
  [" ", "Space"],
]);

// The name of a key: a capital letter, another sign, or a word. Without a Latin letter or sign on it, its place on the keyboard counts.
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

// Whether a key is pressed for a command instead of a text. AltGr, which types signs, counts as Control and Alt on some systems.
export function isShortcut(event) {
  return event.metaKey || (event.ctrlKey && !event.getModifierState("AltGraph"));
}

// Leaves the browser its keys. `told` takes in the events of the table.
export function listenForKeys(canvas) {
  // The keys of the table's commands on the start screen and elsewhere, as its settings name them.
  let used = { start: new Set(), table: new Set() };
  let playing = false;
  let typing = false;
  // Whether Tab moves from button to button of the table. Shift and Tab begin that, Escape ends it.
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
    // Shift is in the name of a sign.
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
      // The key that is held with it is the table's.
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
    told({ event, ...values }) {
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
