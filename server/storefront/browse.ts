import type { components } from '../kernel/http/api-types.ts';
import type { InProcess, PageReply, Visitor } from '../kernel/http/in-process.ts';
import { notFound } from '../kernel/http/not-found.ts';
import type { OperationId } from '../kernel/http/operation.ts';
import type { BrowsePage, Choices } from './browse-page-models.ts';
import type { PageParts } from './rendered-pages.ts';

type Category = components['schemas']['Category'];

/** A page for everybody: the answers it is made from, by their ETags, and how. */
export interface PublicPage {
  from: string[];
  make(): PageParts;
}

const PAGE_SIZE = '24';
/** All of them, for menus and the way up from a page; a shop with more has them in the tree below these. */
const MAX_CATEGORIES = '100';
const MAX_OFFERS = '20';
const MONEY = /^\d{1,10}(\.\d{1,2})?$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SORTS: ReadonlySet<string> = new Set(['relevance', 'newest', 'price-asc', 'price-desc', 'name']);

/** Home, lists and products: what everybody sees, signed in or not. */
export class Browse {
  readonly #shop: InProcess;

  constructor(shop: InProcess) {
    this.#shop = shop;
  }

  async home(visitor: Visitor): Promise<PublicPage> {
    const [categories, newest] = await Promise.all([
      this.#categories(visitor),
      this.#shop.call('listProducts', visitor, { query: { limit: PAGE_SIZE, inStock: 'true' } }),
    ]);
    return publicPage([categories, newest], categories, () => ({
      kind: 'home',
      newest: newest.body().data,
    }));
  }

  /** @param search What stands in the address. */
  async search(visitor: Visitor, search: URLSearchParams): Promise<PublicPage> {
    return this.#list(visitor, search, {}, () => ({ kind: 'search' }));
  }

  async category(visitor: Visitor, slug: string, search: URLSearchParams): Promise<PublicPage> {
    const all = (await this.#categories(visitor)).body().data;
    const category = all.find((candidate) => candidate.slug === slug);
    if (category === undefined) throw notFound('category');
    const above = wayTo(all, category.parentId);
    return this.#list(visitor, search, { categoryId: category.id }, () => ({
      kind: 'category',
      category,
      above,
    }));
  }

  async seller(visitor: Visitor, sellerId: string, search: URLSearchParams): Promise<PublicPage> {
    const profile = await this.#shop.call('getSellerProfile', visitor, { params: { id: sellerId } });
    const list = await this.#list(visitor, search, { sellerId }, () => ({
      kind: 'seller',
      seller: profile.body(),
    }));
    return { ...list, from: [...list.from, tagOf(profile)] };
  }

  /** @param variantId The one to look at; null: the first that can be bought. */
  async product(visitor: Visitor, productId: string, variantId: string | null): Promise<PublicPage> {
    const [categories, found] = await Promise.all([
      this.#categories(visitor),
      this.#shop.call('getProduct', visitor, { params: { id: productId } }),
    ]);
    const product = found.body();
    const variant =
      product.variants.find(({ id }) => id === variantId) ??
      product.variants.find(({ bestOffer }) => bestOffer?.buyable === true) ??
      product.variants[0];
    const offers =
      variant === undefined
        ? null
        : await this.#shop.call('listVariantOffers', visitor, {
            params: { id: variant.id },
            query: { limit: MAX_OFFERS },
          });
    return publicPage([categories, found, ...(offers === null ? [] : [offers])], categories, () => ({
      kind: 'product',
      product,
      variantId: variant?.id ?? null,
      offers: offers?.body().data ?? [],
      moreOffers: offers?.body().page.hasMore ?? false,
      above: wayTo(categories.body().data, product.categoryId),
    }));
  }

  /** The topmost categories, for pages that are one visitor's own. */
  async shelves(visitor: Visitor): Promise<Category[]> {
    return topmost((await this.#categories(visitor)).body().data);
  }

  #categories(visitor: Visitor): Promise<PageReply<'listCategories'>> {
    return this.#shop.call('listCategories', visitor, { query: { limit: MAX_CATEGORIES } });
  }

  async #list(
    visitor: Visitor,
    search: URLSearchParams,
    fixed: { categoryId?: string; sellerId?: string },
    of: () => Extract<BrowsePage, { kind: 'list' }>['of'],
  ): Promise<PublicPage> {
    const choices = { ...choicesIn(search), ...fixed };
    const cursor = search.get('cursor');
    const query = { ...queryFor(choices), ...(cursor === null ? {} : { cursor }) };
    const [categories, found] = await Promise.all([
      this.#categories(visitor),
      this.#shop.call('listProducts', visitor, { query }),
    ]);
    return publicPage([categories, found], categories, () => {
      const { data, page, facets } = found.body();
      return {
        kind: 'list',
        of: of(),
        choices,
        products: data,
        facets: facets ?? null,
        next: page.nextCursor === null ? null : nextQuery(search, page.nextCursor),
      };
    });
  }
}

function publicPage(
  answers: readonly PageReply<OperationId>[],
  categories: PageReply<'listCategories'>,
  make: () => BrowsePage,
): PublicPage {
  return {
    from: answers.map(tagOf),
    make: () => ({ page: make(), shelves: topmost(categories.body().data) }),
  };
}

/** An answer that is not kept is another one each time. */
function tagOf({ etag }: PageReply<OperationId>): string {
  if (etag === null) throw new Error('a public page is made from kept answers');
  return etag;
}

function topmost(categories: readonly Category[]): Category[] {
  return categories.filter(({ parentId }) => parentId === null);
}

/** A category and those above it, the topmost first; empty for null. */
function wayTo(categories: readonly Category[], id: string | null): Category[] {
  const way: Category[] = [];
  for (let at = id; at !== null; ) {
    const category = categories.find((candidate) => candidate.id === at);
    if (category === undefined || way.includes(category)) break;
    way.unshift(category);
    at = category.parentId;
  }
  return way;
}

/** What a form left empty, or somebody changed in the address to what is no such value, is no choice. */
function choicesIn(search: URLSearchParams): Choices {
  const given = (name: string) => search.get(name)?.trim() || null;
  const fitting = (name: string, form: RegExp) => {
    const value = given(name);
    return value !== null && form.test(value) ? value : null;
  };
  const sort = given('sort');
  return {
    q: given('q')?.slice(0, 100) ?? null,
    sort: sort !== null && SORTS.has(sort) ? sort : null,
    minPrice: fitting('minPrice', MONEY),
    maxPrice: fitting('maxPrice', MONEY),
    inStock: given('inStock') === 'true',
    sellerId: fitting('sellerId', UUID),
    categoryId: fitting('categoryId', UUID),
    options: search
      .getAll('option')
      .filter((option) => /^[^:]{1,60}:.{1,60}$/.test(option))
      .slice(0, 20),
  };
}

function queryFor({ options, inStock, ...choices }: Choices): Record<string, unknown> {
  const chosen = Object.entries(choices).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(chosen),
    ...(inStock ? { inStock: 'true' } : {}),
    ...(options.length > 0 ? { option: options } : {}),
    facets: 'true',
    limit: PAGE_SIZE,
  };
}

function nextQuery(search: URLSearchParams, cursor: string): string {
  const next = new URLSearchParams(search);
  next.set('cursor', cursor);
  return next.toString();
}
