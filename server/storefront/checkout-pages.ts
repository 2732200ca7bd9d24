import { WaslError } from '../../actors/errors.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { InProcess, Visitor } from '../kernel/http/in-process.ts';
import { EMPTY_FORM, zoneNames } from './address-form.ts';
import { savedAddresses } from './addresses.ts';
import { CheckoutChoices } from './checkout-choices.ts';
import type { CheckoutSaid, CheckoutShop, CheckoutTrouble } from './checkout-page-models.ts';
import { troubleOf } from './checkout-troubles.ts';
import type { FormState } from './form-page-models.ts';
import type { Outcome } from './routes.ts';

type Schemas = components['schemas'];
type Checkout = Schemas['Checkout'];

export interface Shown {
  form?: FormState;
  said?: string | null;
  trouble?: CheckoutTrouble;
  /** The saved address that should have been chosen. */
  tried?: string | null;
  status?: number;
}

const SAID: ReadonlySet<string> = new Set<CheckoutSaid>(['address', 'delivery', 'prices', 'left-out']);
const GONE = 410;

/** Builds a checkout's page in any of its states. */
export class CheckoutPages {
  readonly #shop: InProcess;
  readonly #choices: CheckoutChoices;

  constructor(shop: InProcess) {
    this.#shop = shop;
    this.#choices = new CheckoutChoices(shop);
  }

  async outcome(visitor: Visitor, id: string, shown: Shown = {}): Promise<Outcome> {
    const { form = EMPTY_FORM, said = null, status = 200 } = shown;
    const checkout = (await this.#shop.call('getCheckout', visitor, { params: { id } })).body();
    if (checkout.orderId !== null) return { to: `/orders/${checkout.orderId}` };
    if (checkout.status !== 'OPEN') return ended(checkout);
    const addresses = await savedAddresses(this.#shop, visitor);
    let options: Schemas['SellerShippingOptions'][] = [];
    let trouble = shown.trouble ?? null;
    try {
      if (checkout.address !== null)
        options = (await this.#shop.call('listShippingOptions', visitor, { params: { id } })).body().data;
    } catch (error) {
      if (error instanceof WaslError && error.code === 'checkout.EXPIRED') return ended(checkout);
      trouble ??= troubleOf(error);
      if (trouble === null) throw error;
    }
    const shops = await this.#shopsOf(visitor, checkout, options);
    return {
      page: {
        kind: 'checkout',
        ...{ checkout, shops, addresses, form },
        addressId: shown.tried ?? this.#choices.savedAs(checkout.address, addresses),
        zones: zoneNames(visitor.locale),
        trouble: trouble ?? (checkout.codAllowed ? null : { why: 'cash' }),
        said: said !== null && SAID.has(said) ? (said as CheckoutSaid) : null,
      },
      status,
    };
  }

  async #shopsOf(
    visitor: Visitor,
    { lines, shipping }: Checkout,
    options: readonly Schemas['SellerShippingOptions'][],
  ): Promise<CheckoutShop[]> {
    const ids = [...new Set(lines.map(({ sellerId }) => sellerId))];
    return Promise.all(
      ids.map(async (id) => {
        const offered = options.find(({ sellerId }) => sellerId === id);
        return {
          id,
          name: offered?.sellerName ?? (await this.#nameOf(visitor, id)),
          lines: lines.filter(({ sellerId }) => sellerId === id),
          methods: offered?.methods ?? [],
          chosen: shipping.find(({ sellerId }) => sellerId === id) ?? null,
        };
      }),
    );
  }

  /** Empty for a shop that is closed to the public. */
  async #nameOf(visitor: Visitor, id: string): Promise<string> {
    try {
      return (await this.#shop.call('getSellerProfile', visitor, { params: { id } })).body().name;
    } catch (error) {
      if (error instanceof WaslError && error.code === 'common.NOT_FOUND') return '';
      throw error;
    }
  }
}

function ended({ status }: Checkout): Outcome {
  const why = status === 'CANCELLED' ? 'CANCELLED' : 'EXPIRED';
  return { page: { kind: 'checkout-ended', why }, status: GONE };
}
