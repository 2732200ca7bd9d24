import type { KeepAnswer, KeepRequest } from '../../shared/guide-offline/kept-files.ts';
import type { GuideLocale } from '../../shared/guide-search/terms.ts';

const BYTES_PER_MEGABYTE = 1_000_000;

/** Registers the service worker, and offers to keep the guide on this device. The element names root, language and texts. */
export async function offerKeeping(foot: HTMLElement): Promise<void> {
  const { root = '', size = '', keeping = '', kept = '', failed = '' } = foot.dataset;
  const locale: GuideLocale = foot.dataset.locale === 'ar' ? 'ar' : 'en';
  const keep = foot.querySelector<HTMLButtonElement>('[data-keep-button]');
  const forget = foot.querySelector<HTMLButtonElement>('[data-forget-button]');
  const status = foot.querySelector('[role=status]');
  if (keep === null || forget === null || status === null) return;
  const registration = await navigator.serviceWorker.register(new URL(`${root}sw.js`, location.href));
  const worker = await activeOf(registration);
  const megabytes = new Intl.NumberFormat(`${locale}-u-nu-latn`, {
    ...{ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 },
  });
  const inMegabytes = (bytes: number) => megabytes.format(bytes / BYTES_PER_MEGABYTE);
  const show = (told: KeepAnswer) => {
    if ('done' in told) {
      status.textContent = filled(keeping, { done: String(told.done), all: String(told.all) });
      return;
    }
    keep.hidden = told.kept;
    forget.hidden = !told.kept;
    keep.disabled = false;
    const text = told.failed ? failed : told.kept ? kept : size;
    status.textContent = filled(text, { load: inMegabytes(told.load), space: inMegabytes(told.space) });
  };
  const ask = (what: KeepRequest['ask']) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<KeepAnswer>) => show(data);
    worker.postMessage({ ask: what, locale } satisfies KeepRequest, [port2]);
  };
  keep.addEventListener('click', () => {
    keep.disabled = true;
    // The browser may refuse: then it removes what is kept when space becomes scarce.
    navigator.storage?.persist?.().catch(() => undefined);
    ask('keep');
  });
  forget.addEventListener('click', () => ask('forget'));
  ask('state');
  foot.hidden = false;
}

function activeOf(registration: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const { active } = registration;
  if (active !== null) return Promise.resolve(active);
  const worker = registration.installing ?? registration.waiting;
  if (worker === null) return Promise.reject(new Error('There is no service worker.'));
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve(worker);
      if (worker.state === 'redundant') reject(new Error('The service worker was not installed.'));
    });
  });
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
