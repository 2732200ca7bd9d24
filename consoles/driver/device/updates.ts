import { ExternalStore } from '../../shared/state/external-store.ts';

/** Milliseconds between two looks for a new version. */
const CHECK_EVERY_MS = 15 * 60_000;

/**
 * Milliseconds a new version that was asked for may go on waiting. Chromium sometimes believes for minutes that the old
 * one has work to do (one update in ten with 156, until a page goes away): then the page starts again, which frees it.
 */
const HELD_BACK_AFTER_MS = 3000;
/** In the session storage: the page was started again for a version that was held back. */
const ASKED_FOR = 'wasl-driver-update';

/** A new version waiting to be activated; null if this is the latest. */
export const waitingVersion = new ExternalStore<ServiceWorker | null>(null);

/**
 * Registers the service worker below the app's path. A new version waits until the driver says so: nothing may change
 * under a hand that is counting cash.
 */
export async function watchUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register('/driver/sw.js', {
    scope: '/driver/',
    updateViaCache: 'none',
  });
  const look = () => {
    // The first worker of all replaces nothing.
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) {
      waitingVersion.set(registration.waiting);
    }
  };
  look();
  if (sessionStorage.getItem(ASKED_FOR) !== null) {
    sessionStorage.removeItem(ASKED_FOR);
    // This page may still have come from the old version.
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  }
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  setInterval(() => void registration.update().catch(() => undefined), CHECK_EVERY_MS);
}

/** Where a notification that was tapped leads, in the page that was there already. Ended by the function it returns. */
export function watchTaps(go: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const hear = ({ data }: MessageEvent) => {
    const { type, path } = (data ?? {}) as { type?: string; path?: string };
    if (type === 'GO' && typeof path === 'string') go(path);
  };
  navigator.serviceWorker.addEventListener('message', hear);
  return () => navigator.serviceWorker.removeEventListener('message', hear);
}

/** Takes the waiting version into use and starts again with it. */
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
