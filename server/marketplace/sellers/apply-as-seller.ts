import { WaslError } from '../../../actors/errors.ts';
import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Seller } from '../../../db/models/seller.ts';
import { sqlState, violatedConstraint } from '../../../db/unit-of-work.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { findDefaultPlan } from './commission-plan-store.ts';
import { insertSeller } from './seller-store.ts';
import { isStaff, lockAccount } from './staff-store.ts';

/** Adds a seller's warehouse, provided by inventory. `at`: JSON pointer of the warehouse in the request. */
export type InsertWarehouse = (
  trx: Transaction,
  deps: { ids: Ids; serviceArea: ServiceArea },
  sellerId: string,
  warehouse: components['schemas']['CreateWarehouseRequest'],
  at: string,
) => Promise<string>;

/**
 * Creates a seller in state APPLIED, owned by the applicant, with its first warehouse. The role follows on approval.
 * Returns the seller's id. Throws seller.ALREADY_LINKED if the account owns a seller that was not rejected or works for
 * one, and common.VALIDATION_FAILED for a warehouse outside the service area.
 */
export async function applyAsSeller(
  trx: Transaction,
  deps: { ids: Ids; serviceArea: ServiceArea; insertWarehouse: InsertWarehouse },
  applicantId: string,
  application: components['schemas']['SellerApplicationRequest'],
): Promise<string> {
  // Serializes decisions about the account: it may become staff or an owner, not both.
  await lockAccount(trx, applicantId);
  if (await isStaff(trx, applicantId)) throw alreadyLinked();
  const id = deps.ids.next();
  await insertApplicant(trx, {
    id,
    legalName: application.legalName,
    displayNameEn: application.displayName.en,
    displayNameAr: application.displayName.ar,
    status: 'APPLIED',
    ownerAccountId: applicantId,
    commissionPlanId: await defaultPlanId(trx),
  });
  await deps.insertWarehouse(trx, deps, id, application.warehouse, '/warehouse');
  return id;
}

async function insertApplicant(trx: Transaction, seller: Partial<Seller>): Promise<void> {
  try {
    await insertSeller(trx, seller);
  } catch (error) {
    if (sqlState(error) === '23505' && violatedConstraint(error) === 'sellers_owner') throw alreadyLinked();
    throw error;
  }
}

async function defaultPlanId(trx: Transaction): Promise<string> {
  const plan = await findDefaultPlan(trx);
  if (plan === null) throw new Error('no default commission plan exists');
  return plan.id;
}

function alreadyLinked(): WaslError {
  return new WaslError('seller.ALREADY_LINKED', { detail: 'This account already belongs to a seller.' });
}
