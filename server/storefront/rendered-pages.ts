import { createHash } from 'node:crypto';
import type { Locale } from '../kernel/texts/locale.ts';
import type { BuiltPages } from './built-pages.ts';
import type { Forms } from './forms.ts';
import type { KeptPage, KeptPages } from './kept-pages.ts';
import { PageBodies } from './page-fonts.ts';
import type { Frame, Page } from './page-models.ts';
import type { ShownAnswer } from './shown-answer.ts';

/** A page's location. */
export interface Place {
  locale: Locale;
  /** Without the language. */
  path: string;
  /** With its question mark, or empty. */
  search: string;
}

/** The data of a page. */
export interface PageParts {
  page: Page;
  shelves: Frame['shelves'];
}

/** A public page: the same URL, variant and responses give the same page. */
export interface PublicPage {
  /** The responses it shows. */
  from: readonly ShownAnswer[];
  /** What else of the request it depends on. */
  variant?: string;
  /** Parses the responses; only called if the page must be rendered. */
  make(): PageParts;
}

/** Renders pages with the built bundle; public pages are cached as long as the responses they show are the same. */
export class RenderedPages {
  readonly #built: BuiltPages;
  readonly #forms: Forms;
  readonly #origin: string | null;
  readonly #kept: KeptPages;

  constructor(built: BuiltPages, forms: Forms, origin: string | null, kept: KeptPages) {
    this.#built = built;
    this.#forms = forms;
    this.#origin = origin;
    this.#kept = kept;
  }

  /** A public page. @param address The requested URL. */
  kept(address: string, place: Place, { from, variant, make }: PublicPage): KeptPage {
    const tags = from.map(({ etag }) => etag).join(' ');
    const known = this.#kept.get(address, variant);
    if (known?.tags === tags) return known;
    const html = this.render(place, make());
    const hash = createHash('sha256').update(`${address} ${variant} ${tags}`).update(this.#built.version);
    const page: KeptPage = {
      ...{ locale: place.locale, tags, from },
      etag: `"${hash.digest('base64url').slice(0, 22)}"`,
      content: this.#forms.hasForms(html) ? { html } : new PageBodies(html),
    };
    this.#kept.set(page, address, variant);
    return page;
  }

  /** A personal page. */
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
