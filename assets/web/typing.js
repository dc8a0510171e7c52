// Text from keyboards on the screen: they open for a field of the page alone, so there is one while a field of the table has the focus.

const typing = document.getElementById("typing");
const field = typing.elements.text;

// Whether the last press was a finger's.
let touched = false;

addEventListener("pointerdown", ({ pointerType }) => {
  touched = pointerType === "touch";
}, { capture: true });

function press(canvas, key, control = false) {
  for (const type of ["keydown", "keyup"]) {
    canvas.dispatchEvent(new KeyboardEvent(type, { key, ctrlKey: control, bubbles: true, cancelable: true }));
  }
}

// Hands what is typed over to the table, where it stands in place of what was there.
export function listenForText(canvas) {
  typing.addEventListener("submit", (event) => {
    event.preventDefault();
    canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "Control", code: "ControlLeft", ctrlKey: true }));
    press(canvas, "a", true);
    canvas.dispatchEvent(new KeyboardEvent("keyup", { key: "Control", code: "ControlLeft" }));
    for (const sign of field.value) {
      press(canvas, sign);
    }
    press(canvas, "Enter");
    field.value = "";
    typing.hidden = true;
    canvas.focus();
  });
}

// Told whether a field of the table has the focus.
export function fieldHasFocus(has) {
  if (has === typing.hidden && (touched || !has)) {
    typing.hidden = !has;
    if (has) {
      field.value = "";
      field.focus();
    }
  }
}
