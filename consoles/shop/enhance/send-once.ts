/**
 * Milliseconds within which a second press is ignored. A later one is sent, because the first may be over although the
 * page is still open: its answer was a file, or the user stopped loading.
 */
const SAME_PRESS_MS = 5_000;

const blocked = new Map<HTMLFormElement, number>();

/** A button pressed twice submits once. Without script, the service itself ignores the repetition. */
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
    // The browser may have restored an old page, e.g. a checkout whose order has been placed: load it again.
    if (persisted && document.querySelector('[data-fresh]') !== null) location.reload();
  });
}

function release(form: HTMLFormElement): void {
  clearTimeout(blocked.get(form));
  blocked.delete(form);
  form.removeAttribute('aria-busy');
}
