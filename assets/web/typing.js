// Text input for the table's fields. Browsers show an on-screen keyboard, compose characters (IME)
// and combine accents only in a page field. So a page field has the focus while a table field has
// it: a visible one after a touch, otherwise one that is visible only during composition.

import { isShortcut } from "./keys.js";

// Keys whose text is not known yet.
const UNFINISHED = new Set(["Dead", "Process", "Unidentified"]);

function press(canvas, key) {
  for (const type of ["keydown", "keyup"]) {
    canvas.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
  }
}

function type(canvas, text) {
  for (const sign of text) {
    press(canvas, sign);
  }
}

// The modifier of the table's shortcuts: on Apple's devices, phones included, the command key.
function shortcutKey() {
  return /mac/i.test(navigator.userAgent)
    ? { key: "Meta", code: "MetaLeft", flag: "metaKey" }
    : { key: "Control", code: "ControlLeft", flag: "ctrlKey" };
}

// Selects the contents of the table's field. The table reads the modifier once per frame.
async function selectAll(canvas) {
  const { key, code, flag } = shortcutKey();
  for (const [type, down] of [["keydown", true], ["keyup", false]]) {
    canvas.dispatchEvent(new KeyboardEvent(type, { key, code, [flag]: down }));
    if (down) {
      for (const type of ["keydown", "keyup"]) {
        canvas.dispatchEvent(new KeyboardEvent(type, { key: "a", code: "KeyA", [flag]: true, bubbles: true, cancelable: true }));
      }
    }
    // Two frames, so that the table has processed the event before the next one.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }
}

// The form above an on-screen keyboard. Its text replaces the contents of the table's field.
function makeForm(canvas, form) {
  const field = form.elements.text;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = field.value;
    form.hidden = true;
    canvas.focus();
    await selectAll(canvas);
    type(canvas, text);
    press(canvas, "Enter");
  });
  return {
    show() {
      form.hidden = false;
      field.value = "";
      field.focus();
    },
    hide() {
      form.hidden = true;
    },
  };
}

// The field for a physical keyboard. Composed text goes to the table when it is finished, other
// keys immediately.
function makeComposer(canvas, field) {
  let active = false;
  const finish = () => {
    const text = field.value;
    field.value = "";
    if (active) {
      type(canvas, text);
    }
  };
  const pass = (event) => {
    if (event.isComposing || event.keyCode === 229 || UNFINISHED.has(event.key)) {
      return;
    }
    // The browser inserts the text into the field.
    if (event.type === "keydown" && [...event.key].length === 1 && !isShortcut(event)) {
      return;
    }
    if (!canvas.dispatchEvent(new KeyboardEvent(event.type, event))) {
      event.preventDefault();
    }
  };
  field.addEventListener("keydown", pass);
  field.addEventListener("keyup", pass);
  field.addEventListener("input", (event) => event.isComposing || finish());
  field.addEventListener("compositionstart", () => field.classList.add("composing"));
  field.addEventListener("compositionend", () => {
    field.classList.remove("composing");
    finish();
  });
  // The table gets the text from the event.
  field.addEventListener("paste", (event) => event.preventDefault());
  // The field and the canvas count as one for the table: it loses the focus only when both have.
  for (const name of ["focus", "blur"]) {
    addEventListener(
      name,
      (event) => {
        if (event.target === canvas && event.relatedTarget === field) {
          event.stopImmediatePropagation();
          if (name === "focus" && active) {
            field.focus();
          }
        } else if (event.target === field && event.relatedTarget !== canvas) {
          canvas.dispatchEvent(new FocusEvent(name));
        }
      },
      { capture: true },
    );
  }
  return {
    // Composed characters are shown at this point of the page.
    show({ x, y }) {
      active = true;
      field.value = "";
      field.style.left = `${x}px`;
      field.style.top = `${y}px`;
      field.focus();
    },
    hide() {
      const had = document.activeElement === field;
      active = false;
      field.value = "";
      if (had) {
        canvas.focus();
      }
    },
  };
}

// Connects the page's fields to the table. Returns a function to call when a table field gains or
// loses the focus.
export function listenForText(canvas) {
  const form = makeForm(canvas, document.getElementById("typing"));
  const composer = makeComposer(canvas, document.getElementById("composer"));
  // The user's last press: most fields get the focus from one.
  let touched = false;
  let pressed = { x: 0, y: 0 };
  let shown;
  addEventListener(
    "pointerdown",
    ({ isTrusted, pointerType, clientX, clientY }) => {
      // Untrusted events are synthesised from touches.
      if (isTrusted) {
        touched = pointerType === "touch";
        pressed = { x: clientX, y: clientY };
      }
    },
    { capture: true },
  );
  return (has) => {
    shown?.hide();
    shown = has ? (touched ? form : composer) : undefined;
    shown?.show(pressed);
  };
}
