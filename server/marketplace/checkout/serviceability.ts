import { WaslError } from '../../../actors/errors.ts';
import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import type { AddressSnapshot } from '../orders/orders.ts';
import { readShippingMethods, sellerNames } from './shipping-method-store.ts';
import {
  type SellerShipping,
  type ShippingMethod,
  sellerShipping,
  type Unserviceable,
} from './shipping-methods.ts';

/**
 * An address is served when it lies inside the service area and every seller has a rate that covers it.
 * Answers each seller's methods; throws checkout.ADDRESS_UNSERVICEABLE naming the sellers that cannot deliver, and why.
 */
export async function requireServiceable(
  executor: Database | Transaction,
  serviceArea: ServiceArea,
  address: Pick<AddressSnapshot, 'zoneNumber' | 'location'>,
  sellerIds: readonly string[],
  locale: Locale,
): Promise<Map<string, ShippingMethod[]>> {
  const inside = serviceArea.contains(address.location);
  const methods = inside ? await readShippingMethods(executor, sellerIds) : [];
  const offered = new Map<string, ShippingMethod[]>();
  const refused: { sellerId: string; reason: Unserviceable }[] = [];
  for (const sellerId of sellerIds) {
    const shipping: SellerShipping = inside
      ? sellerShipping(sellerId, methods, address.zoneNumber)
      : { methods: null, reason: 'OUTSIDE_SERVICE_AREA' };
    if (shipping.methods === null) refused.push({ sellerId, reason: shipping.reason });
    else offered.set(sellerId, shipping.methods);
  }
  if (refused.length > 0) throw await unserviceable(executor, refused, inside, locale);
  return offered;
}

async function unserviceable(
  executor: Database | Transaction,
  refused: readonly { sellerId: string; reason: Unserviceable }[],
  inside: boolean,
  locale: Locale,
): Promise<WaslError> {
  const names = await sellerNames(
    executor,
    refused.map(({ sellerId }) => sellerId),
  );
  return new WaslError('checkout.ADDRESS_UNSERVICEABLE', {
    detail: inside
      ? 'Not every seller delivers to this address. Choose another address or leave out the sellers named.'
      : 'This address lies outside Qatar. Choose another one.',
    extension: {
      sellers: refused.map(({ sellerId, reason }) => ({
        sellerId,
        name: names.get(sellerId)?.[locale] ?? '',
        reason,
      })),
    },
  });
}
