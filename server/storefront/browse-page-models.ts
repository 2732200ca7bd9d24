import type { components } from '../kernel/http/api-types.ts';

type Schemas = components['schemas'];

/** Chosen facets, as in the URL. */
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

/** A category to choose, with a picture of one of its products if available. */
export interface CategoryTile {
  category: Schemas['Category'];
  image: Schemas['ShopperImage'] | null;
}

/** `withDelivery`: the price including the cheapest delivery; null if there is none. */
export type ShownOffer = Schemas['ShopperOffer'] & { withDelivery: string | null };

/** The public page of a product. */
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
      kind: 'apps';
      given: Schemas['AppList'];
    }
  | {
      kind: 'categories';
      /** The top-level categories, each with its direct children. */
      shelves: { category: Schemas['Category']; below: readonly Schemas['Category'][] }[];
    }
  | {
      kind: 'list';
      /** What the list shows: a category, a seller's products, or search results. */
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
      /** The query searched for instead, if words of the original one were not found. */
      correctedQuery: string | null;
      products: Schemas['ProductSummary'][];
      facets: Schemas['ProductFacets'] | null;
      /** Query string of the next page, without question mark; null on the last page. */
      next: string | null;
      /** Whether this is not the first page of the list. */
      isFurther: boolean;
      /** Suggestions, if nothing was found. */
      newest: Schemas['ProductSummary'][];
    }
  | {
      kind: 'product';
      product: Schemas['Product'];
      /** The selected variant; null for a product without variants. */
      variantId: string | null;
      offers: ShownOffer[];
      /** By seller: the delivery methods, to the zone if one is set. A seller that has just left is missing. */
      shipping: Record<string, Schemas['SellerShipping']>;
      /** The Qatar zone this browser has chosen for deliveries; null: none. */
      zone: number | null;
      /** The category and its ancestors, the top-level one first. */
      above: Schemas['Category'][];
      /** For browsers without script: whether the complete list of offers is longer than this. */
      moreOffers: boolean;
    }
  /** A product as previewed by its own seller, possibly not for sale yet. */
  | { kind: 'preview'; shown: ProductPage }
  | {
      /** Suggestions while a search is being typed: an HTML fragment. */
      kind: 'suggestions';
      q: string;
      products: Schemas['ProductSummary'][];
    }
  /** Shown by the browser while it is offline. */
  | { kind: 'offline' };
