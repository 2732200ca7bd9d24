import type { components } from '../kernel/http/api-types.ts';

export type CartPage = { kind: 'cart'; cart: components['schemas']['Cart']; said: CartSaid | null };

/** What has just become of the cart. */
export type CartSaid = 'added' | 'added-before' | 'changed' | 'removed' | 'reordered';
