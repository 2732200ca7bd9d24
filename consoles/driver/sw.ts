import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { shownMessage } from './push/shown-message.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

/**
 * Lets the app open without a network: all files of one version are cached, and every address of the app serves its
 * page.
 */
cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false });

const page = createHandlerBoundToURL('/driver/index.html');
/** Answers of the service are never cached: they would be out of date without looking it. */
const OWN = /^\/driver\/(?!settings\.json$|sw\.js$)/;

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate') return;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin || !OWN.test(url.pathname)) return;
  event.respondWith(page({ request, event, url }) as Promise<Response>);
});

self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

// So that even the first visit survives the loss of the network.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => event.waitUntil(show(event.data?.text() ?? '')));

/** Shows a notification, unless a page is visible: that one rings itself. */
async function show(text: string): Promise<void> {
  const message = shownMessage(text);
  if (message === null) return;
  const pages = await self.clients.matchAll({ type: 'window' });
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
  await self.registration.showNotification(message.title, message.options);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data as { path: string };
  event.waitUntil(open(path));
});

/** Opens the path in the app's page if one is open, else in a new one. */
async function open(path: string): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (page === undefined) {
    await self.clients.openWindow(path);
    return;
  }
  page.postMessage({ type: 'GO', path });
  await page.focus();
}
