import { whenIdle } from '../../shared/theme/when-idle.ts';

/** Pages work without it, too; it stores the page shown when the server cannot be reached. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const scope = `/${document.documentElement.lang}`;
  whenIdle(() => {
    navigator.serviceWorker.register('/shop-worker.js', { scope }).catch(() => undefined);
  });
}
