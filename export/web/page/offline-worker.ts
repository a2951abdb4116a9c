/**
 * The service worker of a page: keeps all its files after the first visit, so that it opens without a network. What is kept is
 * one version: each file is checked against its hash before it counts, and either all are there or the version before stays.
 * A new version takes over between two visits, or when the only page that is open is loaded again.
 */

/** Stands before this script, when a folder is made (export/web/offline.ts). */
declare const kept: {
  version: string;
  /** SHA-256 in hexadecimal by name, relative to this script. */
  files: Record<string, string>;
};

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends Event {
  /** Browsers that do not know of reloads wait until no page is open. */
  readonly request: Request & { readonly isReloadNavigation?: boolean };
  respondWith(answer: Promise<Response>): void;
}
/** As much of a service worker as is used here: the types of pages have none of it. */
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { matchAll(): Promise<readonly unknown[]> };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', heard: (event: LastingEvent) => void): void;
  addEventListener(name: 'fetch', heard: (event: RequestEvent) => void): void;
  addEventListener(name: 'message', heard: (event: MessageEvent) => void): void;
}

const scope = self as unknown as Scope;
const folder = new URL('./', location.href);
/** Hashes by address. */
const hashes = new Map(Object.entries(kept.files).map(([name, hash]) => [new URL(name, folder).href, hash]));
/** Other pages of the same host have caches too. */
const ours = `tabletop-gym ${folder.href} `;
const current = ours + kept.version;
const TAKE_OVER = 'take over';

/** @throws Error when the host has another version of the file */
async function load(address: string): Promise<Response> {
  const answer = await fetch(address, { cache: 'no-cache' });
  const bytes = await answer.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (!answer.ok || hash !== hashes.get(address)) throw new Error(`${address} is another version`);
  // Anew: a page may not be answered by what a host has redirected.
  const headers = new Headers();
  for (const name of ['content-type', 'content-security-policy']) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(bytes, { headers });
}

async function keepAll(): Promise<void> {
  const files = await Promise.all([...hashes.keys()].map(async (address) => [address, await load(address)] as const));
  const cache = await caches.open(current);
  await Promise.all(files.map(([address, answer]) => cache.put(address, answer)));
}

async function forgetOthers(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(ours) && name !== current);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** @param again a page is loaded again: it is still among those that are open */
async function answer(address: string, again: boolean): Promise<Response> {
  const { waiting } = scope.registration;
  if (again && waiting && (await scope.clients.matchAll()).length < 2) {
    waiting.postMessage(TAKE_OVER);
    // Without an icon of its own, browsers would ask the host for one.
    return new Response('<link rel="icon" href="data:,">', { headers: { refresh: '0', 'content-type': 'text/html' } });
  }
  return (await (await caches.open(current)).match(address)) ?? load(address);
}

scope.addEventListener('install', (event) => event.waitUntil(keepAll()));
scope.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
scope.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) scope.skipWaiting();
});
scope.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const address = origin + (pathname === folder.pathname ? `${pathname}index.html` : pathname);
  if (event.request.method !== 'GET' || !hashes.has(address)) return;
  event.respondWith(answer(address, event.request.isReloadNavigation === true));
});
