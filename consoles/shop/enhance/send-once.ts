/**
 * Milliseconds within which a second press counts as the first. A later one is sent: the answer may have been a file,
 * which leaves the page open, or loading was stopped.
 */
const SAME_PRESS_MS = 5_000;

const blocked = new Map<HTMLFormElement, number>();

/** A button pressed twice submits once. For browsers without script the service ensures the same. */
export function sendOnce(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== 'post' || event.defaultPrevented) return;
    if (blocked.has(form)) return event.preventDefault();
    blocked.set(form, window.setTimeout(release, SAME_PRESS_MS, form));
    form.setAttribute('aria-busy', 'true');
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    for (const form of blocked.keys()) release(form);
    // The page may be out of date: an order is placed only once.
    if (persisted && document.querySelector('[data-fresh]') !== null) location.reload();
  });
}

function release(form: HTMLFormElement): void {
  clearTimeout(blocked.get(form));
  blocked.delete(form);
  form.removeAttribute('aria-busy');
}
