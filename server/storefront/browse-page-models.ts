import type { components } from '../kernel/http/api-types.ts';

type Schemas = components['schemas'];

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

export type BrowsePage =
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
    };
