// The service worker: after one visit, the page also works without a network. The page itself comes
// from the server if it answers, so that updates are immediate; everything else has a hash in its
// name, and comes from the cache. An open page keeps the files of its version: browsers activate a
// new service worker, which deletes them, only when no page of the old one is open.

// All files of the page. scripts/web fills both in.
const ALL = [];
const VERSION = "";

// The table has two builds, and a browser uses one.
const build = new URL(self.location.href).searchParams.get("graphics");
const isUsed = (name) => !name.startsWith("table") || name.startsWith("table-webgpu") === (build === "webgpu");
const FILES = ALL.filter(isUsed);

const CACHE = `fairground-${VERSION}-${build}`;

// The page, without parameters.
const PAGE = new URL("./", self.location.href).href;

// Time to wait for the server's answer before using a stored one, ms.
const PATIENCE = 3_000;

// Stores all files. Those of an earlier version that have not changed are not loaded again.
async function store() {
  const cache = await caches.open(CACHE);
  const page = await loaded(PAGE, { cache: "no-cache" });
  const text = await page.clone().text();
  // The server may have been updated between two requests. The browser tries again later.
  if (!FILES.filter((name) => name.startsWith("page-")).every((name) => text.includes(name))) {
    throw new Error("the page belongs to another version");
  }
  await cache.put(PAGE, page);
  await Promise.all(
    FILES.map(async (name) => {
      const address = new URL(name, PAGE).href;
      await cache.put(address, (await caches.match(address)) ?? (await loaded(address)));
    }),
  );
}

async function loaded(address, options) {
  const answer = await fetch(address, options);
  if (!answer.ok) {
    throw new Error(`${address}: ${answer.status} ${answer.statusText}`);
  }
  return answer;
}

async function deleteOldVersions() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("fairground-") && name !== CACHE).map((name) => caches.delete(name)));
}

// The server's answer to a request, or the stored answer if none comes in time.
async function asked(request, address) {
  const stored = await caches.match(address, { cacheName: CACHE });
  const answer = fetch(request);
  if (!stored) {
    return answer;
  }
  const late = new Promise((resolve) => {
    setTimeout(resolve, PATIENCE, stored);
  });
  // A server that has another version, or is broken, has only an error.
  const good = answer.then(
    (answer) => (answer.ok ? answer : stored),
    () => stored,
  );
  return Promise.race([good, late]);
}

const isOwn = (address) => FILES.some((name) => new URL(name, PAGE).href === address);

self.addEventListener("install", (event) => event.waitUntil(store()));

self.addEventListener("activate", (event) => event.waitUntil(deleteOldVersions().then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const address = `${origin}${pathname}`;
  if (request.method !== "GET") {
    return;
  }
  if (request.mode === "navigate" && [PAGE, `${PAGE}index.html`].includes(address)) {
    event.respondWith(asked(request, PAGE));
  } else if (address.endsWith(".wasm") && isOwn(address)) {
    // Browsers keep compiled code for a response of their own cache.
    event.respondWith(asked(request, address));
  } else if (isOwn(address)) {
    event.respondWith(caches.match(address, { cacheName: CACHE }).then((stored) => stored ?? fetch(request)));
  }
});
