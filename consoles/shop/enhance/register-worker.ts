import { whenIdle } from './when-idle.ts';

/** Without it pages work as well: it keeps the one that says that nobody can be reached. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const scope = `/${document.documentElement.lang}`;
  whenIdle(() => {
    navigator.serviceWorker.register('/shop-worker.js', { scope }).catch(() => undefined);
  });
}
