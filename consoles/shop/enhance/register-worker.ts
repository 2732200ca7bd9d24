/** Once the page is there and the browser has nothing better to do. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const scope = `/${document.documentElement.lang}`;
  window.addEventListener('load', () => {
    const register = () => {
      // Without it pages work as well: it keeps the one that says that nobody can be reached.
      navigator.serviceWorker.register('/shop-worker.js', { scope }).catch(() => undefined);
    };
    if ('requestIdleCallback' in window) requestIdleCallback(register, { timeout: 5_000 });
    else setTimeout(register, 1_000);
  });
}
