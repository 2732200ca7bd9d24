/** Shared with the consoles, so that one choice holds for all of them on one host. */
const STORED = 'wasl.theme';

/** Shows the stored choice; without one, the pages follow the system. */
export function showTheme(): void {
  const stored = read();
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored;
}

/** The other theme than the one that is shown. */
export function chooseTheme(): void {
  const { dataset } = document.documentElement;
  const dark =
    dataset.theme === 'dark' ||
    (dataset.theme === 'auto' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  dataset.theme = dark ? 'light' : 'dark';
  try {
    localStorage.setItem(STORED, dataset.theme);
  } catch {
    // Without storage the choice holds for this page.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}
