import type { components } from '../kernel/http/api-types.ts';

type Schemas = components['schemas'];

export type CartPage = {
  kind: 'cart';
  cart: Schemas['Cart'];
  said: CartSaid | null;
  isGuest: boolean;
  shops: CartShop[];
  /** By product; null: it has no picture, or is no longer shown. */
  pictures: Record<string, Schemas['ShopperImage'] | null>;
  /** The Qatar zone for deliveries; null: not chosen, so any zone may be meant. */
  zone: number | null;
  /** Including the cheapest delivery of every shop; null if one of them is unknown. */
  sums: { delivery: string; total: string } | null;
  /** Maximum number of shops per order. */
  mostSellers: number;
};

/** One shop's part of the cart. */
export interface CartShop {
  id: string;
  name: string;
  items: Schemas['CartItem'][];
  subtotal: string;
  delivery: CartDelivery;
}

/** A shop's cheapest delivery; or that it does not deliver there, or that it is unknown now. */
export type CartDelivery =
  | Pick<Schemas['ShownShippingMethod'], 'price' | 'promise' | 'everywhere'>
  | 'none'
  | 'unknown';

/** What has just been done to the cart, or why it cannot be checked out. */
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
