/** Shared with the consoles, so that one choice holds for all of them on one host. */
const STORED = 'wasl.theme';

/** Pictures follow the system by themselves, and a choice, which early.ts has shown otherwise, only when they are told. */
export function themePictures(): void {
  const { theme } = document.documentElement.dataset;
  if (theme === 'auto') return;
  for (const source of document.querySelectorAll<HTMLSourceElement>('picture source'))
    source.media = theme === 'dark' ? 'all' : 'not all';
}

/** The other theme than the one that is shown. */
export function chooseTheme(): void {
  const { dataset } = document.documentElement;
  const dark =
    dataset.theme === 'dark' ||
    (dataset.theme === 'auto' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  const chosen = dark ? 'light' : 'dark';
  dataset.theme = chosen;
  themePictures();
  try {
    localStorage.setItem(STORED, chosen);
  } catch {
    // Without storage the choice holds for this page.
  }
}
