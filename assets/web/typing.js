// Text for fields of the table. A browser opens a keyboard on the screen, composes signs (IME) and combines accents only in a field of the
// page. So a field of the page has the focus while one of the table has: after a touch a visible one, otherwise one that is seen only
// while signs are composed.

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

// Selects all that is in the field of the table. Whether the control key is down counts for all keys of a frame.
async function selectAll(canvas) {
  for (const [type, ctrlKey] of [["keydown", true], ["keyup", false]]) {
    canvas.dispatchEvent(new KeyboardEvent(type, { key: "Control", code: "ControlLeft", ctrlKey }));
    if (ctrlKey) {
      for (const type of ["keydown", "keyup"]) {
        canvas.dispatchEvent(new KeyboardEvent(type, { key: "a", code: "KeyA", ctrlKey, bubbles: true, cancelable: true }));
      }
    }
    // In the second one, the table has seen the first.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }
}

// The form above a keyboard on the screen. What is typed replaces what is in the table's field.
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

// The field for a keyboard of its own. Each text goes to the table as soon as it is finished, all other keys at once.
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
    // The browser puts it into the field.
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
  // The table has it from the event.
  field.addEventListener("paste", (event) => event.preventDefault());
  // For the table, the field and the canvas are one: it loses the focus when both have lost it.
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
    // Composed signs are shown at a point of the page.
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

// Hands over what is typed. Returns a function that is told whether a field of the table has the focus.
export function listenForText(canvas) {
  const form = makeForm(canvas, document.getElementById("typing"));
  const composer = makeComposer(canvas, document.getElementById("composer"));
  // The last press of the user: most fields get the focus by it.
  let touched = false;
  let pressed = { x: 0, y: 0 };
  let shown;
  addEventListener(
    "pointerdown",
    ({ isTrusted, pointerType, clientX, clientY }) => {
      // Others are made of touches, for the table.
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
