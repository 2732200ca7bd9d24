import { type FieldError, WaslError } from '../../../actors/errors.ts';
import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { deliveryPromise } from '../../kernel/calendar/working-days.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { SettingValues } from '../../kernel/settings/settings.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import type { AddressSnapshot } from '../orders/orders.ts';
import { acceptPrices } from './accept-prices.ts';
import { readAddress } from './address-store.ts';
import { requireCodAllowed } from './cash-on-delivery.ts';
import {
  bySeller,
  type CheckoutParts,
  findCheckout,
  lockCheckout,
  payable,
  readParts,
  requireOpen,
  type ShippingRow,
  sellerIdsOf,
  writeChoices,
} from './checkout-store.ts';
import { requireServiceable } from './serviceability.ts';
import type { ShippingMethod } from './shipping-methods.ts';

export type UpdateDependencies = Pick<Dependencies, 'clock'> & {
  serviceArea: ServiceArea;
  settings: Pick<SettingValues, 'codMaximum' | 'cutoffTime' | 'holidays'>;
};
type Choices = components['schemas']['UpdateCheckoutRequest'];
type ShippingChoice = NonNullable<Choices['shipping']>[number];

export interface CheckoutUpdate {
  checkoutId: string;
  accountId: string;
  locale: Locale;
  choices: Choices;
}

/**
 * Sets address, shipping and payment with one statement that writes if the checkout is still as it was read; nothing is
 * locked before. Null when another change overtook it, or when prices are to be accepted, which takes a transaction.
 * Throws what `updateCheckout` throws.
 */
export async function updateAtOnce(
  database: Database,
  deps: UpdateDependencies,
  update: CheckoutUpdate,
): Promise<CheckoutParts | null> {
  if (update.choices.acceptedPrices !== undefined) return null;
  const checkout = await findCheckout(database, update.checkoutId, update.accountId);
  requireOpen(checkout, deps.clock);
  const parts = await choose(database, deps, await readParts(database, checkout), update);
  return (await writeChoices(database, parts)) ? parts : null;
}

/**
 * Accepts prices, sets address, shipping and payment, in that order, all or none.
 * Throws common.NOT_FOUND, checkout.EXPIRED, checkout.INVALID_STATE, checkout.ADDRESS_UNSERVICEABLE,
 * checkout.INCOMPLETE (shipping before an address), common.VALIDATION_FAILED, checkout.COD_NOT_ALLOWED,
 * checkout.PRICE_CHANGED.
 */
export async function updateCheckout(
  trx: Transaction,
  deps: UpdateDependencies,
  update: CheckoutUpdate,
): Promise<CheckoutParts> {
  const { checkoutId, accountId, choices, locale } = update;
  const checkout = await lockCheckout(trx, checkoutId, accountId);
  requireOpen(checkout, deps.clock);
  const before = await readParts(trx, checkout);
  const lines =
    choices.acceptedPrices === undefined
      ? before.lines
      : await acceptPrices(trx, before.lines, choices.acceptedPrices, locale);
  const parts = await choose(trx, deps, { ...before, lines }, update);
  if (!(await writeChoices(trx, parts)))
    throw new Error(`checkout ${checkoutId} changed while it was locked`);
  return parts;
}

/** The checkout as it will be. */
async function choose(
  executor: Database | Transaction,
  deps: UpdateDependencies,
  before: CheckoutParts,
  update: CheckoutUpdate,
): Promise<CheckoutParts> {
  const { accountId, choices } = update;
  const { checkout, lines } = before;
  const address =
    choices.addressId === undefined
      ? checkout.address
      : await copyAddress(executor, choices.addressId, accountId);
  const shipping = await shippingAfter(executor, deps, before, address, update);
  const paymentMethod = choices.paymentMethod ?? checkout.paymentMethod;
  const parts = { checkout: { ...checkout, address, paymentMethod }, lines, shipping };
  // Other prices and another method change the total that cash on delivery was chosen for.
  if (paymentMethod === 'COD') requireCodAllowed(payable(parts), deps.settings.codMaximum);
  return parts;
}

async function copyAddress(
  executor: Database | Transaction,
  addressId: string,
  accountId: string,
): Promise<AddressSnapshot> {
  const address = await readAddress(executor, addressId, accountId);
  const { contactName, phone, zoneNumber, streetNumber, buildingNumber, unit, floor, landmark } = address;
  const location = { latitude: address.latitude, longitude: address.longitude };
  return { contactName, phone, zoneNumber, streetNumber, buildingNumber, unit, floor, landmark, location };
}

/** Another address keeps a choice only while that method covers it; a new choice takes the place of the seller's last. */
async function shippingAfter(
  executor: Database | Transaction,
  deps: UpdateDependencies,
  { lines, shipping }: CheckoutParts,
  address: AddressSnapshot | null,
  { choices, locale }: CheckoutUpdate,
): Promise<ShippingRow[]> {
  if (choices.addressId === undefined && choices.shipping === undefined) return shipping;
  if (address === null) throw addressFirst();
  const offered = await requireServiceable(executor, deps.serviceArea, address, sellerIdsOf(lines), locale);
  const chosen = chooseShipping(deps, choices.shipping ?? [], offered);
  const kept = shipping.filter(({ sellerId, methodId }) => {
    const replaced = chosen.some((choice) => choice.sellerId === sellerId);
    return !replaced && offered.get(sellerId)?.some((method) => method.methodId === methodId) === true;
  });
  return [...kept, ...chosen].sort(bySeller);
}

function chooseShipping(
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
    if (methods === undefined) return at('sellerId', 'unknown', 'no seller of this checkout');
    if (choices.findIndex((choice) => choice.sellerId === sellerId) !== index)
      return at('sellerId', 'duplicate', 'one method per seller');
    if (!methods.some((method) => method.methodId === methodId))
      return at('methodId', 'unknown', 'this seller does not deliver to the address by this method');
    return [];
  });
  if (errors.length === 0) return;
  throw new WaslError('common.VALIDATION_FAILED', {
    detail: 'Choose for each seller one of its methods from shipping-options.',
    errors,
  });
}

/** Shipping is offered for an address. */
export function addressFirst(): WaslError {
  return new WaslError('checkout.INCOMPLETE', {
    detail: 'Choose the delivery address first.',
    extension: { missing: ['address'] },
  });
}
