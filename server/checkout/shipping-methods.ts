import type { Database, Transaction } from '../../db/database.ts';
import type { Locale } from '../http/operation.ts';
import type { DeliveryTerms } from './working-days.ts';

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
  zoneNumbers: number[] | null;
}

/** Why a seller cannot deliver to an address. */
export type Unserviceable = 'OUTSIDE_SERVICE_AREA' | 'ADDRESS_NOT_COVERED' | 'OTHER_CURRENCY';

export type SellerShipping = { methods: ShippingMethod[] } | { methods: null; reason: Unserviceable };

interface Row {
  id: string;
  seller_id: string | null;
  code: ShippingCode;
  name_en: string;
  name_ar: string;
  price: string;
  currency: string;
  min_days: number;
  max_days: number;
  zone_numbers: number[] | null;
}

/** The active methods of the platform and of these sellers, cheapest first. */
export async function readShippingMethods(
  executor: Database | Transaction,
  sellerIds: readonly string[],
): Promise<ShippingMethod[]> {
  const rows = await executor<Row>('shipping_methods')
    .where('active', true)
    .where((either) => either.whereNull('seller_id').orWhereIn('seller_id', [...sellerIds]))
    .orderBy(['price', 'id'])
    .select(
      'id',
      'seller_id',
      'code',
      'name_en',
      'name_ar',
      'price',
      'currency',
      'min_days',
      'max_days',
      'zone_numbers',
    );
  return rows.map((row) => ({
    methodId: row.id,
    sellerId: row.seller_id,
    code: row.code,
    name: { en: row.name_en, ar: row.name_ar },
    price: row.price,
    currency: row.currency,
    minDays: row.min_days,
    maxDays: row.max_days,
    zoneNumbers: row.zone_numbers,
  }));
}

/**
 * What one seller can deliver by to a Qatar zone. Methods of its own replace all of the platform's, also where they
 * do not reach; a rate in another currency never applies.
 */
export function sellerShipping(
  sellerId: string,
  methods: readonly ShippingMethod[],
  zoneNumber: number,
): SellerShipping {
  const own = methods.filter((method) => method.sellerId === sellerId);
  const candidates = own.length > 0 ? own : methods.filter((method) => method.sellerId === null);
  const payable = candidates.filter((method) => method.currency === 'QAR');
  const covering = payable.filter(({ zoneNumbers }) => zoneNumbers?.includes(zoneNumber) ?? true);
  if (covering.length > 0) return { methods: covering };
  const foreign = candidates.length > 0 && payable.length === 0;
  return { methods: null, reason: foreign ? 'OTHER_CURRENCY' : 'ADDRESS_NOT_COVERED' };
}
