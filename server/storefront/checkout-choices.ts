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

/** Address, delivery and payment of an open checkout, as its forms have them. */
export class CheckoutChoices {
  readonly #shop: InProcess;

  constructor(shop: InProcess) {
    this.#shop = shop;
  }

  /**
   * An address with the cheapest delivery of each shop, or what was chosen before where it is still offered. An address
   * that somebody does not deliver to is left unchosen: the page says by whom, and why.
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

  /** Delivery that was withdrawn gives way to what is offered now. */
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

  /** Cash is the only way to pay. Where it is not allowed, the page says why; the rest is chosen all the same. */
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

  /** What the form says of deliveries, as far as it is another than before: a promise that was shown stays. */
  async shipping(visitor: Visitor, id: string, values: Values): Promise<void> {
    const checkout = (await this.#shop.call('getCheckout', visitor, { params: { id } })).body();
    const shipping = otherShipping(checkout, values);
    if (shipping.length > 0) await this.#withCash(visitor, id, shipping);
  }

  /** Everything chosen that the form says, so that it can be confirmed. */
  async complete(visitor: Visitor, checkout: Checkout, values: Values): Promise<void> {
    const shipping = otherShipping(checkout, values);
    if (shipping.length === 0 && checkout.paymentMethod !== null) return;
    const params = { id: checkout.id };
    const body = { paymentMethod: 'COD' as const, ...(shipping.length === 0 ? {} : { shipping }) };
    await this.#shop.call('updateCheckout', visitor, { params, body });
  }

  /** Prices as the page showed them: of lines, and of deliveries, which are chosen once more. */
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

  /** Changes the cart: less of what is short, nothing of what cannot be bought or brought. */
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

  /** The saved address that a checkout has a copy of; null when it was changed or removed since. */
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

/** The delivery of each shop: as the form has it marked, else as it was chosen. */
export function wantedIn(checkout: Checkout, values: Values): Chosen[] {
  return [...otherShipping(checkout, values), ...checkout.shipping];
}

function otherShipping({ shipping }: Checkout, values: Values): Chosen[] {
  return valuesOf(values, 'method-').flatMap(([sellerId, methodId]) => {
    const former = shipping.find((choice) => choice.sellerId === sellerId);
    return former?.methodId === methodId ? [] : [{ sellerId, methodId }];
  });
}

/** Fields whose names begin so, by what follows. */
function valuesOf(values: Values, prefix: string): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value] as [string, string]] : [],
  );
}
