import { whenIdle } from './when-idle.ts';

const FACES = ['400 1em "IBM Plex Sans Arabic"', '600 1em "IBM Plex Sans Arabic"'];
/** A character of each file's range. */
const LATIN = 'a';
const ARABIC = '\u0627';

/**
 * Fetches this language's fonts for later pages once the network is idle, and says so. The present page, drawn without
 * them, is not changed.
 */
export function lateFonts(areHere: (language: string) => void): void {
  const { lang, dataset } = document.documentElement;
  if (dataset.fonts !== 'late') return;
  const text = lang === 'ar' ? LATIN + ARABIC : LATIN;
  whenIdle(() => {
    Promise.all(FACES.map((face) => document.fonts.load(face, text))).then(
      () => areHere(lang),
      // The next page tries again.
      () => undefined,
    );
  });
}
