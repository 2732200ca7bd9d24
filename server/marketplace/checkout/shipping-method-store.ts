import type { Database, Transaction } from '../../../db/database.ts';
import { arrayOf, integer, nullable, numeric, oneOf, text, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import type { ShippingCode, ShippingMethod } from './shipping-methods.ts';

/** The active methods of the platform and of these sellers, cheapest first. */
export async function readShippingMethods(
  executor: Database | Transaction,
  sellerIds: readonly string[],
): Promise<ShippingMethod[]> {
  const rows = await readMethods.all(executor, { sellerIds });
  return rows.map(({ nameEn: en, nameAr: ar, ...method }) => ({ ...method, name: { en, ar } }));
}

const readMethods = statement({
  name: 'checkout.read_shipping_methods',
  sql: `SELECT id AS "methodId", seller_id AS "sellerId", code, name_en AS "nameEn", name_ar AS "nameAr", price, currency,
               min_days AS "minDays", max_days AS "maxDays", zone_numbers AS "zoneNumbers"
          FROM shipping_methods
         WHERE active AND (seller_id IS NULL OR seller_id = ANY(:sellerIds::uuid[]))
         ORDER BY price, id`,
  params: { sellerIds: arrayOf(uuid) },
  row: {
    methodId: uuid,
    sellerId: nullable(uuid),
    code: oneOf<ShippingCode>(),
    nameEn: text,
    nameAr: text,
    price: numeric,
    currency: text,
    minDays: integer,
    maxDays: integer,
    zoneNumbers: nullable(arrayOf(integer)),
  },
  prepare: true,
});

/** Display names by seller id. */
export async function sellerNames(
  executor: Database | Transaction,
  sellerIds: readonly string[],
): Promise<Map<string, Record<Locale, string>>> {
  const rows = await readNames.all(executor, { sellerIds });
  return new Map(rows.map((row) => [row.id, { en: row.display_name_en, ar: row.display_name_ar }]));
}

const readNames = statement({
  name: 'checkout.read_seller_names',
  sql: 'SELECT id, display_name_en, display_name_ar FROM sellers WHERE id = ANY(:sellerIds::uuid[])',
  params: { sellerIds: arrayOf(uuid) },
  row: { id: uuid, display_name_en: text, display_name_ar: text },
});
