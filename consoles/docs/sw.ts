import type { KeepAnswer, KeepRequest, KeptFile, KeptFiles } from '../shared/guide-offline/kept-files.ts';
import type { GuideLocale } from '../shared/guide-search/terms.ts';

declare const self: ServiceWorkerGlobalScope & { GUIDE: KeptFiles };

/**
 * Keeps the guide for reading without a connection: what was read, with styles and search; at the press of a button,
 * everything in one language. Names of assets change with their content; pages are kept in one cache for each version.
 */
const { version, files } = self.GUIDE;
const { scope } = self.registration;
const PREFIX = `wasl-guide ${new URL(scope).pathname} `;
const PAGES = `${PREFIX}pages ${version}`;
const ASSETS = `${PREFIX}assets`;
/** Which languages somebody chose to keep. */
const CHOICES = `${PREFIX}choices`;
const LOCALES: readonly GuideLocale[] = ['ar', 'en'];
const IS_ASSET = /^assets\//;
const LOAD_TIMEOUT_MS = 30_000;
/** After which a page that is kept is shown instead of waiting for the network. */
const PATIENCE_MS = 4_000;
const MAX_CONCURRENT_LOADS = 6;

const known = new Set(files.map(([address]) => address));

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  const address = addressOf(request.url);
  if (IS_ASSET.test(address)) event.respondWith(asset(address));
  else if (request.mode === 'navigate') event.respondWith(page(request, address));
});
self.addEventListener('message', (event) => {
  const [port] = event.ports;
  if (port !== undefined) event.waitUntil(answer(event.data as KeepRequest, port));
});

/** Everything of the new version is there before the former one goes: nobody is left with half of each. */
async function install(): Promise<void> {
  const open = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  const shown = open.filter(({ url }) => url.startsWith(scope)).map(({ url }) => addressOf(url));
  const read = [...shown, ...(await formerPages())];
  const locales = LOCALES.filter((locale) => read.some((address) => address.startsWith(`${locale}/`)));
  const chosen = await choices();
  await load([
    ...files.map(([address]) => address).filter((address) => /\.(js|css|svg)$/.test(address)),
    ...locales.flatMap((locale) => [`${locale}/`, `${locale}/offline/`, ...indexOf(locale)]),
    ...read,
    ...chosen.flatMap((locale) => filesOf(locale).map(([address]) => address)),
  ]);
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const former = names.filter((name) => name.startsWith(`${PREFIX}pages `) && name !== PAGES);
  await Promise.all(former.map((name) => caches.delete(name)));
  const assets = await caches.open(ASSETS);
  const outdated = (await assets.keys()).filter(({ url }) => !known.has(addressOf(url)));
  await Promise.all(outdated.map((request) => assets.delete(request)));
  await self.clients.claim();
}

async function asset(address: string): Promise<Response> {
  const assets = await caches.open(ASSETS);
  const kept = await assets.match(urlOf(address));
  if (kept !== undefined) return kept;
  const found = await fetch(urlOf(address));
  if (found.ok) await assets.put(urlOf(address), found.clone()).catch(() => undefined);
  return found;
}

/** From the network, so that it is the newest; without one, as it was read last. */
async function page(request: Request, address: string): Promise<Response> {
  const pages = await caches.open(PAGES);
  const kept = await pages.match(urlOf(address));
  try {
    const found = await fetch(
      request,
      kept === undefined ? {} : { signal: AbortSignal.timeout(PATIENCE_MS) },
    );
    if (found.ok) await pages.put(urlOf(address), found.clone()).catch(() => undefined);
    return found;
  } catch {
    return kept ?? insteadOf(address, pages);
  }
}

async function insteadOf(address: string, pages: Cache): Promise<Response> {
  const preferred = self.navigator.language.startsWith('ar') ? 'ar' : 'en';
  const locale = LOCALES.find((each) => address.startsWith(`${each}/`)) ?? preferred;
  for (const each of new Set([locale, ...LOCALES])) {
    // At its root, the service leads to the reader's language.
    const instead = address === '' ? `${each}/` : `${each}/offline/`;
    if (instead !== address && (await pages.match(urlOf(instead))) !== undefined)
      return Response.redirect(urlOf(instead));
  }
  return Response.error();
}

async function answer({ ask, locale }: KeepRequest, port: MessagePort): Promise<void> {
  const tell = (told: KeepAnswer) => port.postMessage(told);
  let failed = false;
  if (ask === 'keep') {
    try {
      await load(
        filesOf(locale).map(([address]) => address),
        tell,
      );
      await (await caches.open(CHOICES)).put(urlOf(locale), new Response());
    } catch {
      failed = true;
    }
  }
  if (ask === 'forget') await forget(locale);
  const kept = (await choices()).includes(locale);
  const own = filesOf(locale);
  const sum = (at: 2 | 3) => own.reduce((total, file) => total + file[at], 0);
  tell({ kept, failed, space: sum(2), load: sum(3) });
}

async function forget(locale: GuideLocale): Promise<void> {
  await (await caches.open(CHOICES)).delete(urlOf(locale));
  const others = new Set((await choices()).flatMap((each) => filesOf(each).map(([address]) => address)));
  const [pages, assets] = [await caches.open(PAGES), await caches.open(ASSETS)];
  for (const [address] of filesOf(locale)) {
    if (others.has(address)) continue;
    await (IS_ASSET.test(address) ? assets : pages).delete(urlOf(address));
  }
}

/** Loads what is not there yet, a few at once. Throws if one cannot be loaded or kept; what was loaded stays. */
async function load(wanted: readonly string[], tell?: (told: KeepAnswer) => void): Promise<void> {
  const [pages, assets] = [await caches.open(PAGES), await caches.open(ASSETS)];
  const addresses = [...new Set(wanted)].filter((address) => known.has(address));
  let next = 0;
  let done = 0;
  const one = async (address: string) => {
    const cache = IS_ASSET.test(address) ? assets : pages;
    if ((await cache.match(urlOf(address))) === undefined) {
      const signal = AbortSignal.timeout(LOAD_TIMEOUT_MS);
      // A page may be in the browser's own cache from the former version.
      const found = await fetch(urlOf(address), {
        signal,
        cache: IS_ASSET.test(address) ? 'default' : 'no-cache',
      });
      if (!found.ok || found.redirected) throw new Error(`${address} answered ${found.status}`);
      await cache.put(urlOf(address), found);
    }
    done += 1;
    tell?.({ done, all: addresses.length });
  };
  const worker = async () => {
    for (let address = addresses[next++]; address !== undefined; address = addresses[next++])
      await one(address);
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_LOADS }, worker));
}

/** Pages that were kept by the version before this one. */
async function formerPages(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(`${PREFIX}pages `));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map(({ url }) => addressOf(url));
}

async function choices(): Promise<GuideLocale[]> {
  const kept = await (await caches.open(CHOICES)).keys();
  return LOCALES.filter((locale) => kept.some(({ url }) => url === urlOf(locale)));
}

/** What is kept for readers of a language; some pages exist in English only. */
function filesOf(locale: GuideLocale): KeptFile[] {
  return files.filter(([, own]) => own === locale || own === '');
}

function indexOf(locale: GuideLocale): string[] {
  return files
    .map(([address]) => address)
    .filter((address) => address.startsWith(`assets/search-${locale}-`));
}

function urlOf(address: string): string {
  return `${scope}${address}`;
}

/** Below the guide's root, without query and anchor. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.slice(scope.length);
}
