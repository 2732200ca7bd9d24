import { WaslError } from '../../../actors/errors.ts';
import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import type { AddressSnapshot } from '../orders/orders.ts';
import {
  type SellerShipping,
  type ShippingMethod,
  sellerShipping,
  type Unserviceable,
} from '../sellers/sellers.ts';

/** The sellers of a checkout's lines, without duplicates. */
export interface ShippingFacts {
  sellers: readonly { sellerId: string; name: Record<Locale, string> }[];
  /** Active methods of the platform and of these sellers. */
  methods: readonly ShippingMethod[];
}

/**
 * An address is serviceable if it lies inside the service area and every seller has a method that covers it. Returns
 * each seller's methods; throws checkout.ADDRESS_UNSERVICEABLE naming the sellers that cannot deliver, with the reason.
 */
export function offeredMethods(
  serviceArea: ServiceArea,
  address: Pick<AddressSnapshot, 'zoneNumber' | 'location'>,
  { sellers, methods }: ShippingFacts,
  locale: Locale,
): Map<string, ShippingMethod[]> {
  const inside = serviceArea.contains(address.location);
  const offered = new Map<string, ShippingMethod[]>();
  const refused: { sellerId: string; name: string; reason: Unserviceable }[] = [];
  for (const { sellerId, name } of sellers) {
    const shipping: SellerShipping = inside
      ? sellerShipping(sellerId, methods, address.zoneNumber)
      : { methods: null, reason: 'OUTSIDE_SERVICE_AREA' };
    if (shipping.methods === null) refused.push({ sellerId, name: name[locale], reason: shipping.reason });
    else offered.set(sellerId, shipping.methods);
  }
  if (refused.length === 0) return offered;
  throw new WaslError('checkout.ADDRESS_UNSERVICEABLE', {
    detail: inside
      ? 'Not every seller delivers to this address. Choose another address, or remove the items of the sellers listed.'
      : 'This address lies outside Qatar. Choose another one.',
    extension: { sellers: refused },
  });
}
