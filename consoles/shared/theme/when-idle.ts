/** Runs once the page has loaded and the browser is idle. */
export function whenIdle(work: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5_000 });
    else setTimeout(work, 1_000);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait);
}
