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

/** A category to choose, with a picture of something in it if one was at hand. */
export interface CategoryTile {
  category: Schemas['Category'];
  image: Schemas['ShopperImage'] | null;
}

/** `withDelivery`: its price with the cheapest delivery; null where nothing is brought. */
export type ShownOffer = Schemas['ShopperOffer'] & { withDelivery: string | null };

/** The page of a product that everybody sees. */
export type ProductPage = Extract<BrowsePage, { kind: 'product' }>;

export type BrowsePage =
  | {
      kind: 'home';
      newest: Schemas['ProductSummary'][];
      tiles: CategoryTile[];
      /** Those with the most products. */
      sellers: Schemas['NamedFacet'][];
    }
  | {
      kind: 'categories';
      /** The topmost, each with those right below it. */
      shelves: { category: Schemas['Category']; below: readonly Schemas['Category'][] }[];
    }
  | {
      kind: 'list';
      /** What the list shows: a category, what a seller offers, or what was looked for. */
      of:
        | {
            kind: 'category';
            category: Schemas['Category'];
            above: Schemas['Category'][];
            below: CategoryTile[];
          }
        | { kind: 'seller'; seller: Schemas['SellerProfile']; shipping: Schemas['SellerShipping'] }
        | { kind: 'search' };
      choices: Choices;
      /** What was searched for instead, where words of the query are nowhere. */
      correctedQuery: string | null;
      products: Schemas['ProductSummary'][];
      facets: Schemas['ProductFacets'] | null;
      /** Query of the next page, without question mark; null on the last one. */
      next: string | null;
      /** It does not begin at the list's beginning. */
      isFurther: boolean;
      /** Where nothing was found: what else there is. */
      newest: Schemas['ProductSummary'][];
    }
  | {
      kind: 'product';
      product: Schemas['Product'];
      /** The variant that is looked at; null for a product without any. */
      variantId: string | null;
      offers: ShownOffer[];
      /** By seller: by what they deliver, to the zone if there is one. A seller that has just left is missing. */
      shipping: Record<string, Schemas['SellerShipping']>;
      /** Of Qatar, where this browser has things delivered to; null: it has not said. */
      zone: number | null;
      /** The category and those above it, the topmost first. */
      above: Schemas['Category'][];
      /** The same without script: the whole list of offers is longer than this. */
      moreOffers: boolean;
    }
  /** A product that perhaps is not for sale yet, as its own seller looks at it. */
  | { kind: 'preview'; shown: ProductPage }
  | {
      /** What a search that is being typed would find: a fragment, without the page around it. */
      kind: 'suggestions';
      q: string;
      products: Schemas['ProductSummary'][];
    }
  /** Shown by the browser while it reaches nobody. */
  | { kind: 'offline' };
