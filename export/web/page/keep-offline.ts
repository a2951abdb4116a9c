/**
 * Keeps the files of an exported folder for when there is no network. A page without a manifest is served by `play --web`: the
 * next game may come from the same address.
 */
export function keepOffline(): void {
  if (!document.querySelector('link[rel=manifest]')) return;
  // Browsers have it on https and on this machine. A page plays as well without it.
  navigator.serviceWorker?.register(new URL('offline.js', document.baseURI)).catch(() => {});
}
