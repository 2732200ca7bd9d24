import { LRUCache } from 'lru-cache';
import type { InProcess, Visitor } from '../kernel/http/in-process.ts';
import { notFound } from '../kernel/http/not-found.ts';
import type { Locale } from '../kernel/texts/locale.ts';
import type { Categories } from './categories.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const LOCALES: readonly Locale[] = ['ar', 'en'];
/** Search engines come less often than this. */
const CACHE_MS = 600_000;
const MAX_CHARACTERS = 24_000_000;
/** Maximum number of files in an index (sitemap protocol). */
const MAX_FILES = 50_000;

const OPERATIONS = { products: 'listSitemapProducts', sellers: 'listSitemapSellers' } as const;
const PATHS = { products: '/p/', sellers: '/s/' } as const;
type Listed = keyof typeof OPERATIONS;

/** A page of the shop, without the language. */
interface Entry {
  path: string;
  changedAt?: string;
}

/**
 * Sitemaps in both languages: an index, and a file for each page of the operations that list products and sellers,
 * named by the page's cursor. No file comes near the limit of 50,000 URLs.
 */
export class Sitemaps {
  readonly #shop: InProcess;
  readonly #categories: Categories;
  readonly #kept = new LRUCache<string, string>({
    ttl: CACHE_MS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ length }) => length,
  });

  constructor(shop: InProcess, categories: Categories) {
    this.#shop = shop;
    this.#categories = categories;
  }

  index(visitor: Visitor, origin: string): Promise<string> {
    return this.#keep('index', async () => {
      const files = ['/sitemaps/pages.xml'];
      for (const listed of Object.keys(OPERATIONS) as Listed[]) {
        for (let cursor: string | null = null; files.length < MAX_FILES; ) {
          files.push(`/sitemaps/${listed}.xml${cursor === null ? '' : `?from=${cursor}`}`);
          const { page } = await this.#read(visitor, listed, cursor);
          cursor = page.nextCursor;
          if (cursor === null) break;
        }
      }
      const entries = files.map((file) => `<sitemap><loc>${escaped(origin + file)}</loc></sitemap>`);
      return `${XML}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</sitemapindex>\n`;
    });
  }

  /**
   * @param part A part of the index. @param from The cursor it begins at. Throws common.NOT_FOUND, common.BAD_CURSOR.
   */
  part(visitor: Visitor, origin: string, part: string, from: string | null): Promise<string> {
    return this.#keep(`${part} ${from ?? ''}`, async () => {
      if (part === 'pages') return urlSet(origin, await this.#pages(visitor));
      if (part !== 'products' && part !== 'sellers') throw notFound('sitemap');
      const { data } = await this.#read(visitor, part, from);
      const entries = data.map(({ id, changedAt }) => ({ path: `${PATHS[part]}${id}`, changedAt }));
      return urlSet(origin, entries);
    });
  }

  async #pages(visitor: Visitor): Promise<Entry[]> {
    const { tree } = await this.#categories.read(visitor);
    return [{ path: '' }, { path: '/c' }, ...tree.all.map(({ slug }) => ({ path: `/c/${slug}` }))];
  }

  async #read(visitor: Visitor, listed: Listed, cursor: string | null) {
    const query = cursor === null ? {} : { cursor };
    return (await this.#shop.call(OPERATIONS[listed], visitor, { query })).body();
  }

  async #keep(key: string, make: () => Promise<string>): Promise<string> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const made = await make();
    this.#kept.set(key, made);
    return made;
  }
}

function urlSet(origin: string, entries: readonly Entry[]): string {
  const head = `<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">`;
  return `${XML}${head}\n${entries.map((entry) => urls(origin, entry)).join('\n')}\n</urlset>\n`;
}

/** One URL per language, each listing both and the default, as the pages do. */
function urls(origin: string, { path, changedAt }: Entry): string {
  const at = (locale: Locale) => escaped(`${origin}/${locale}${path}`);
  const languages = [...LOCALES.map((locale) => [locale, locale] as const), ['x-default', 'en'] as const];
  const others = languages
    .map(([language, locale]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${at(locale)}"/>`)
    .join('');
  const changed = changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`;
  return LOCALES.map((locale) => `<url><loc>${at(locale)}</loc>${changed}${others}</url>`).join('\n');
}

function escaped(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
