// A shopper's requests, for every kind of client: benches over bare sockets, and the kill test with its keys and
// retries.
import type { components } from '../../server/kernel/http/api-types.ts';

type Schemas = components['schemas'];
export type PlacedOrder = Schemas['Order'];

/** Sends one request and returns the body of its response; throws when it is refused. */
export type Ask = <T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<T>;

export interface Purchase {
  /** One unit of each is bought. */
  offerIds: readonly string[];
  addressId: string;
  /** The platform's standard shipping method. */
  methodId: string;
}

/** How many requests each way of checking out takes for a cart with two lines. */
export type Way = 'five' | 'seven';

export async function fillCart(ask: Ask, { offerIds }: Purchase): Promise<void> {
  for (const offerId of offerIds) await ask('POST', '/cart/items', { offerId, quantity: 1 });
}

export function openCheckout(ask: Ask): Promise<Schemas['Checkout']> {
  return ask<Schemas['Checkout']>('POST', '/checkouts');
}

/** From a filled cart to a placed order. */
export const CHECKOUT_WAYS: Readonly<Record<Way, (ask: Ask, purchase: Purchase) => Promise<PlacedOrder>>> = {
  /** All choices in one request, by a client that knows them beforehand. */
  async five(ask, { addressId, methodId }) {
    const { id, lines } = await openCheckout(ask);
    const sellerIds = new Set(lines.map((line) => line.sellerId));
    const shipping = [...sellerIds].map((sellerId) => ({ sellerId, methodId }));
    await ask('PATCH', `/checkouts/${id}`, { addressId, shipping, paymentMethod: 'COD' });
    return ask('POST', `/checkouts/${id}/confirm`);
  },

  /** As a person does it: the address first, then the methods available there, then the rest. */
  async seven(ask, { addressId, methodId }) {
    const { id } = await openCheckout(ask);
    await ask('PATCH', `/checkouts/${id}`, { addressId });
    const options = await ask<Schemas['ShippingOptions']>('GET', `/checkouts/${id}/shipping-options`);
    const shipping = options.data.map(({ sellerId }) => ({ sellerId, methodId }));
    await ask('PATCH', `/checkouts/${id}`, { shipping, paymentMethod: 'COD' });
    return ask('POST', `/checkouts/${id}/confirm`);
  },
};
