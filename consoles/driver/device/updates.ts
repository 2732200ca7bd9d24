import { ExternalStore } from '../../shared/state/external-store.ts';

/** Milliseconds between two looks for a new version. */
const LOOK_EVERY = 15 * 60_000;

/** A new version that waits to be taken into use; null while there is none. */
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
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY);
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
}
