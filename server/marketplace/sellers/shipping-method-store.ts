import type { PartialModelObject } from 'objection';
import type { Database, Transaction } from '../../../db/database.ts';
import { knexOf } from '../../../db/models/knex-of.ts';
import { ShippingMethod } from '../../../db/models/shipping-method.ts';
import type { ShippingMethod as OfferedMethod } from './shipping-methods.ts';

export function countOwnMethods(trx: Transaction, sellerId: string): Promise<number> {
  return own(trx, sellerId).resultSize();
}

export async function insertMethod(
  trx: Transaction,
  method: PartialModelObject<ShippingMethod>,
): Promise<void> {
  await ShippingMethod.query(knexOf(trx)).insert(method);
}

/** Null also for another seller's method and the platform's. */
export async function lockOwnMethod(
  trx: Transaction,
  sellerId: string,
  id: string,
): Promise<ShippingMethod | null> {
  return (await own(trx, sellerId).findById(id).forUpdate()) ?? null;
}

export async function updateMethod(
  trx: Transaction,
  id: string,
  change: PartialModelObject<ShippingMethod>,
): Promise<void> {
  await ShippingMethod.query(knexOf(trx)).findById(id).patch(change);
}

export async function findOwnMethod(
  database: Database,
  sellerId: string,
  id: string,
): Promise<ShippingMethod | null> {
  return (await own(database, sellerId).findById(id)) ?? null;
}

/** Newest first. @param before Id of the last method on the previous page. */
export async function readOwnMethods(
  database: Database,
  sellerId: string,
  before: string | null,
  count: number,
): Promise<ShippingMethod[]> {
  const query = own(database, sellerId).orderBy('id', 'desc').limit(count);
  return before === null ? query : query.where('id', '<', before);
}

/** A seller's available methods: active ones of its own and of the platform, cheapest first. */
export async function readMethodsFor(database: Database, sellerId: string): Promise<OfferedMethod[]> {
  const found = await ShippingMethod.query(database)
    .where({ active: true })
    .where((either) => either.whereNull('seller_id').orWhere({ seller_id: sellerId }))
    .orderBy(['price', 'id']);
  return found.map(({ id, nameEn: en, nameAr: ar, ...method }) => ({
    methodId: id,
    sellerId: method.sellerId,
    code: method.code,
    name: { en, ar },
    price: method.price,
    currency: method.currency,
    minDays: method.minDays,
    maxDays: method.maxDays,
    zoneNumbers: method.zoneNumbers,
  }));
}

/** Excludes removed methods. */
function own(executor: Database | Transaction, sellerId: string) {
  return ShippingMethod.query(knexOf(executor)).where({ seller_id: sellerId }).whereNull('deleted_at');
}
