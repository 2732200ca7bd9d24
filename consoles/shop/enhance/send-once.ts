/**
 * A second press that is meant as the first comes before this. A later one is sent: the answer may have been a file,
 * which leaves the page as it is, or its loading was stopped.
 */
const SAME_PRESS_MS = 5_000;

const blocked = new Map<HTMLFormElement, number>();

/** A button that is pressed twice sends once. The service sees to the same for browsers without script. */
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
    // What this page offers may be over: an order is placed once.
    if (persisted && document.querySelector('[data-fresh]') !== null) location.reload();
  });
}

function release(form: HTMLFormElement): void {
  clearTimeout(blocked.get(form));
  blocked.delete(form);
  form.removeAttribute('aria-busy');
}
