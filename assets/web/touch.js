// Translates touches into the mouse events that the table understands: a finger plays or scrolls
// panels; two turn and zoom the view; one held still draws, as with the right button.

// Movements up to this distance are ignored, CSS pixels.
const STILL = 8;

// Time for which a finger must be held still to draw, ms.
const LONG = 550;

// The change of distance between two fingers for one notch of the wheel, CSS pixels.
const NOTCH = 24;

// A position far above the canvas, CSS pixels.
const AWAY = -10_000;

// The mouse buttons: number and bit of each.
const LEFT = { number: 0, bit: 1 };
const MIDDLE = { number: 1, bit: 4 };
const RIGHT = { number: 2, bit: 2 };

// `covers(x, y)` returns whether the panels cover a point of the page. `report(touch)` is called when
// the pointing device changes: whether to a finger.
export function listenForTouch(canvas, { covers = () => false, report = () => {} } = {}) {
  const fingers = new Map();
  // The current gesture: "waits", "plays", "draws", "scrolls", "turns", "ends" until all fingers
  // are lifted, or undefined.
  let doing;
  let timer;
  let first;
  let last;
  let spread = 0;
  let scrolled = 0;
  let queue = Promise.resolve();
  let touches;

  // The table sees a mouse position in one frame, and accepts a press in the next.
  const frames = async (count) => {
    for (let frame = 0; frame < count; frame += 1) {
      await new Promise(requestAnimationFrame);
    }
  };

  const send = (type, at, button, buttons) => {
    const from = last ?? at;
    last = at;
    const values = {
      bubbles: true,
      cancelable: true,
      composed: true,
      pointerId: 1,
      pointerType: "mouse",
      isPrimary: true,
      clientX: at.x,
      clientY: at.y,
      screenX: at.x,
      screenY: at.y,
      movementX: type === "pointermove" ? at.x - from.x : 0,
      movementY: type === "pointermove" ? at.y - from.y : 0,
      button,
      buttons,
    };
    const event = new PointerEvent(type, { ...values, coalescedEvents: type === "pointermove" ? [new PointerEvent(type, values)] : [] });
    canvas.dispatchEvent(event);
  };

  const later = (step) => {
    queue = queue.then(step);
  };
  const press = (at, button) => {
    last = undefined;
    later(async () => {
      send("pointermove", at, -1, 0);
      await frames(2);
      send("pointerdown", at, button.number, button.bit);
      await frames(1);
    });
  };
  const move = (at, button) => later(() => send("pointermove", at, -1, button.bit));
  const release = (at, button) =>
    later(async () => {
      send("pointermove", at, -1, button.bit);
      await frames(1);
      send("pointerup", at, button.number, 0);
      await frames(1);
    });
  // Ends a press without effect. When it loses the focus, the table puts a dragged piece back; a
  // panel button has no effect if released far from it.
  const abandon = (at, button) => {
    const away = { x: at.x, y: AWAY };
    later(async () => {
      canvas.dispatchEvent(new FocusEvent("blur"));
      await frames(1);
      send("pointermove", away, -1, button.bit);
      await frames(1);
      send("pointerup", away, button.number, 0);
      await frames(1);
      canvas.dispatchEvent(new FocusEvent("focus"));
    });
  };
  // Cancels the gesture of a single finger.
  const abandonPress = () => {
    clear();
    if (doing === "plays") {
      abandon(first, LEFT);
    } else if (doing === "draws") {
      abandon(first, RIGHT);
    }
  };

  const clear = () => clearTimeout(timer);
  const play = () => {
    if (doing === "waits") {
      doing = "plays";
      press(first, LEFT);
    }
  };
  // The wheel scrolls the area under the mouse, so the mouse stays at the finger's first position.
  const beginScrolling = () => {
    doing = "scrolls";
    scrolled = first.y;
    const at = first;
    later(async () => {
      last = undefined;
      send("pointermove", at, -1, 0);
      await frames(1);
    });
  };
  const scroll = (to) => {
    // The table takes physical pixels as CSS pixels.
    const values = { clientX: first.x, clientY: first.y, deltaY: (scrolled - to.y) / (globalThis.devicePixelRatio || 1) };
    scrolled = to.y;
    later(() => canvas.dispatchEvent(new WheelEvent("wheel", { bubbles: true, cancelable: true, ...values, deltaMode: WheelEvent.DOM_DELTA_PIXEL })));
  };
  const middle = () => {
    const [a, b] = [...fingers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  const apart = () => {
    const [a, b] = [...fingers.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };

  const begin = (at) => {
    doing = "waits";
    first = at;
    timer = setTimeout(async () => {
      // On a busy machine, an earlier movement may still be queued.
      await frames(2);
      if (doing === "waits" && first === at) {
        doing = "draws";
        press(first, RIGHT);
      }
    }, LONG);
  };
  const beginTurning = () => {
    abandonPress();
    doing = "turns";
    spread = apart();
    press(middle(), MIDDLE);
  };

  const down = (event) => {
    const at = { x: event.clientX, y: event.clientY };
    fingers.set(event.pointerId, at);
    if (fingers.size === 1) {
      begin(at);
    } else if (fingers.size === 2 && !["ends", "scrolls"].includes(doing)) {
      beginTurning();
    }
  };
  const moved = (event) => {
    const at = { x: event.clientX, y: event.clientY };
    fingers.set(event.pointerId, at);
    const [across, along] = [Math.abs(at.x - first.x), Math.abs(at.y - first.y)];
    if (doing === "waits" && Math.hypot(across, along) > STILL) {
      clear();
      // A horizontal movement may belong to a slider.
      if (along > across && covers(first.x, first.y)) {
        beginScrolling();
      } else {
        play();
      }
    }
    if (doing === "scrolls") {
      scroll(at);
    } else if (doing === "plays") {
      move(at, LEFT);
    } else if (doing === "draws") {
      move(at, RIGHT);
    } else if (doing === "turns" && fingers.size === 2) {
      const now = apart();
      move(middle(), MIDDLE);
      if (Math.abs(now - spread) >= NOTCH) {
        const by = now - spread;
        spread = now;
        const centre = middle();
        later(() => canvas.dispatchEvent(new WheelEvent("wheel", { bubbles: true, cancelable: true, clientX: centre.x, clientY: centre.y, deltaY: -by / NOTCH, deltaMode: WheelEvent.DOM_DELTA_LINE })));
      }
    }
  };
  // The system has taken over the fingers: for its own gesture, a call, or palm rejection.
  const cancel = (event) => {
    if (doing === "turns") {
      release(middle(), MIDDLE);
    } else {
      abandonPress();
    }
    fingers.delete(event.pointerId);
    doing = fingers.size > 0 ? "ends" : undefined;
  };
  const up = (event) => {
    const at = { x: event.clientX, y: event.clientY };
    const centre = fingers.size === 2 ? middle() : at;
    fingers.delete(event.pointerId);
    clear();
    if (doing === "waits") {
      play();
    }
    if (doing === "plays") {
      release(at, LEFT);
    } else if (doing === "draws") {
      release(at, RIGHT);
    } else if (doing === "turns") {
      release(centre, MIDDLE);
    }
    doing = fingers.size > 0 ? "ends" : undefined;
  };

  const follow = (now) => {
    if (touches !== now) {
      touches = now;
      report(now);
    }
  };

  const listen = (type, handle) =>
    canvas.addEventListener(
      type,
      (event) => {
        // The events sent by this module are of type mouse.
        if (event.pointerType === "touch") {
          event.preventDefault();
          event.stopImmediatePropagation();
          handle(event);
        }
      },
      { capture: true },
    );
  canvas.addEventListener("pointerdown", (event) => event.isTrusted && follow(event.pointerType === "touch"), { capture: true });
  listen("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    canvas.focus();
    down(event);
  });
  listen("pointermove", (event) => fingers.has(event.pointerId) && moved(event));
  listen("pointerup", (event) => fingers.has(event.pointerId) && up(event));
  listen("pointercancel", (event) => fingers.has(event.pointerId) && cancel(event));
  for (const type of ["pointerenter", "pointerleave", "pointerover", "pointerout"]) {
    listen(type, () => {});
  }
}
