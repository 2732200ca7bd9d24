/** Waits; rejects as `fetch` does when it is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const calledOff = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', calledOff);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) calledOff();
    else signal?.addEventListener('abort', calledOff, { once: true });
  });
}
