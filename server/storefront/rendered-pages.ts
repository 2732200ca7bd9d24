import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Locale } from '../kernel/texts/locale.ts';
import type { BuiltPages } from './built-pages.ts';
import type { Forms } from './forms.ts';
import { PageBody } from './page-body.ts';
import type { Frame, Page } from './page-models.ts';

const MAX_PAGES = 2_000;
/** Characters of all kept pages together. */
const MAX_CHARACTERS = 40_000_000;

/** Where a page is. */
export interface Place {
  locale: Locale;
  /** Without the language. */
  path: string;
  /** With its question mark, or empty. */
  search: string;
}

/** What a page is made of, and the ETags of the answers it is made from: equal ETags, equal page. */
export interface PageParts {
  page: Page;
  shelves: Frame['shelves'];
}

export interface Rendered {
  html: string;
  /** In quotes, of the page as it is. */
  etag: string;
  /** Null for a page with forms, which is another one for each visitor. */
  body: PageBody | null;
}

/** Pages as they were rendered last, for as long as the answers they show are the same. */
export class RenderedPages {
  readonly #built: BuiltPages;
  readonly #forms: Forms;
  readonly #origin: string | null;
  readonly #kept = new LRUCache<string, Rendered>({
    max: MAX_PAGES,
    maxSize: MAX_CHARACTERS,
    // As it is, and as it is sent.
    sizeCalculation: ({ html, body }) => html.length * (body === null ? 1 : 3),
  });

  constructor(built: BuiltPages, forms: Forms, origin: string | null) {
    this.#built = built;
    this.#forms = forms;
    this.#origin = origin;
  }

  /** A page for everybody. @param from ETags of the answers it shows. @param make Reads them, if it must be rendered. */
  kept(place: Place, from: readonly string[], make: () => PageParts): Rendered {
    const key = [place.locale, place.path + place.search, ...from].join(' ');
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const html = this.render(place, make());
    const hash = createHash('sha256').update(key).update(this.#built.version).digest('base64url');
    const body = this.#forms.hasForms(html) ? null : new PageBody(html);
    const rendered = { html, etag: `"${hash.slice(0, 22)}"`, body };
    this.#kept.set(key, rendered);
    return rendered;
  }

  /** A page for one visitor. */
  render(place: Place, { page, shelves }: PageParts): string {
    return this.#built.renderPage(page, {
      ...place,
      origin: this.#origin,
      shelves,
      formToken: this.#forms.tokenMark,
      formKey: this.#forms.keyMark,
      assets: this.#built.assets,
    });
  }
}
