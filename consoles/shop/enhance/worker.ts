/**
 * Caches the page that says the server cannot be reached, in its pages' language, and built files, whose names change
 * with their content. Never a page with personal content.
 */
declare const self: ServiceWorkerGlobalScope;
/** Inserted by the server: another build has another worker, with a cache of its own. */
declare const VERSION: string;

const LANGUAGE = new URL(self.registration.scope).pathname;
/** The other language's worker has its own cache. */
const OWN_CACHES = `shop${LANGUAGE}-`;
const CACHE = OWN_CACHES + VERSION;
const OFFLINE = `${LANGUAGE}/offline`;
const BUILT_FILES = '/shop/assets/';

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === 'navigate') {
    event.respondWith(page(event));
  } else if (request.method === 'GET' && origin === location.origin && pathname.startsWith(BUILT_FILES)) {
    event.respondWith(builtFile(request));
  }
});

async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(CACHE);
  const reply = await fetch(OFFLINE, { credentials: 'omit', cache: 'no-cache' });
  if (!reply.ok) throw new Error('the page for times without a connection is not to be had');
  const html = await reply.clone().text();
  const files = [...html.matchAll(/(?:href|src)="(\/shop\/assets\/[^"]+\.(?:css|js|svg))"/g)];
  await cache.addAll([...new Set(files.map(([, file = '']) => file))]);
  await cache.put(OFFLINE, reply);
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OWN_CACHES) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The browser requests the page while this script is still starting.
  await self.registration.navigationPreload?.enable();
}

async function page({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return ((await preloadResponse) as Response | undefined) ?? (await fetch(request));
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function builtFile(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept !== undefined) return kept;
  const reply = await fetch(request);
  if (reply.ok) await (await caches.open(CACHE)).put(request, reply.clone());
  return reply;
}

export {};
