// Sentences over whatever is shown. Each goes away by itself, or when it is closed.

// How long a notice is shown, ms.
export const SHOWN = 20_000;

export function makeNotices(box) {
  const text = box.querySelector("span");
  let timer;
  const hide = () => {
    clearTimeout(timer);
    box.hidden = true;
  };
  box.querySelector("button").addEventListener("click", hide);
  return {
    show(sentence) {
      text.textContent = sentence;
      box.hidden = false;
      clearTimeout(timer);
      timer = setTimeout(hide, SHOWN);
    },
    hide,
  };
}
