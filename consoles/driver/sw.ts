import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { shownMessage } from './push/shown-message.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

/** The app opens without a network: everything of one version is kept, and every address of the app is its page. */
cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false });

const page = createHandlerBoundToURL('/driver/index.html');
/** What the service itself answers is never kept: it would be old and look new. */
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

// So that the first visit already survives the loss of the network.
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

/** In the app if it is there already. */
async function open(path: string): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (page === undefined) {
    await self.clients.openWindow(path);
    return;
  }
  page.postMessage({ type: 'GO', path });
  await page.focus();
}
