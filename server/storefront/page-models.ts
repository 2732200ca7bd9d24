/**
 * What the server gives to the pages of the storefront, and all that they know: types alone, read by both sides. What
 * pages show of the shop is as the API says it, so that its contract describes pages, too.
 */
import type { components } from '../kernel/http/api-types.ts';

type Schemas = components['schemas'];

export type Locale = 'en' | 'ar';

/** What every page has around its own matter. */
export interface Frame {
  locale: Locale;
  /** Where this page is, without the language, e.g. "/search"; the same in the other language. */
  path: string;
  /** The query with its question mark, or empty. */
  search: string;
  /** Scheme and host of the installation, for addresses that leave it; null while nobody has said it. */
  origin: string | null;
  /** The topmost categories. */
  shelves: Schemas['Category'][];
  /** Stands in forms where each visitor's own token goes. */
  formToken: string;
  /** Stands in forms where a key goes that is used once; what follows it tells forms of one page apart. */
  formKey: string;
  /** Addresses of the built files. */
  assets: PageAssets;
}

export interface PageAssets {
  styles: string[];
  script: string;
  icon: string | null;
}

/** Chosen facets, as they stand in the address. */
export interface Choices {
  q: string | null;
  sort: string | null;
  minPrice: string | null;
  maxPrice: string | null;
  inStock: boolean;
  sellerId: string | null;
  categoryId: string | null;
  /** As `name:value`. */
  options: string[];
}

export type Page =
  | { kind: 'home'; newest: Schemas['ProductSummary'][] }
  | {
      kind: 'list';
      /** What the list shows: a category, what a seller offers, or what was looked for. */
      of:
        | { kind: 'category'; category: Schemas['Category']; above: Schemas['Category'][] }
        | { kind: 'seller'; seller: Schemas['SellerProfile'] }
        | { kind: 'search' };
      choices: Choices;
      products: Schemas['ProductSummary'][];
      facets: Schemas['ProductFacets'] | null;
      /** Query of the next page, without question mark; null on the last one. */
      next: string | null;
    }
  | {
      kind: 'product';
      product: Schemas['Product'];
      /** The variant that is looked at; null for a product without any. */
      variantId: string | null;
      offers: Schemas['ShopperOffer'][];
      /** The category and those above it, the topmost first. */
      above: Schemas['Category'][];
      /** The same without script: the whole list of offers is longer than this. */
      moreOffers: boolean;
    }
  | { kind: 'cart'; cart: Schemas['Cart']; said: CartSaid | null }
  | { kind: 'problem'; status: number; title: string; detail: string };

/** What has just become of the cart. */
export type CartSaid = 'added' | 'added-before' | 'changed' | 'removed';

/** What the built pages export. */
export interface PageBundle {
  /** The whole document, as a string of HTML. */
  renderPage(page: Page, frame: Frame): string;
}
