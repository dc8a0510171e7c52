// Mocks of the browser APIs used by the page's modules, for tests without a browser.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

// The page's scripts in a folder where Node treats them as modules.
const folder = mkdtempSync(join(tmpdir(), "fairground-"));
cpSync(fileURLToPath(new URL("../../../assets/web", import.meta.url)), folder, { recursive: true });
writeFileSync(join(folder, "package.json"), '{"type":"module"}');
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

// Imports a module of the page.
export const load = (name) => import(pathToFileURL(join(folder, name)));

class DomEvent extends Event {
  constructor(type, values = {}) {
    super(type, { bubbles: values.bubbles, cancelable: values.cancelable });
    for (const name of this.constructor.fields) {
      Object.defineProperty(this, name, { value: values[name] ?? this.constructor.defaults[name], enumerable: true });
    }
  }

  static fields = [];
  static defaults = {};
}

globalThis.FocusEvent = class extends DomEvent {
  static fields = ["relatedTarget"];
  static defaults = { relatedTarget: null };
};
globalThis.PointerEvent = class extends DomEvent {
  static fields = ["isTrusted", "pointerId", "pointerType", "clientX", "clientY", "button", "buttons", "coalescedEvents"];
};
globalThis.WheelEvent = class extends DomEvent {
  static fields = ["clientX", "clientY", "deltaY", "deltaMode"];
  static DOM_DELTA_PIXEL = 0;
  static DOM_DELTA_LINE = 1;
};
globalThis.KeyboardEvent = class extends DomEvent {
  static fields = ["key", "code", "keyCode", "ctrlKey", "shiftKey", "altKey", "metaKey", "isComposing", "altGraph"];
  static defaults = { key: "", code: "", ctrlKey: false, shiftKey: false, altKey: false, metaKey: false, isComposing: false };

  getModifierState(name) {
    return name === "AltGraph" && Boolean(this.altGraph);
  }
};

class ClassList extends Set {
  remove(name) {
    this.delete(name);
  }
}

// An element. Events do not bubble; capturing listeners on the window see them first.
export class Element extends EventTarget {
  hidden = false;
  value = "";
  style = {};
  elements = {};
  children = {};
  classList = new ClassList();

  querySelector(name) {
    this.children[name] ??= new Element();
    return this.children[name];
  }

  setPointerCapture() {}

  focus() {
    const before = document.activeElement;
    if (before === this) {
      return;
    }
    document.activeElement = this;
    before?.dispatchEvent(new FocusEvent("blur", { relatedTarget: this }));
    this.dispatchEvent(new FocusEvent("focus", { relatedTarget: before }));
  }

  dispatchEvent(event) {
    Object.defineProperty(event, "target", { value: this, configurable: true });
    let stopped = false;
    const stop = event.stopImmediatePropagation.bind(event);
    event.stopImmediatePropagation = () => {
      stopped = true;
      stop();
    };
    for (const [type, handle] of page.capturing) {
      if (type === event.type && !stopped) {
        handle(event);
      }
    }
    return stopped ? !event.defaultPrevented : super.dispatchEvent(event);
  }
}

// The page: elements by id, and listeners of the window.
export const page = { elements: new Map(), capturing: [], window: new EventTarget() };

globalThis.document = Object.assign(new EventTarget(), {
  activeElement: null,
  visibilityState: "visible",
  getElementById(id) {
    if (!page.elements.has(id)) {
      page.elements.set(id, new Element());
    }
    return page.elements.get(id);
  },
});
globalThis.addEventListener = (type, handle, options) =>
  options?.capture ? page.capturing.push([type, handle]) : page.window.addEventListener(type, handle);

// A clock that advances only on request.
export class Clock {
  #timers = new Map();
  #last = 0;
  now = 1_000_000;

  install() {
    Date.now = () => this.now;
    globalThis.setTimeout = (act, after = 0) => this.#add(act, after);
    globalThis.setInterval = (act, every) => this.#add(act, every, every);
    globalThis.clearTimeout = (id) => this.#timers.delete(id);
    globalThis.clearInterval = globalThis.clearTimeout;
    globalThis.requestAnimationFrame = (act) => this.#add(act, 16);
  }

  #add(act, after, every) {
    this.#last += 1;
    this.#timers.set(this.#last, { act, at: this.now + after, every });
    return this.#last;
  }

  // Advances the clock by this time, ms.
  async pass(span) {
    const end = this.now + span;
    for (;;) {
      await settle();
      const due = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) {
        break;
      }
      const [id, timer] = due;
      this.now = Math.max(this.now, timer.at);
      if (timer.every) {
        timer.at = this.now + timer.every;
      } else {
        this.#timers.delete(id);
      }
      timer.act();
    }
    this.now = end;
  }

  // Simulates sleep of the machine for this time, ms: timers fire late.
  async sleep(span) {
    this.now += span;
    await this.pass(0);
  }
}

// Lets pending promise callbacks run.
export async function settle() {
  for (let turn = 0; turn < 20; turn += 1) {
    await Promise.resolve();
  }
}
