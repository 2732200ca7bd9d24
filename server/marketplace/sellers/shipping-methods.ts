import type { DeliveryTerms } from '../../kernel/calendar/working-days.ts';
import type { Locale } from '../../kernel/texts/locale.ts';

export type ShippingCode = 'STANDARD' | 'EXPRESS' | 'CUSTOM';

export interface ShippingMethod extends DeliveryTerms {
  methodId: string;
  /** Null: a method of the platform. */
  sellerId: string | null;
  code: ShippingCode;
  name: Record<Locale, string>;
  price: string;
  currency: string;
  /** Qatar zone numbers it covers; null covers all of Qatar. */
  zoneNumbers: readonly number[] | null;
}

/** Why a seller cannot deliver to an address. */
export type Unserviceable = 'OUTSIDE_SERVICE_AREA' | 'ADDRESS_NOT_COVERED' | 'OTHER_CURRENCY';

export type SellerShipping = { methods: ShippingMethod[] } | { methods: null; reason: Unserviceable };

/**
 * A seller's methods for a Qatar zone, or for any zone if null. A seller's own methods replace all of the platform's,
 * even where they do not reach. Methods in another currency never apply.
 */
export function sellerShipping(
  sellerId: string,
  methods: readonly ShippingMethod[],
  zoneNumber: number | null,
): SellerShipping {
  const own = methods.filter((method) => method.sellerId === sellerId);
  const candidates = own.length > 0 ? own : methods.filter((method) => method.sellerId === null);
  const payable = candidates.filter((method) => method.currency === 'QAR');
  const covering = payable.filter(
    ({ zoneNumbers }) => zoneNumber === null || (zoneNumbers?.includes(zoneNumber) ?? true),
  );
  if (covering.length > 0) return { methods: covering };
  const foreign = candidates.length > 0 && payable.length === 0;
  return { methods: null, reason: foreign ? 'OTHER_CURRENCY' : 'ADDRESS_NOT_COVERED' };
}
