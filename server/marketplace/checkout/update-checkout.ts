import { type FieldError, WaslError } from '../../../actors/errors.ts';
import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import type { CommandSteps } from '../../../db/batched-command.ts';
import type { Transaction } from '../../../db/database.ts';
import { deliveryPromise } from '../../kernel/calendar/working-days.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { SettingValues } from '../../kernel/settings/settings.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import type { AddressSnapshot } from '../orders/orders.ts';
import type { ShippingMethod } from '../sellers/sellers.ts';
import { acceptedLines } from './accept-prices.ts';
import { noSuchAddress } from './address-store.ts';
import { requireCodAllowed } from './cash-on-delivery.ts';
import { type CheckoutFacts, readCheckouts } from './checkout-parts-store.ts';
import {
  bySeller,
  type CheckoutLineRow,
  type CheckoutParts,
  found,
  payable,
  requireOpen,
  type ShippingRow,
} from './checkout-store.ts';
import { type ChoicesPlan, lockCheckouts, writeChoices } from './choices-store.ts';
import { offeredMethods } from './serviceability.ts';

export type UpdateDependencies = Pick<Dependencies, 'clock'> & {
  serviceArea: ServiceArea;
  settings: Pick<SettingValues, 'codMaximum' | 'cutoffTime' | 'holidays'>;
};
type Choices = components['schemas']['UpdateCheckoutRequest'];
type ShippingChoice = NonNullable<Choices['shipping']>[number];

export interface UpdateCheckout {
  checkoutId: string;
  accountId: string;
  locale: Locale;
  choices: Choices;
  settings: UpdateDependencies['settings'];
}

/** What to write, and the checkout after that. */
export interface Update {
  plan: ChoicesPlan;
  parts: CheckoutParts;
}

/**
 * Accepts prices, then sets address, shipping and payment, all or nothing. Throws common.NOT_FOUND, checkout.EXPIRED,
 * checkout.INVALID_STATE, checkout.ADDRESS_UNSERVICEABLE, checkout.INCOMPLETE (shipping before an address),
 * common.VALIDATION_FAILED, checkout.COD_NOT_ALLOWED, checkout.PRICE_CHANGED.
 */
export function updateCheckoutSteps(
  deps: Pick<UpdateDependencies, 'clock' | 'serviceArea'>,
): CommandSteps<UpdateCheckout, CheckoutFacts | null, Update, CheckoutParts> {
  return {
    read: async (executor, calls, { lock }) => {
      const asked = calls.map(({ checkoutId, accountId, choices }) => ({
        ...{ checkoutId, accountId, addressId: choices.addressId },
        methods: choices.addressId !== undefined || choices.shipping !== undefined,
        prices: choices.acceptedPrices !== undefined,
      }));
      if (lock)
        await lockCheckouts(
          executor as Transaction,
          asked.map(({ checkoutId }) => checkoutId),
        );
      return readCheckouts(executor, asked);
    },
    judge: (call, facts) => ({ plan: judge({ ...deps, settings: call.settings }, call, found(facts)) }),
    write: async (executor, updates) => {
      const written = await writeChoices(
        executor,
        updates.map(({ plan }) => plan),
      );
      return updates.map(({ parts }, place) => (written[place] === true ? parts : null));
    },
  };
}

function judge(deps: UpdateDependencies, { choices, locale }: UpdateCheckout, facts: CheckoutFacts): Update {
  const { checkout, lines: linesBefore, shipping: shippingBefore } = facts.parts;
  requireOpen(checkout, deps.clock);
  const lines = acceptedLines(linesBefore, choices.acceptedPrices, facts.prices, locale);
  if (choices.addressId !== undefined && facts.address === null) throw noSuchAddress();
  const address = facts.address ?? checkout.address;
  const chosen = chooseShipping(deps, facts, address, { choices, locale });
  const shipping = chosen === null ? shippingBefore : [...chosen.kept, ...chosen.chosen].sort(bySeller);
  const paymentMethod = choices.paymentMethod ?? checkout.paymentMethod;
  const parts = { checkout: { ...checkout, address, paymentMethod }, lines, shipping };
  // New prices or another shipping method change the total that cash on delivery was allowed for.
  if (paymentMethod === 'COD') requireCodAllowed(payable(parts), deps.settings.codMaximum);
  const left = new Set(shipping.map(({ sellerId }) => sellerId));
  const plan = {
    ...{ checkoutId: checkout.id, version: checkout.version },
    ...{ address: facts.address, paymentMethod: choices.paymentMethod ?? null, chosen: chosen?.chosen ?? [] },
    dropped: shippingBefore.flatMap(({ sellerId }) => (left.has(sellerId) ? [] : [sellerId])),
    prices: otherPrices(linesBefore, lines),
  };
  return { plan, parts };
}

function otherPrices(
  before: readonly CheckoutLineRow[],
  after: readonly CheckoutLineRow[],
): ChoicesPlan['prices'] {
  return after.flatMap(({ id: lineId, unitPrice: price }, index) =>
    before[index]?.unitPrice === price ? [] : [{ lineId, price }],
  );
}

/**
 * A new address keeps a chosen method only if that covers it; a new choice replaces the seller's previous one. Null if
 * neither is requested.
 */
function chooseShipping(
  deps: UpdateDependencies,
  { parts, shipping: facts }: CheckoutFacts,
  address: AddressSnapshot | null,
  { choices, locale }: Pick<UpdateCheckout, 'choices' | 'locale'>,
): { kept: ShippingRow[]; chosen: ShippingRow[] } | null {
  if (choices.addressId === undefined && choices.shipping === undefined) return null;
  if (address === null) throw addressFirst();
  const offered = offeredMethods(deps.serviceArea, address, facts, locale);
  const chosen = chosenShipping(deps, choices.shipping ?? [], offered);
  const kept = parts.shipping.filter(({ sellerId, methodId }) => {
    const replaced = chosen.some((choice) => choice.sellerId === sellerId);
    return !replaced && offered.get(sellerId)?.some((method) => method.methodId === methodId) === true;
  });
  return { kept, chosen };
}

function chosenShipping(
  { clock, settings }: UpdateDependencies,
  choices: readonly ShippingChoice[],
  offered: ReadonlyMap<string, ShippingMethod[]>,
): ShippingRow[] {
  refuseInvalid(choices, offered);
  const { holidays, cutoffTime } = settings;
  const now = clock.now();
  return choices.flatMap(({ sellerId, methodId }) => {
    const method = offered.get(sellerId)?.find((candidate) => candidate.methodId === methodId);
    if (method === undefined) return [];
    const { code, name, price } = method;
    const promise = deliveryPromise(now, method, { holidays, cutoff: cutoffTime });
    const promised = { promisedFrom: promise.earliest, promisedTo: promise.latest };
    return [{ sellerId, methodId, code, nameEn: name.en, nameAr: name.ar, price, ...promised }];
  });
}

function refuseInvalid(
  choices: readonly ShippingChoice[],
  offered: ReadonlyMap<string, ShippingMethod[]>,
): void {
  const errors = choices.flatMap(({ sellerId, methodId }, index): FieldError[] => {
    const methods = offered.get(sellerId);
    const at = (field: string, code: string, message: string) => [
      { pointer: `/shipping/${index}/${field}`, code, message },
    ];
    if (methods === undefined) return at('sellerId', 'unknown', 'is not a seller of this checkout');
    if (choices.findIndex((choice) => choice.sellerId === sellerId) !== index)
      return at('sellerId', 'duplicate', 'must have one method per seller');
    if (!methods.some((method) => method.methodId === methodId))
      return at('methodId', 'unknown', 'is not a method by which this seller delivers to the address');
    return [];
  });
  if (errors.length === 0) return;
  throw new WaslError('common.VALIDATION_FAILED', {
    detail: 'Choose one of the methods in shipping-options for each seller.',
    errors,
  });
}

/** Shipping can be chosen only after an address. */
export function addressFirst(): WaslError {
  return new WaslError('checkout.INCOMPLETE', {
    detail: 'Choose the delivery address first.',
    extension: { missing: ['address'] },
  });
}
