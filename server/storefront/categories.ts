import type { InProcess, PageReply, Visitor } from '../kernel/http/in-process.ts';
import type { Locale } from '../kernel/texts/locale.ts';
import { type Category, CategoryTree } from './category-tree.ts';
import { type ShownAnswer, shownAnswer } from './shown-answer.ts';

const PAGE_SIZE = '100';
/** Maximum number of pages to read; the categories beyond can only be found by search. */
const MAX_PAGES = 50;

/** All categories, and the responses they come from. */
export interface KnownCategories {
  tree: CategoryTree;
  from: readonly ShownAnswer[];
}

interface ReadPage {
  answer: ShownAnswer;
  categories: readonly Category[];
  next: string | null;
}

/** The shop's categories, read page by page and cached as long as the responses are the same. */
export class Categories {
  readonly #shop: InProcess;
  readonly #pages = new Map<Locale, ReadPage[]>();
  readonly #known = new Map<Locale, KnownCategories>();

  constructor(shop: InProcess) {
    this.#shop = shop;
  }

  async read(visitor: Visitor): Promise<KnownCategories> {
    const { locale } = visitor;
    const before = this.#pages.get(locale) ?? [];
    const pages: ReadPage[] = [];
    let cursor: string | null = null;
    do {
      const query = { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
      const reply: PageReply<'listCategories'> = await this.#shop.call('listCategories', visitor, { query });
      const known = before[pages.length];
      const page: ReadPage = known !== undefined && known.answer.etag === reply.etag ? known : read(reply);
      pages.push(page);
      cursor = page.next;
    } while (cursor !== null && pages.length < MAX_PAGES);
    const present = this.#known.get(locale);
    if (
      present !== undefined &&
      pages.length === before.length &&
      pages.every((page, at) => page === before[at])
    )
      return present;
    const tree = new CategoryTree(pages.flatMap(({ categories }) => categories));
    const made = { tree, from: pages.map(({ answer }) => answer) };
    this.#pages.set(locale, pages);
    this.#known.set(locale, made);
    return made;
  }
}

function read(reply: PageReply<'listCategories'>): ReadPage {
  const { data, page } = reply.body();
  return { answer: shownAnswer(reply), categories: data, next: page.nextCursor };
}
