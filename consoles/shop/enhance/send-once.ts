/** A button that is pressed twice sends once. The service sees to the same for browsers without script. */
export function sendOnce(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== 'post' || event.defaultPrevented) return;
    if (form.dataset.sent === 'yes') return event.preventDefault();
    form.dataset.sent = 'yes';
    form.setAttribute('aria-busy', 'true');
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sent]')) {
      delete form.dataset.sent;
      form.removeAttribute('aria-busy');
    }
    // What this page offers may be over: an order is placed once.
    if (persisted && document.querySelector('[data-fresh]') !== null) location.reload();
  });
}
