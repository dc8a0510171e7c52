// Keys that the table has something to do with, and the browser must not.

// The browser's own: copying and pasting by the clipboard, reloading, its tools, full screen.
const BROWSERS = new Set(["F5", "F11", "F12"]);
const BROWSERS_WITH_CONTROL = new Set(["c", "x", "v", "r", "t", "w", "n", "l", "+", "-", "0", "Tab"]);

export function listenForKeys(canvas) {
  canvas.addEventListener("keydown", (event) => {
    const control = event.ctrlKey || event.metaKey;
    const browsers = BROWSERS.has(event.key) || (control && BROWSERS_WITH_CONTROL.has(event.key)) || event.altKey;
    if (!browsers) {
      event.preventDefault();
    }
  });
  canvas.addEventListener("wheel", (event) => event.preventDefault(), { passive: false });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
}
