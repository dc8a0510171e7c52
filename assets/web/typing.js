// Text from keyboards on the screen: they open for a field of the page alone, so there is one while a field of the table has the focus.

const typing = document.getElementById("typing");
const field = typing.elements.text;

// Whether the last press was a finger's.
let touched = false;

addEventListener("pointerdown", ({ isTrusted, pointerType }) => {
  // Others are made of touches, for the table.
  if (isTrusted) {
    touched = pointerType === "touch";
  }
}, { capture: true });

function press(canvas, key) {
  for (const type of ["keydown", "keyup"]) {
    canvas.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
  }
}

// Selects all that is in the field of the table. Whether the control key is down counts for all keys of a frame.
async function selectAll(canvas) {
  for (const [type, ctrlKey] of [["keydown", true], ["keyup", false]]) {
    canvas.dispatchEvent(new KeyboardEvent(type, { key: "Control", code: "ControlLeft", ctrlKey }));
    if (ctrlKey) {
      press(canvas, "a");
    }
    // In the second one, the table has seen the first.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }
}

// Hands what is typed over to the table, where it stands in place of what was there.
export function listenForText(canvas) {
  typing.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = field.value;
    typing.hidden = true;
    canvas.focus();
    await selectAll(canvas);
    for (const sign of text) {
      press(canvas, sign);
    }
    press(canvas, "Enter");
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
