/** Announces a text to screen readers. */
export function announce(words: string): void {
  const place = document.querySelector<HTMLElement>('[data-announce]');
  if (place !== null) place.textContent = words;
}
