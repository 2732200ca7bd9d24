/** A click on a thumbnail shows its picture in place of the first. */
export function gallery(): void {
  document.addEventListener('click', (event) => {
    const thumb =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-picture]') : null;
    const whole = thumb?.closest('[data-gallery]')?.querySelector<HTMLImageElement>(':scope > .picture img');
    if (thumb == null || whole == null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { url, alt, width, height } = JSON.parse(thumb.dataset.picture ?? '{}');
    Object.assign(whole, { src: url, alt, width, height });
    for (const other of thumb.closest('ul')?.querySelectorAll('[aria-current]') ?? [])
      other.removeAttribute('aria-current');
    thumb.setAttribute('aria-current', 'true');
  });
}
