import type { Locale } from '../kernel/texts/locale.ts';
import { PageBody } from './page-body.ts';

/** Set by script once a browser has the fonts of a language; those of Arabic pages are all there are. */
const FONTS_COOKIE = /(?:^|; )wasl-fonts=(ar|en)(?:;|$)/;
/** On the page's first element, as `consoles/shop/parts/document.tsx` renders it. */
const LATE = 'data-fonts="late"';
const HERE = 'data-fonts="here"';

/** Whether the browser has the fonts of a page in this language, so that it may be drawn with them at once. */
export function hasFonts(cookie: string | undefined, locale: Locale): boolean {
  const known = cookie === undefined ? null : FONTS_COOKIE.exec(cookie);
  return known !== null && (known[1] === 'ar' || known[1] === locale);
}

/** The page for a browser that has its fonts. @param html As it is rendered: for one that has not. */
export function withFonts(html: string): string {
  return html.replace(LATE, HERE);
}

/** A page for everybody, for browsers that have its fonts and for those that have not. */
export class PageBodies {
  readonly #html: string;
  readonly #late: PageBody;
  #here: PageBody | null = null;

  constructor(html: string) {
    this.#html = html;
    this.#late = new PageBody(html);
  }

  /** Bytes at most, in all forms together. */
  get size(): number {
    return this.#html.length * 5;
  }

  for(fonts: boolean): PageBody {
    if (!fonts) return this.#late;
    this.#here ??= new PageBody(withFonts(this.#html));
    return this.#here;
  }
}
