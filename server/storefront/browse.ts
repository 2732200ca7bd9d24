import { LRUCache } from 'lru-cache';
import { WaslError } from '../../actors/errors.ts';
import { add } from '../../actors/money/money.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { InProcess, PageReply, Visitor } from '../kernel/http/in-process.ts';
import { notFound } from '../kernel/http/not-found.ts';
import type { OperationId } from '../kernel/http/operation.ts';
import type { BrowsePage, CategoryTile, Choices, ProductPage } from './browse-page-models.ts';
import { Categories, type KnownCategories } from './categories.ts';
import type { Category, CategoryTree } from './category-tree.ts';
import type { PublicPage } from './rendered-pages.ts';
import { shownAnswer, tagOf } from './shown-answer.ts';

type Schemas = components['schemas'];
type Product = Schemas['Product'];
type Summary = Schemas['ProductSummary'];
type Shipping = Schemas['SellerShipping'];
type ListPage = Extract<BrowsePage, { kind: 'list' }>;

const PAGE_SIZE = '24';
const MAX_OFFERS = '20';
const MAX_SUGGESTIONS = '6';
const MAX_SELLERS = 8;
/** Number of products shown when nothing was found. */
const MAX_SUGGESTED_PRODUCTS = '12';
const MONEY = /^\d{1,10}(\.\d{1,2})?$/;
const PREVIEW_KEY = /^[\w-]{40,400}$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SORTS: ReadonlySet<string> = new Set(['relevance', 'newest', 'price-asc', 'price-desc', 'name']);

/** Home page, lists and products: the public pages. */
export class Browse {
  readonly #shop: InProcess;
  readonly #categories: Categories;
  /** Whether lists are empty, by their ETags. */
  readonly #empty = new LRUCache<string, boolean>({ max: 5_000 });

  constructor(shop: InProcess, categories = new Categories(shop)) {
    this.#shop = shop;
    this.#categories = categories;
  }

  /** The phone apps that are given out. */
  async apps(visitor: Visitor): Promise<BrowsePage> {
    return { kind: 'apps', given: (await this.#shop.call('listApps', visitor)).body() };
  }

  async home(visitor: Visitor): Promise<PublicPage> {
    const [categories, newest] = await Promise.all([
      this.#categories.read(visitor),
      this.#shop.call('listProducts', visitor, {
        query: { limit: PAGE_SIZE, inStock: 'true', facets: 'true' },
      }),
    ]);
    return publicPage([newest], categories, () => {
      const { data, facets } = newest.body();
      const { tree } = categories;
      return {
        kind: 'home',
        newest: data,
        tiles: tilesOf(tree, tree.topmost, data),
        sellers: (facets?.sellers ?? []).slice(0, MAX_SELLERS),
      };
    });
  }

  /** All categories at once. */
  async categories(visitor: Visitor): Promise<PublicPage> {
    const categories = await this.#categories.read(visitor);
    const { tree } = categories;
    const shelves = () => tree.topmost.map((category) => ({ category, below: tree.below(category.id) }));
    return publicPage([], categories, () => ({ kind: 'categories', shelves: shelves() }));
  }

  /** @param search The query in the URL. */
  async search(visitor: Visitor, search: URLSearchParams): Promise<PublicPage> {
    return this.#list(visitor, search, {}, () => ({ kind: 'search' }));
  }

  /** Suggestions while a search is being typed. */
  async suggestions(visitor: Visitor, search: URLSearchParams): Promise<PublicPage> {
    const { q } = choicesIn(search);
    if (q === null) throw notFound('page');
    const categories = await this.#categories.read(visitor);
    const found = await this.#shop.call('listProducts', visitor, { query: { q, limit: MAX_SUGGESTIONS } });
    return publicPage([found], categories, () => ({ kind: 'suggestions', q, products: found.body().data }));
  }

  async category(visitor: Visitor, slug: string, search: URLSearchParams): Promise<PublicPage> {
    const { tree } = await this.#categories.read(visitor);
    const category = tree.find(slug);
    if (category === null) throw notFound('category');
    return this.#list(visitor, search, { categoryId: category.id }, (products) => ({
      kind: 'category',
      category,
      above: tree.wayTo(category.parentId),
      below: tilesOf(tree, tree.below(category.id), products),
    }));
  }

  async seller(visitor: Visitor, sellerId: string, search: URLSearchParams): Promise<PublicPage> {
    if (!UUID.test(sellerId)) throw notFound('seller');
    const params = { id: sellerId };
    const [profile, shipping] = await Promise.all([
      this.#shop.call('getSellerProfile', visitor, { params }),
      this.#shop.call('getSellerShipping', visitor, { params }),
    ]);
    const list = await this.#list(visitor, search, { sellerId }, () => ({
      kind: 'seller',
      seller: profile.body(),
      shipping: shipping.body(),
    }));
    return { ...list, from: [...list.from, shownAnswer(profile), shownAnswer(shipping)] };
  }

  /**
   * @param variantId The selected variant; null: the first that is available.
   * @param zone The Qatar zone this browser has chosen for deliveries.
   */
  async product(
    visitor: Visitor,
    productId: string,
    variantId: string | null,
    zone: number | null,
  ): Promise<PublicPage> {
    if (!UUID.test(productId)) throw notFound('product');
    const [categories, found] = await Promise.all([
      this.#categories.read(visitor),
      this.#shop.call('getProduct', visitor, { params: { id: productId } }),
    ]);
    const product = found.body();
    const variant = chosenOf(product, variantId);
    const offers =
      variant === undefined
        ? null
        : await this.#shop.call('listVariantOffers', visitor, {
            params: { id: variant.id },
            query: { limit: MAX_OFFERS },
          });
    const sellerIds = new Set(offers?.body().data.map(({ sellerId }) => sellerId));
    const shipping = await this.#shippingOf(visitor, [...sellerIds], zone);
    const answers = [found, ...(offers === null ? [] : [offers]), ...shipping.values()];
    const page = publicPage(answers, categories, () => ({
      kind: 'product',
      product,
      variantId: variant?.id ?? null,
      ...withShipping(product, offers?.body().data ?? [], shipping),
      zone,
      moreOffers: offers?.body().page.hasMore ?? false,
      above: categories.tree.wayTo(product.categoryId),
    }));
    return { ...page, variant: `zone-${zone}` };
  }

  /** @param key The key in the preview's link. */
  async preview(
    visitor: Visitor,
    key: string,
    variantId: string | null,
    zone: number | null,
  ): Promise<Extract<BrowsePage, { kind: 'preview' }>> {
    if (!PREVIEW_KEY.test(key)) throw notFound('page');
    const [{ tree }, found] = await Promise.all([
      this.#categories.read(visitor),
      this.#shop.call('getProductPreview', visitor, { query: { key } }),
    ]);
    const { product, offers } = found.body();
    const variant = chosenOf(product, variantId);
    const own = offers.filter((offer) => offer.variantId === variant?.id);
    const shipping = await this.#shippingOf(visitor, [...new Set(own.map(({ sellerId }) => sellerId))], zone);
    return {
      kind: 'preview',
      shown: {
        ...{ kind: 'product', product, variantId: variant?.id ?? null, zone, moreOffers: false },
        ...withShipping(product, own, shipping),
        above: tree.wayTo(product.categoryId),
      },
    };
  }

  /** The page the browser shows while it is offline. */
  async offline(visitor: Visitor): Promise<PublicPage> {
    return publicPage([], await this.#categories.read(visitor), () => ({ kind: 'offline' }));
  }

  /** The top-level categories, for personal pages. */
  async shelves(visitor: Visitor): Promise<Category[]> {
    return [...(await this.#categories.read(visitor)).tree.topmost];
  }

  /** By seller. A seller that has just left is omitted. */
  async #shippingOf(
    visitor: Visitor,
    sellerIds: readonly string[],
    zone: number | null,
  ): Promise<Map<string, PageReply<'getSellerShipping'>>> {
    const query = zone === null ? {} : { zoneNumber: String(zone) };
    const found = await Promise.all(
      sellerIds.map((id) =>
        this.#shop.call('getSellerShipping', visitor, { params: { id }, query }).catch((error: unknown) => {
          if (error instanceof WaslError && error.code === 'common.NOT_FOUND') return null;
          throw error;
        }),
      ),
    );
    return new Map(
      sellerIds.flatMap((id, at) => {
        const reply = found[at];
        return reply == null ? [] : [[id, reply] as const];
      }),
    );
  }

  async #list(
    visitor: Visitor,
    search: URLSearchParams,
    fixed: { categoryId?: string; sellerId?: string },
    of: (products: readonly Summary[]) => ListPage['of'],
  ): Promise<PublicPage> {
    const choices = { ...choicesIn(search), ...fixed };
    const cursor = search.get('cursor');
    const query = { ...queryFor(choices), ...(cursor === null ? {} : { cursor }) };
    const [categories, found] = await Promise.all([
      this.#categories.read(visitor),
      this.#shop.call('listProducts', visitor, { query }),
    ]);
    // An empty list gets suggestions.
    const newest = this.#isEmpty(found)
      ? await this.#shop.call('listProducts', visitor, {
          query: { limit: MAX_SUGGESTED_PRODUCTS, inStock: 'true' },
        })
      : null;
    return publicPage([found, ...(newest === null ? [] : [newest])], categories, () => {
      const { data, page, facets, correctedQuery = null } = found.body();
      return {
        kind: 'list',
        of: of(data),
        choices,
        correctedQuery,
        products: data,
        facets: facets ?? null,
        next: page.nextCursor === null ? null : nextQuery(search, page.nextCursor),
        isFurther: cursor !== null,
        newest: newest?.body().data ?? [],
      };
    });
  }

  /** Cached by ETag: parsing a list takes longer than everything else about a cached page. */
  #isEmpty(list: PageReply<'listProducts'>): boolean {
    const tag = tagOf(list);
    const known = this.#empty.get(tag);
    if (known !== undefined) return known;
    const isEmpty = list.body().data.length === 0;
    this.#empty.set(tag, isEmpty);
    return isEmpty;
  }
}

/** The requested variant, otherwise the first that is available. */
function chosenOf({ variants }: Product, variantId: string | null): Product['variants'][number] | undefined {
  return (
    variants.find(({ id }) => id === variantId) ??
    variants.find(({ bestOffer }) => bestOffer?.buyable === true) ??
    variants[0]
  );
}

function withShipping(
  product: Product,
  offers: readonly Schemas['ShopperOffer'][],
  shipping: ReadonlyMap<string, PageReply<'getSellerShipping'>>,
): Pick<ProductPage, 'offers' | 'shipping'> {
  const shown = offers.map((offer) => {
    const [cheapest] = product.digital ? [] : (shipping.get(offer.sellerId)?.body().methods ?? []);
    const withDelivery = cheapest === undefined ? null : add(offer.price.amount, cheapest.price.amount);
    return { ...offer, withDelivery };
  });
  const bySeller = [...shipping].map(([id, reply]) => [id, reply.body() as Shipping] as const);
  return { offers: shown, shipping: Object.fromEntries(bySeller) };
}

function publicPage(
  answers: readonly PageReply<OperationId>[],
  { tree, from }: KnownCategories,
  make: () => BrowsePage,
): PublicPage {
  return {
    from: [...from, ...answers.map(shownAnswer)],
    make: () => ({ page: make(), shelves: [...tree.topmost] }),
  };
}

/** Each category with the picture of the last of these products in it or below it. */
function tilesOf(
  tree: CategoryTree,
  categories: readonly Category[],
  products: readonly Summary[],
): CategoryTile[] {
  const images = new Map<string, CategoryTile['image']>();
  for (const { categoryId, image } of products.toReversed()) {
    if (image === null) continue;
    for (const { id } of tree.wayTo(categoryId)) if (!images.has(id)) images.set(id, image);
  }
  return categories.map((category) => ({ category, image: images.get(category.id) ?? null }));
}

/** Ignores empty fields and values that the list does not know. */
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
