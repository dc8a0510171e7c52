// Messages shown above everything else until they time out or are closed.

// Display time of a message, ms.
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
