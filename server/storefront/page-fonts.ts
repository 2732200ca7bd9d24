import type { Locale } from '../kernel/texts/locale.ts';
import { PageBody } from './page-body.ts';

/**
 * Set by script once a browser has the fonts of a language; the fonts of Arabic pages include those of English ones.
 */
const FONTS_COOKIE = /(?:^|; )wasl-fonts=(ar|en)(?:;|$)/;
/** On the page's root element, as rendered by `consoles/shop/parts/document.tsx`. */
const LATE = 'data-fonts="late"';
const HERE = 'data-fonts="here"';

/** Whether the browser has the fonts for this language, so that the page may use them at once. */
export function hasFonts(cookie: string | undefined, locale: Locale): boolean {
  const known = cookie === undefined ? null : FONTS_COOKIE.exec(cookie);
  return known !== null && (known[1] === 'ar' || known[1] === locale);
}

/** The page for a browser with the fonts. @param html As rendered, for a browser without them. */
export function withFonts(html: string): string {
  return html.replace(LATE, HERE);
}

/** A public page in two forms, for browsers with and without its fonts. */
export class PageBodies {
  readonly #html: string;
  readonly #late: PageBody;
  #here: PageBody | null = null;

  constructor(html: string) {
    this.#html = html;
    this.#late = new PageBody(html);
  }

  /** Maximum bytes of all forms together. */
  get size(): number {
    return this.#html.length * 5;
  }

  for(fonts: boolean): PageBody {
    if (!fonts) return this.#late;
    this.#here ??= new PageBody(withFonts(this.#html));
    return this.#here;
  }
}
