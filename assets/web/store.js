// What the page keeps from one visit to the next: files by their paths, in IndexedDB.

const NAME = "fairground";
const FILES = "files";

function finished(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// The store; rejected where the browser keeps nothing.
export async function openStore() {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(FILES);
  return new Store(await finished(opening));
}

class Store {
  #database;

  constructor(database) {
    this.#database = database;
  }

  #files(mode) {
    return this.#database.transaction(FILES, mode).objectStore(FILES);
  }

  // All files: [path, { bytes, changed }], with the time of their last change in milliseconds since 1970.
  async all() {
    const files = this.#files("readonly");
    const [paths, contents] = await Promise.all([finished(files.getAllKeys()), finished(files.getAll())]);
    return paths.map((path, at) => [path, contents[at]]);
  }

  // Keeps a file.
  put(path, bytes) {
    return finished(this.#files("readwrite").put({ bytes, changed: Date.now() }, path));
  }

  // Keeps it no longer.
  remove(path) {
    return finished(this.#files("readwrite").delete(path));
  }
}
