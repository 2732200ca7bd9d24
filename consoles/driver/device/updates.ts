import { ExternalStore } from '../../shared/state/external-store.ts';

/** Milliseconds between checks for a new version. */
const CHECK_EVERY_MS = 15 * 60_000;

/**
 * Milliseconds a new version that was asked for may keep waiting. Chromium 156 sometimes believes for minutes that the
 * old worker is busy (one update in ten, until a page is closed): then the page is reloaded, which frees it.
 */
const HELD_BACK_AFTER_MS = 3000;
/** Key in the session storage: the page was reloaded for a version that was held back. */
const ASKED_FOR = 'wasl-driver-update';

/** A new version waiting to be activated; null if this is the latest. */
export const waitingVersion = new ExternalStore<ServiceWorker | null>(null);

/**
 * Registers the service worker below the app's path. A new version waits until the driver accepts it: nothing may
 * change while a driver is counting cash.
 */
export async function watchUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register('/driver/sw.js', {
    scope: '/driver/',
    updateViaCache: 'none',
  });
  const look = () => {
    // The very first worker replaces nothing.
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) {
      waitingVersion.set(registration.waiting);
    }
  };
  look();
  if (sessionStorage.getItem(ASKED_FOR) !== null) {
    sessionStorage.removeItem(ASKED_FOR);
    // This page may still have been served by the old version.
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  }
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  setInterval(() => void registration.update().catch(() => undefined), CHECK_EVERY_MS);
}

/** Opens the target of a tapped notification in the page that is already open. Returns a function that stops it. */
export function watchTaps(go: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const hear = ({ data }: MessageEvent) => {
    const { type, path } = (data ?? {}) as { type?: string; path?: string };
    if (type === 'GO' && typeof path === 'string') go(path);
  };
  navigator.serviceWorker.addEventListener('message', hear);
  return () => navigator.serviceWorker.removeEventListener('message', hear);
}

/** Activates the waiting version and reloads with it. */
export function applyUpdate(): void {
  const waiting = waitingVersion.get();
  if (waiting === null) return;
  // Activated: it may be so already, for a worker whose last page was gone for a moment does not wait any longer.
  // Redundant: a newer one has taken its place, and is found by the page that starts again.
  const again = () => {
    if (waiting.state === 'activated' || waiting.state === 'redundant') location.reload();
  };
  waiting.addEventListener('statechange', again);
  waiting.postMessage({ type: 'SKIP_WAITING' });
  again();
  setTimeout(() => {
    sessionStorage.setItem(ASKED_FOR, 'yes');
    location.reload();
  }, HELD_BACK_AFTER_MS);
}
