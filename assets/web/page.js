// The page: shows the position as a flat diagram while the table loads, and then the table.
// docs/browser.md lists the parameters of its address.

import { followSeat, memory, parameters, seatKey } from "./address.js";
import { avoidWebGpu, chooseBuild, reloadWithWebGl } from "./graphics.js";
import { listenForKeys } from "./keys.js";
import { makeNotices } from "./notices.js";
import { keepForOffline } from "./offline.js";
import { makeScripting } from "./scripting.js";
import { Sockets } from "./sockets.js";
import { playSound } from "./sound.js";
import { openStore } from "./store.js";
import { makeTextForm } from "./text-form.js";
import { listenForTouch } from "./touch.js";
import { listenForText } from "./typing.js";
import { Workers } from "./workers.js";

const WORKER = new URL("./worker.js", import.meta.url);
// Steps of the progress bar. Updating it for every chunk made a browser without a graphics card two
// seconds slower.
const PROGRESS_STEPS = 25;

const root = document.documentElement;
const element = (id) => document.getElementById(id);
const canvas = element("table");

const workers = new Workers(WORKER);
const scripting = makeScripting({ workers, canvas });
const notices = makeNotices(element("notice"));
const keys = listenForKeys(canvas);
const fieldHasFocus = listenForText(canvas);
const textForm = makeTextForm({ play: (text) => window.fairground.play(text), canvas });
const showSeat = followSeat();
const motion = matchMedia("(prefers-reduced-motion: reduce)");

element("reload").addEventListener("click", () => location.reload());
// Another match, analysis or seat. The browser itself loads nothing if only the fragment changes.
let leaving = false;
addEventListener("hashchange", () => {
  leaving = true;
  location.reload();
});

function say(words) {
  element("status").textContent = words;
}

// Replaces the table with an error message.
function stop(words) {
  if (root.dataset.ready !== "failed") {
    root.dataset.ready = "failed";
    element("stage").hidden = true;
    element("text-form").hidden = true;
    element("text-open").hidden = true;
    element("cover").hidden = false;
    element("reload").hidden = false;
    say(words);
    // Described by the message.
    element("reload").focus();
  }
}

// Shows the diagram first. The page of a room already has its own.
async function showDiagram({ game = "fluky", position, fetch }) {
  if (element("room")) {
    root.dataset.ready = "flat";
    return;
  }
  const values = [game, fetch ? undefined : position];
  const [diagram, [name, summary]] = await Promise.all([
    workers.start("diagram", values).result,
    workers.start("about", [game]).result,
  ]);
  const svg = new DOMParser().parseFromString(diagram, "image/svg+xml").documentElement;
  element("diagram").replaceChildren(document.importNode(svg, true));
  element("about").textContent = `${name}: ${summary}`;
  element("preview").hidden = false;
  root.dataset.ready ??= "flat";
}

// Loads the table with a progress bar. The response itself goes to the compiler: browsers cache
// compiled code by the response's URL, and a response made here has none.
async function load({ code, wasm, size }) {
  const [table, answer] = await Promise.all([import(code), fetch(wasm)]);
  if (!answer.ok) {
    throw new Error(`${wasm.pathname}: ${answer.status} ${answer.statusText}`);
  }
  // The compiler reports failures.
  count(answer.clone(), size).catch(() => {});
  await table.default({ module_or_path: answer });
  return table;
}

// Shows the download progress.
async function count(answer, size) {
  let read = 0;
  const reader = answer.body.getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    read += value.byteLength;
    element("progress").value = Math.floor(PROGRESS_STEPS * Math.min(read / size, 1)) / PROGRESS_STEPS;
  }
}

// Opens the store. Resolves with it and its files; without a store if the browser blocks it.
async function openStoreOrNone() {
  try {
    const store = await openStore();
    return [store, await store.all()];
  } catch {
    notices.show("This browser blocks storage for this page: matches and settings are not saved.");
    return [undefined, []];
  }
}

// Saves files in the store. The first failure is reported to the user.
function makeKeeping(store) {
  let failed = false;
  let asked = false;
  let resumed = null;
  const remember = () => {
    if (!leaving) {
      memory.set(location.href, resumed && (store?.keptAs(resumed) ?? resumed));
    }
  };
  return {
    async put(path, bytes) {
      try {
        await store?.put(path, bytes);
        // Another tab may have a file of this name.
        remember();
      } catch (error) {
        console.warn(`${path}: ${error.message}`);
        if (!failed) {
          failed = true;
          notices.show(`The browser could not save this match or its settings: ${error.message}`);
        }
      }
    },
    // The file of the match to resume after a reload, or null.
    resume(file) {
      resumed = file;
      remember();
    },
    // Asks the browser for persistent storage, once there is something to lose.
    persist() {
      if (!asked && store) {
        asked = true;
        navigator.storage?.persist?.().catch(() => {});
      }
    },
  };
}

// The functions that the table calls.
function makeHost(table, store) {
  const tasks = new Map();
  // The table discards events that arrive after the channel was closed.
  const receive = (channel, kind, text = "") => table.receive(channel, kind, text);
  const sockets = new Sockets(receive);
  const keeping = makeKeeping(store);
  return {
    connect(channel, url) {
      sockets.connect(channel, url);
    },
    work(channel, task) {
      const job = workers.start("task", [task], (text) => receive(channel, "text", text));
      tasks.set(channel, job.id);
      job.result.then(
        () => tasks.delete(channel) && receive(channel, "closed"),
        (error) => tasks.delete(channel) && receive(channel, "closed", error.message),
      );
    },
    send(channel, text) {
      sockets.send(channel, text);
    },
    close(channel) {
      const task = tasks.get(channel);
      tasks.delete(channel);
      sockets.close(channel);
      if (task !== undefined) {
        workers.cancel(task);
      }
    },
    sound(samples, rate) {
      playSound(samples, rate);
    },
    download(name, bytes) {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([bytes]));
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    },
    keep(path, bytes) {
      // The bytes are the table's own memory, and change.
      keeping.put(path, bytes.slice());
    },
    forget(path) {
      store?.remove(path).catch(() => {});
    },
    report(text) {
      const event = JSON.parse(text);
      if (event.event === "shown") {
        document.title = event.waits && event.online ? "Your turn – Fairground" : "Fairground";
        showSeat(event.room ?? null);
        // A reload resumes an unfinished match.
        keeping.resume(event.file && !event.outcome ? event.file : null);
        if (event.file) {
          keeping.persist();
        }
      }
      keys.onEvent(event);
      textForm.onEvent(event);
      if (event.event === "typing") {
        fieldHasFocus(event.focus);
      }
      scripting.tell(event);
    },
    answer: scripting.answer,
    stopped(reason) {
      console.error(reason);
      onGraphicsLost();
    },
    fail(reason) {
      console.error(reason);
      stop("The table crashed. Reload the page; your match is kept.");
    },
  };
}

// Fetches the file named in the page's address, one of the table's initial files.
async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) {
    throw new Error(`${address}: ${answer.status} ${answer.statusText}`);
  }
  const name = new URL(address, location.href).pathname.split("/").pop() || "match.jsonl";
  return [`/opened/${name}`, new Uint8Array(await answer.arrayBuffer())];
}

function listenForFiles(table) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const file = [...event.dataTransfer.files].at(-1);
    if (file) {
      table.open(file.name, new Uint8Array(await file.arrayBuffer()));
    }
  });
}

// Called when the graphics context or device is lost, for example after a long time in the
// background. If WebGPU never drew the table, WebGL 2 draws it instead.
function onGraphicsLost() {
  if (root.dataset.graphics === "webgpu") {
    avoidWebGpu();
    if (root.dataset.ready !== "table") {
      reloadWithWebGl();
      return;
    }
  }
  stop("The graphics context was lost. Reload the page; your match is kept.");
}

// Starts the table behind the cover.
async function begin(requested, build) {
  const [table, [store, files]] = await Promise.all([load(build), openStoreOrNone()]);
  for (const [path, { bytes, changed }] of files) {
    table.restore(path, bytes, changed);
  }
  store?.hear((path, file) => table.adopt(path, file?.bytes, file?.changed ?? 0));
  const { fetch: address, graphics: _, ...rest } = requested;
  rest.reduced_motion = motion.matches;
  rest.touch = matchMedia("(hover: none) and (pointer: coarse)").matches;
  motion.addEventListener("change", () => table.reduce_motion(motion.matches));
  const left = memory.get(location.href);
  // Saving may have failed, or the browser may have deleted the file.
  if (left && files.some(([path]) => path === left)) {
    rest.resume = left;
  } else if (address) {
    try {
      const [path, bytes] = await fetched(address);
      table.restore(path, bytes, Date.now());
      rest.file = path;
    } catch (error) {
      notices.show(`The match file could not be opened: ${error.message}`);
    }
  }
  // The canvas takes its size from the stage.
  element("stage").hidden = false;
  scripting.begin(table);
  listenForTouch(canvas, { covers: (x, y) => table.covers(x, y), report: (touch) => table.touch(touch) });
  listenForFiles(table);
  canvas.addEventListener("webglcontextlost", onGraphicsLost);
  say("Setting the table …");
  table.start(makeHost(table, store), JSON.stringify(rest));
  await scripting.ready;
  return table;
}

function uncover(table, build) {
  element("cover").hidden = true;
  root.dataset.ready = "table";
  if (!textForm.begin(table)) {
    canvas.focus();
  }
  keepForOffline(build.name);
}

// Resolves with the name from the form of a room's page, once submitted. A link without a key is
// for spectators.
function seatTaken(form) {
  if (!location.hash) {
    form.querySelector("button").textContent = "Watch";
    form.querySelector("label").hidden = true;
  }
  const seat = seatKey(location.href);
  const known = memory.get(seat);
  if (known !== null) {
    form.hidden = true;
    return Promise.resolve(known);
  }
  return new Promise((resolve) => {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      form.hidden = true;
      memory.set(seat, form.elements.name.value);
      resolve(form.elements.name.value);
    });
    // Without a listener, the form would reload the page.
    form.querySelector("button").disabled = false;
  });
}

async function main() {
  const asked = element("room") ? { options: {} } : parameters(location);
  const form = element("take-seat");
  const name = form && seatTaken(form);
  const [build] = await Promise.all([
    chooseBuild(parameters(location).graphics),
    // The diagram is shown first, so it is loaded first.
    showDiagram(asked).catch((error) => say(error.message)),
  ]);
  if (!build) {
    element("progress").hidden = true;
    say("The table cannot be drawn: this browser has neither WebGPU nor WebGL 2. Try another browser, or enable hardware acceleration.");
    return;
  }
  root.dataset.graphics = build.name;
  say("Loading the table …");
  const table = await begin(asked, build);
  say("");
  element("progress").hidden = true;
  if (form) {
    table.join(location.href, await name);
  }
  uncover(table, build);
}

main().catch((error) => {
  console.error(error);
  element("progress").hidden = true;
  stop(`The table could not be loaded: ${error?.message ?? error}. Reload the page to try again.`);
});
