import { whenIdle } from './when-idle.ts';

const FACES = ['400 1em "IBM Plex Sans Arabic"', '600 1em "IBM Plex Sans Arabic"'];
/** A character of each file's range. */
const LATIN = 'a';
const ARABIC = '\u0627';
const YEAR_SECONDS = 31_536_000;

/**
 * Fetches this language's fonts for later pages once the network is idle, and sets a cookie that lets the server use
 * them. The present page is not changed.
 */
export function lateFonts(): void {
  const { lang, dataset } = document.documentElement;
  if (dataset.fonts !== 'late') return;
  const text = lang === 'ar' ? LATIN + ARABIC : LATIN;
  whenIdle(() => {
    Promise.all(FACES.map((face) => document.fonts.load(face, text))).then(
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
      () => (document.cookie = `wasl-fonts=${lang}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax; Secure`),
      // The next page tries again.
      () => undefined,
    );
  });
}
