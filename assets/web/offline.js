// Installs the service worker, once the table has been drawn: it stores the page with this build of
// the table for visits without a network. Pages inside others are not stored.

export function keepForOffline(build) {
  if (parent === window) {
    // Browsers have service workers only for HTTPS and for this machine.
    const address = new URL(`./sw.js?graphics=${build}`, import.meta.url);
    const worker = navigator.serviceWorker?.register(address, { updateViaCache: "none" });
    worker?.catch((error) => console.warn(`not stored for use offline: ${error.message}`));
  }
}
