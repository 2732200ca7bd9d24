import objection from 'objection';
import { type FieldError, WaslError } from '../../actors/errors.ts';
import type { ServiceArea } from '../../actors/geo/service-area.ts';
import type { Transaction } from '../../db/database.ts';
import { Address } from '../../db/models/address.ts';
import { type AddressSnapshot, Checkout } from '../../db/models/checkout.ts';
import { CheckoutShipping } from '../../db/models/checkout-shipping.ts';
import type { Dependencies } from '../dependencies.ts';
import type { components } from '../http/api-types.ts';
import type { Locale } from '../http/operation.ts';
import { acceptPrices } from './accept-prices.ts';
import { requireCodAllowed } from './cash-on-delivery.ts';
import { lockCheckout, payable, readParts, requireOpen, sellerIdsOf } from './checkout-store.ts';
import { requireServiceable } from './serviceability.ts';
import type { ShippingMethod } from './shipping-methods.ts';
import { deliveryPromise } from './working-days.ts';

export type UpdateDependencies = Pick<Dependencies, 'clock' | 'settings'> & { serviceArea: ServiceArea };
type Choices = components['schemas']['UpdateCheckoutRequest'];
type ShippingChoice = NonNullable<Choices['shipping']>[number];

export interface CheckoutUpdate {
  checkoutId: string;
  accountId: string;
  locale: Locale;
  choices: Choices;
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
): Promise<void> {
  const { checkoutId, accountId, choices } = update;
  const checkout = await lockCheckout(trx, checkoutId, accountId);
  requireOpen(checkout, deps.clock);
  const parts = await readParts(trx, checkout);
  if (choices.acceptedPrices !== undefined)
    await acceptPrices(trx, parts.lines, choices.acceptedPrices, update.locale);
  const sellerIds = sellerIdsOf(parts.lines);
  const address =
    choices.addressId === undefined ? checkout.address : await copyAddress(trx, choices.addressId, accountId);
  if (choices.addressId !== undefined || choices.shipping !== undefined) {
    if (address === null) throw addressFirst();
    const offered = await requireServiceable(trx, deps.serviceArea, address, sellerIds, update.locale);
    await dropUncovered(trx, parts.shipping, offered);
    if (choices.shipping !== undefined)
      await chooseShipping(trx, deps, checkoutId, choices.shipping, offered);
  }
  if (choices.paymentMethod === 'COD') {
    const { codMaximum } = await deps.settings.values(trx);
    requireCodAllowed(payable(await readParts(trx, checkout)), codMaximum);
  }
  await Checkout.query(trx)
    .findById(checkoutId)
    .patch({
      address,
      paymentMethod: choices.paymentMethod ?? checkout.paymentMethod,
      version: objection.raw('version + 1'),
      updatedAt: new Date(),
    });
}

async function copyAddress(trx: Transaction, addressId: string, accountId: string): Promise<AddressSnapshot> {
  const address = await Address.query(trx)
    .findOne({ id: addressId, account_id: accountId })
    .whereNull('deleted_at');
  if (address === undefined) throw new WaslError('common.NOT_FOUND', { detail: 'No such address.' });
  const { contactName, phone, zoneNumber, streetNumber, buildingNumber, unit, floor, landmark } = address;
  const location = { latitude: address.latitude, longitude: address.longitude };
  return { contactName, phone, zoneNumber, streetNumber, buildingNumber, unit, floor, landmark, location };
}

/** Another address keeps a choice only while that method covers it. */
async function dropUncovered(
  trx: Transaction,
  chosen: readonly CheckoutShipping[],
  offered: ReadonlyMap<string, ShippingMethod[]>,
): Promise<void> {
  for (const { checkoutId, sellerId, methodId } of chosen) {
    const kept = offered.get(sellerId)?.some((method) => method.methodId === methodId) ?? false;
    if (!kept) await CheckoutShipping.query(trx).deleteById([checkoutId, sellerId]);
  }
}

async function chooseShipping(
  trx: Transaction,
  deps: UpdateDependencies,
  checkoutId: string,
  choices: readonly ShippingChoice[],
  offered: ReadonlyMap<string, ShippingMethod[]>,
): Promise<void> {
  refuseInvalid(choices, offered);
  const { holidays, cutoffTime } = await deps.settings.values(trx);
  const now = deps.clock.now();
  const rows = choices.flatMap(({ sellerId, methodId }) => {
    const method = offered.get(sellerId)?.find((candidate) => candidate.methodId === methodId);
    if (method === undefined) return [];
    const promise = deliveryPromise(now, method, { holidays, cutoff: cutoffTime });
    return [
      {
        checkoutId,
        sellerId,
        methodId,
        code: method.code,
        nameEn: method.name.en,
        nameAr: method.name.ar,
        price: method.price,
        promisedFrom: promise.earliest,
        promisedTo: promise.latest,
      },
    ];
  });
  await CheckoutShipping.query(trx).insert(rows).onConflict(['checkout_id', 'seller_id']).merge();
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
