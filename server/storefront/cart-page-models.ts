import type { components } from '../kernel/http/api-types.ts';

type Schemas = components['schemas'];

export type CartPage = {
  kind: 'cart';
  cart: Schemas['Cart'];
  said: CartSaid | null;
  isGuest: boolean;
  shops: CartShop[];
  /** By product; null: it has none, or is no longer shown. */
  pictures: Record<string, Schemas['ShopperImage'] | null>;
  /** The Qatar zone that deliveries are to; null: not said yet, so they are to some zone or other. */
  zone: number | null;
  /** With the cheapest delivery of every shop; null while one of them is not known. */
  sums: { delivery: string; total: string } | null;
  /** Shops that one order takes. */
  mostSellers: number;
};

/** What the cart has of one shop. */
export interface CartShop {
  id: string;
  name: string;
  items: Schemas['CartItem'][];
  subtotal: string;
  delivery: CartDelivery;
}

/** A shop's cheapest delivery; or that it has none there, or that it cannot be said now. */
export type CartDelivery =
  | Pick<Schemas['ShownShippingMethod'], 'price' | 'promise' | 'everywhere'>
  | 'none'
  | 'unknown';

/** What has just become of the cart, or why it cannot be checked out as it is. */
export type CartSaid =
  | 'added'
  | 'added-before'
  | 'changed'
  | 'removed'
  | 'reordered'
  | 'released'
  | 'empty'
  | 'bad-quantity'
  | 'not-added'
  | 'full'
  | 'gone'
  | 'unavailable'
  | 'too-many-sellers';
