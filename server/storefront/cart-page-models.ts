import type { components } from '../kernel/http/api-types.ts';

type Schemas = components['schemas'];

export type CartPage = {
  kind: 'cart';
  cart: Schemas['Cart'];
  said: CartSaid | null;
  isGuest: boolean;
  /** By seller: its cheapest delivery to where the visitor is; null: nobody can say yet, or it cannot be had. */
  deliveries: Readonly<Record<string, CartDelivery | null>>;
  /** Goods and the cheapest deliveries; null while one of them is not known. */
  total: string | null;
  /** Shops that one order takes. */
  mostSellers: number;
};

export type CartDelivery = Pick<Schemas['ShownShippingMethod'], 'price' | 'promise'>;

/** What has just become of the cart, or why it cannot be checked out as it is. */
export type CartSaid =
  | 'added'
  | 'added-before'
  | 'changed'
  | 'removed'
  | 'reordered'
  | 'empty'
  | 'bad-quantity'
  | 'not-added'
  | 'full'
  | 'gone'
  | 'unavailable'
  | 'too-many-sellers';
