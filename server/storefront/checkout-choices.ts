import { isDeepStrictEqual } from 'node:util';
import { WaslError } from '../../actors/errors.ts';
import { compare } from '../../actors/money/money.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { InProcess, Visitor } from '../kernel/http/in-process.ts';

type Schemas = components['schemas'];
type Checkout = Schemas['Checkout'];
type Address = Schemas['Address'];
export type Chosen = Pick<Schemas['CheckoutShipping'], 'sellerId' | 'methodId'>;
type Values = Readonly<Record<string, string>>;

/** Chooses address, delivery and payment of an open checkout, from its forms. */
export class CheckoutChoices {
  readonly #shop: InProcess;

  constructor(shop: InProcess) {
    this.#shop = shop;
  }

  /**
   * Sets the address, and for each shop the wanted delivery method if it is still offered, otherwise the cheapest. If a
   * shop does not deliver there, the method stays open and the page says so.
   * @returns The address's zone.
   */
  async prepare(
    visitor: Visitor,
    id: string,
    addressId: string,
    wanted: readonly Chosen[] = [],
  ): Promise<number | null> {
    const params = { id };
    const reply = await this.#shop.call('updateCheckout', visitor, { params, body: { addressId } });
    await this.#cheapest(visitor, id, wanted);
    return reply.body().address?.zoneNumber ?? null;
  }

  /** Replaces delivery methods that are no longer offered. */
  async refresh(visitor: Visitor, id: string): Promise<void> {
    const checkout = (await this.#shop.call('getCheckout', visitor, { params: { id } })).body();
    if (checkout.status === 'OPEN' && checkout.address !== null)
      await this.#cheapest(visitor, id, checkout.shipping);
  }

  async #cheapest(visitor: Visitor, id: string, wanted: readonly Chosen[]): Promise<void> {
    const params = { id };
    const { data } = (await this.#shop.call('listShippingOptions', visitor, { params })).body();
    const shipping = data.flatMap(({ sellerId, methods }) => {
      const former = wanted.find((choice) => choice.sellerId === sellerId)?.methodId;
      const [cheapest] = [...methods].sort((a, b) => compare(a.price.amount, b.price.amount));
      const method = methods.find(({ methodId }) => methodId === former) ?? cheapest;
      return method === undefined ? [] : [{ sellerId, methodId: method.methodId }];
    });
    await this.#withCash(visitor, id, shipping);
  }

  /** Cash is the only payment method. If it is not allowed, the page says why, and the delivery is set all the same. */
  async #withCash(visitor: Visitor, id: string, shipping: Chosen[]): Promise<Checkout> {
    const params = { id };
    try {
      const body = { shipping, paymentMethod: 'COD' as const };
      return (await this.#shop.call('updateCheckout', visitor, { params, body })).body();
    } catch (error) {
      if (!(error instanceof WaslError) || error.code !== 'checkout.COD_NOT_ALLOWED') throw error;
      return (await this.#shop.call('updateCheckout', visitor, { params, body: { shipping } })).body();
    }
  }

  /**
   * Sets the delivery methods in the form that differ from the chosen ones; unchanged ones keep the promised day that
   * was shown.
   */
  async shipping(visitor: Visitor, id: string, values: Values): Promise<void> {
    const checkout = (await this.#shop.call('getCheckout', visitor, { params: { id } })).body();
    const shipping = otherShipping(checkout, values);
    if (shipping.length > 0) await this.#withCash(visitor, id, shipping);
  }

  /** Sets all of the form's choices, so that the checkout can be confirmed. */
  async complete(visitor: Visitor, checkout: Checkout, values: Values): Promise<void> {
    const shipping = otherShipping(checkout, values);
    if (shipping.length === 0 && checkout.paymentMethod !== null) return;
    const params = { id: checkout.id };
    const body = { paymentMethod: 'COD' as const, ...(shipping.length === 0 ? {} : { shipping }) };
    await this.#shop.call('updateCheckout', visitor, { params, body });
  }

  /** Accepts the prices shown on the page: of lines, and of deliveries, which are chosen again. */
  async accept(visitor: Visitor, id: string, values: Values): Promise<void> {
    const params = { id };
    const acceptedPrices = valuesOf(values, 'price-').map(([lineId, amount]) => ({
      lineId,
      unitPrice: { amount, currency: 'QAR' as const },
    }));
    const shipping = valuesOf(values, 'again-').map(([sellerId, methodId]) => ({ sellerId, methodId }));
    const body = {
      ...(acceptedPrices.length === 0 ? {} : { acceptedPrices }),
      ...(shipping.length === 0 ? {} : { shipping }),
    };
    if (Object.keys(body).length > 0) await this.#shop.call('updateCheckout', visitor, { params, body });
  }

  /** Changes the cart: reduces lines that are short of stock, and removes those that cannot be bought or delivered. */
  async leaveOut(visitor: Visitor, values: Values): Promise<Schemas['Cart']> {
    const offers = new Set(valuesOf(values, 'out-').map(([offerId]) => offerId));
    const sellers = new Set(valuesOf(values, 'shop-').map(([sellerId]) => sellerId));
    let cart = (await this.#shop.call('getCart', visitor)).body();
    for (const { id, offerId, sellerId, quantity, available, unavailableReason } of cart.items) {
      if (!offers.has(offerId) && !sellers.has(sellerId)) continue;
      const params = { id };
      const isShort = unavailableReason === 'INSUFFICIENT_STOCK' && available > 0 && !sellers.has(sellerId);
      cart = isShort
        ? (
            await this.#shop.call('updateCartItem', visitor, {
              params,
              body: { quantity: Math.min(quantity, available) },
            })
          ).body()
        : (await this.#shop.call('removeCartItem', visitor, { params })).body();
    }
    return cart;
  }

  /** The saved address that a checkout's copy was made from; null if it was changed or removed since. */
  savedAs(copy: Schemas['AddressSnapshot'] | null, addresses: readonly Address[]): string | null {
    if (copy === null) return null;
    return addresses.find((address) => isDeepStrictEqual(copyOf(address), { ...copy }))?.id ?? null;
  }
}

function copyOf(address: Address): Schemas['AddressSnapshot'] {
  const { contactName, phone, zoneNumber, streetNumber, buildingNumber, unit, floor, landmark } = address;
  const { instructions, meetAtGate, pinned, location } = address;
  return {
    ...{ contactName, phone, zoneNumber, streetNumber, buildingNumber, unit, floor, landmark },
    ...{ instructions, meetAtGate, pinned, location },
  };
}

/** The delivery method per shop: as marked in the form, otherwise as chosen before. */
export function wantedIn(checkout: Checkout, values: Values): Chosen[] {
  return [...otherShipping(checkout, values), ...checkout.shipping];
}

function otherShipping({ shipping }: Checkout, values: Values): Chosen[] {
  return valuesOf(values, 'method-').flatMap(([sellerId, methodId]) => {
    const former = shipping.find((choice) => choice.sellerId === sellerId);
    return former?.methodId === methodId ? [] : [{ sellerId, methodId }];
  });
}

/** The fields whose names begin with this prefix, by the rest of their names. */
function valuesOf(values: Values, prefix: string): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value] as [string, string]] : [],
  );
}
