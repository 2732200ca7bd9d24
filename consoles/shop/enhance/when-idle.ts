/** Once the page is there and the browser has nothing better to do. */
export function whenIdle(work: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5_000 });
    else setTimeout(work, 1_000);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait);
}
