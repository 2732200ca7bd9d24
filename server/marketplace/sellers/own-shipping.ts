import { WaslError } from '../../../actors/errors.ts';
import { normalise } from '../../../actors/money/money.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { ShippingMethod } from '../../../db/models/shipping-method.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { type IfMatch, requireVersion } from '../../kernel/http/preconditions.ts';
import { requireWork } from './seller-machine.ts';
import { admitWork, lockSeller } from './seller-store.ts';
import {
  countOwnMethods,
  findOwnMethod,
  insertMethod,
  lockOwnMethod,
  updateMethod,
} from './shipping-method-store.ts';

type NewMethod = components['schemas']['CreateShippingMethodRequest'];
type MethodChange = components['schemas']['UpdateShippingMethodRequest'];

/** Limited because every checkout with this seller reads all of them. */
const MAX_METHODS = 50;

export interface MethodPosition {
  sellerId: string;
  id: string;
  ifMatch: IfMatch;
}

/** Throws common.VALIDATION_FAILED, common.CONFLICT beyond the limit, seller.INVALID_STATE. */
export async function addShippingMethod(
  trx: Transaction,
  ids: Ids,
  sellerId: string,
  method: NewMethod,
): Promise<string> {
  // Locked, so that concurrent additions cannot exceed the limit.
  const seller = await lockSeller(trx, sellerId);
  requireWork(seller.status, 'edit-shipping');
  const count = await countOwnMethods(trx, sellerId);
  if (count >= MAX_METHODS)
    throw new WaslError('common.CONFLICT', {
      detail: `A seller can have at most ${MAX_METHODS} shipping methods. Remove one first.`,
    });
  requireOrder(method.minDays, method.maxDays);
  const id = ids.next();
  const { code, active = true, zoneNumbers = null } = method;
  await insertMethod(trx, { id, sellerId, code, active, zoneNumbers, ...columns(method) });
  return id;
}

/**
 * Throws common.NOT_FOUND also for another seller's and the platform's, the errors of If-Match,
 * common.VALIDATION_FAILED, seller.INVALID_STATE.
 */
export async function changeShippingMethod(
  trx: Transaction,
  position: MethodPosition,
  change: MethodChange,
): Promise<void> {
  const method = await lockOwn(trx, position);
  const { minDays = method.minDays, maxDays = method.maxDays, active, zoneNumbers } = change;
  requireOrder(minDays, maxDays);
  await updateMethod(trx, method.id, {
    ...columns(change),
    ...(active === undefined ? {} : { active }),
    ...(zoneNumbers === undefined ? {} : { zoneNumbers }),
    version: method.version + 1,
    updatedAt: new Date(),
  });
}

/** Keeps the row for checkouts that chose it. Throws what `changeShippingMethod` throws. */
export async function removeShippingMethod(trx: Transaction, position: MethodPosition): Promise<void> {
  const { id, version } = await lockOwn(trx, position);
  const now = new Date();
  await updateMethod(trx, id, { active: false, deletedAt: now, updatedAt: now, version: version + 1 });
}

/** Throws common.NOT_FOUND. */
export async function readOwnMethod(
  database: Database,
  sellerId: string,
  id: string,
): Promise<ShippingMethod> {
  const method = await findOwnMethod(database, sellerId, id);
  if (method === null) throw noSuchMethod();
  return method;
}

async function lockOwn(trx: Transaction, { sellerId, id, ifMatch }: MethodPosition): Promise<ShippingMethod> {
  await admitWork(trx, sellerId, 'edit-shipping');
  const method = await lockOwnMethod(trx, sellerId, id);
  if (method === null) throw noSuchMethod();
  requireVersion(ifMatch, method.version);
  return method;
}

function columns({
  name,
  price,
  minDays,
  maxDays,
}: Pick<MethodChange, 'name' | 'price' | 'minDays' | 'maxDays'>) {
  return {
    ...(name === undefined ? {} : { nameEn: name.en, nameAr: name.ar }),
    ...(price === undefined ? {} : { price: normalise(price.amount), currency: price.currency }),
    ...(minDays === undefined ? {} : { minDays }),
    ...(maxDays === undefined ? {} : { maxDays }),
  };
}

function requireOrder(minDays: number, maxDays: number): void {
  if (minDays <= maxDays) return;
  throw new WaslError('common.VALIDATION_FAILED', {
    detail: 'The latest day is before the earliest.',
    errors: [{ pointer: '/maxDays', code: 'minimum', message: 'must not be below minDays' }],
  });
}

function noSuchMethod(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such shipping method.' });
}
