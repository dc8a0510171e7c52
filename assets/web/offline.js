// Installs the service worker, once the table has been drawn: it stores the page for visits without
// a network. Pages inside others are not stored.

export function keepForOffline() {
  if (parent === window) {
    // Browsers have service workers only for HTTPS and for this machine.
    const worker = navigator.serviceWorker?.register(new URL("./sw.js", import.meta.url), { updateViaCache: "none" });
    worker?.catch((error) => console.warn(`not stored for use offline: ${error.message}`));
  }
}
