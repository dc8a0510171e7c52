// Storage between visits: files by path, in IndexedDB. Tabs share it, so no tab overwrites the
// changes of another. JSON files are merged; for other files changed by both, each tab keeps its
// own copy.

import { merge } from "./merge.js";

const NAME = "fairground";
const FILES = "files";

function finished(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// Opens the store; rejects if the browser blocks storage.
export async function openStore() {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(FILES);
  return new Store(await finished(opening));
}

const isJson = (path) => path.endsWith(".json");
const sameBytes = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

function parse(bytes) {
  return bytes && JSON.parse(new TextDecoder().decode(bytes));
}

// Merges the changes that another tab has made since `base` into `ours`. If any of them is not
// JSON, `ours` is kept.
function merged(base, ours, theirs) {
  try {
    const [before, own, other] = [base, ours, theirs].map(parse);
    const both = merge(before, own, other);
    return both === own ? ours : new TextEncoder().encode(`${JSON.stringify(both, null, 2)}\n`);
  } catch {
    return ours;
  }
}

// A numbered variant of `path`: `match-2.jsonl` for `match.jsonl`.
function numbered(path, number) {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") ? `${path.slice(0, dot)}-${number}${path.slice(dot)}` : `${path}-${number}`;
}

class Store {
  #database;
  // Prefix of this tab's write marks.
  #tab = `${Date.now()}-${Math.random()} `;
  #writes = 0;
  // The last state read or written by this tab, by path: the mark, and for JSON files the bytes.
  #known = new Map();
  // The stored names of this tab's files, if another tab's file already has their path as its name.
  #names = new Map();

  // Tells other tabs the names of changed files, and hears theirs.
  #tabs = globalThis.BroadcastChannel && new BroadcastChannel(NAME);

  constructor(database) {
    this.#database = database;
  }

  // Calls `changed` with each file that another tab changes: its path, and its contents or undefined.
  // It returns whether this tab goes on with them.
  hear(changed) {
    this.#tabs?.addEventListener("message", async ({ data: path }) => {
      // This tab has another file at this path, stored under a numbered name.
      if (this.#names.has(path)) {
        return;
      }
      const known = this.#known.get(path);
      const files = this.#database.transaction(FILES, "readonly").objectStore(FILES);
      const file = await finished(files.get(path));
      // For JSON files, the base of a merge stays what this tab last read or wrote. A write of this
      // tab in the meantime counts, too.
      if (changed(path, file) && !isJson(path) && this.#known.get(path) === known) {
        this.#restoreKnown(path, file && { mark: file.mark });
      }
    });
  }

  // Runs `act` in a transaction, during which no other tab writes. Resolves with its result once
  // everything is on disk.
  #write(act) {
    return new Promise((resolve, reject) => {
      const transaction = this.#database.transaction(FILES, "readwrite");
      let result;
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(transaction.error ?? new Error("the browser aborted the write"));
      act(transaction.objectStore(FILES), (value) => {
        result = value;
      });
    });
  }

  #know(path, { bytes, mark }) {
    this.#known.set(path, { mark, bytes: isJson(path) ? bytes : undefined });
  }

  // All files: [path, { bytes, changed }], with the time of their last change in ms of Unix time.
  async all() {
    const files = this.#database.transaction(FILES, "readonly").objectStore(FILES);
    const [paths, contents] = await Promise.all([finished(files.getAllKeys()), finished(files.getAll())]);
    paths.forEach((path, at) => this.#know(path, contents[at]));
    return paths.map((path, at) => [path, contents[at]]);
  }

  // The name under which a file of this tab is stored.
  keptAs(path) {
    return this.#names.get(path) ?? path;
  }

  async put(path, bytes) {
    const file = { bytes, changed: Date.now(), mark: `${this.#tab}${++this.#writes}` };
    // Later writes of this tab build on this one, even while it is in progress.
    const known = this.#known.get(path);
    this.#know(path, file);
    try {
      const name = await this.#write((files, done) => this.#putAs(files, done, path, this.keptAs(path), file, known, 2));
      if (name !== this.keptAs(path)) {
        this.#names.set(path, name);
        await this.#copySecret(path, name);
      }
      this.#tabs?.postMessage(name);
    } catch (error) {
      if (this.#known.get(path)?.mark === file.mark) {
        this.#restoreKnown(path, known);
      }
      throw error;
    }
  }

  // Copies the secret of a match with committed dice, which is stored beside its file. A match
  // without its secret cannot be resumed.
  async #copySecret(path, name) {
    const [from, to] = [`${path}.secret`, `${name}.secret`];
    this.#names.set(from, to);
    const mark = `${this.#tab}${++this.#writes}`;
    await this.#write((files) => {
      const reading = files.get(from);
      reading.onsuccess = () => reading.result && files.put({ ...reading.result, mark }, to);
    });
  }

  #putAs(files, done, path, name, file, known, number) {
    const reading = files.get(name);
    reading.onsuccess = () => {
      const there = reading.result;
      if (there && isJson(path)) {
        files.put({ ...file, bytes: merged(known?.bytes, file.bytes, there.bytes) }, name);
        done(name);
      } else if (!there || this.#isOwn(there, known) || sameBytes(there.bytes, file.bytes)) {
        files.put(file, name);
        done(name);
      } else {
        this.#putAs(files, done, path, numbered(path, number), file, known, number + 1);
      }
    };
  }

  // Whether a file is unchanged since this tab wrote or read it.
  #isOwn(there, known) {
    return Boolean(there.mark?.startsWith(this.#tab)) || (known !== undefined && there.mark === known.mark);
  }

  #restoreKnown(path, known) {
    if (known) {
      this.#known.set(path, known);
    } else {
      this.#known.delete(path);
    }
  }

  // Deletes a file, unless another tab has changed it.
  async remove(path) {
    const [name, known] = [this.keptAs(path), this.#known.get(path)];
    this.#known.delete(path);
    this.#names.delete(path);
    await this.#write((files) => {
      const reading = files.get(name);
      reading.onsuccess = () => {
        if (reading.result && (isJson(path) || this.#isOwn(reading.result, known))) {
          files.delete(name);
        }
      };
    });
    this.#tabs?.postMessage(name);
  }
}
