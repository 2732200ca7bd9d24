import { Decimal } from 'decimal.js';
import { WaslError } from '../../../actors/errors.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { CommissionPlan } from '../../../db/models/commission-plan.ts';
import { violatedConstraint } from '../../../db/unit-of-work.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import type { SignedIn } from '../../kernel/http/operation.ts';
import { type IfMatch, requireVersion } from '../../kernel/http/preconditions.ts';
import {
  clearDefaultPlan,
  findPlan,
  insertPlan,
  lockDefaultPlan,
  lockPlan,
  updatePlan,
} from './commission-plan-store.ts';
import { lockSeller, updateSeller } from './seller-store.ts';

export interface PlanContext {
  ids: Ids;
  by: SignedIn;
  requestId: string;
  ip: string;
}

export interface PlanChange {
  name?: string;
  /** Decimal string. */
  percent?: string;
  /** True makes it the plan of future applicants, replacing the previous default. */
  isDefault?: true;
}

/** Throws common.VALIDATION_FAILED above 100 %, common.CONFLICT for a name in use. Returns the plan's id. */
export async function createPlan(
  trx: Transaction,
  context: PlanContext,
  { name, percent }: { name: string; percent: string },
): Promise<string> {
  requirePercent(percent);
  const id = context.ids.next();
  await named(() => insertPlan(trx, { id, name: name.trim(), percent }));
  await record(trx, context, 'createCommissionPlan', planOf(id), null, { name, percent });
  return id;
}

/**
 * A new rate applies to orders confirmed afterwards; earlier ones keep theirs. Throws common.NOT_FOUND, the errors of
 * If-Match, and what `createPlan` throws.
 */
export async function changePlan(
  trx: Transaction,
  context: PlanContext,
  id: string,
  ifMatch: IfMatch,
  change: PlanChange,
): Promise<void> {
  const { name, percent, isDefault } = change;
  if (percent !== undefined) requirePercent(percent);
  // Two plans that became the default concurrently would each clear the other's mark.
  if (isDefault === true) await lockDefaultPlan(trx);
  const plan = await lockPlan(trx, id);
  if (plan === null) throw noSuchPlan();
  requireVersion(ifMatch, plan.version);
  if (isDefault === true && !plan.isDefault) await clearDefaultPlan(trx);
  const wanted = {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(percent === undefined ? {} : { percent }),
    ...(isDefault === undefined ? {} : { isDefault }),
  };
  await named(() => updatePlan(trx, id, { ...wanted, version: plan.version + 1, updatedAt: new Date() }));
  const from = { name: plan.name, percent: plan.percent, isDefault: plan.isDefault };
  await record(trx, context, 'updateCommissionPlan', planOf(id), from, { ...from, ...wanted });
}

/**
 * Applies to orders confirmed afterwards. Throws common.NOT_FOUND, the errors of If-Match, common.VALIDATION_FAILED.
 */
export async function assignPlan(
  trx: Transaction,
  context: PlanContext,
  sellerId: string,
  ifMatch: IfMatch,
  commissionPlanId: string,
): Promise<void> {
  const seller = await lockSeller(trx, sellerId);
  requireVersion(ifMatch, seller.version);
  await requirePlan(trx, commissionPlanId);
  await updateSeller(trx, seller, { commissionPlanId });
  const subject = { subjectType: 'SELLER', subjectId: sellerId };
  const before = { commissionPlanId: seller.commissionPlanId };
  await record(trx, context, 'setSellerCommissionPlan', subject, before, { commissionPlanId });
}

/** Throws common.VALIDATION_FAILED if the id in the body is not a plan's. */
export async function requirePlan(trx: Transaction, id: string): Promise<void> {
  if ((await findPlan(trx, id)) !== null) return;
  throw new WaslError('common.VALIDATION_FAILED', {
    errors: [{ pointer: '/commissionPlanId', code: 'unknown', message: 'is not a commission plan' }],
  });
}

/** Throws common.NOT_FOUND. */
export async function readPlan(database: Database, id: string): Promise<CommissionPlan> {
  const plan = await findPlan(database, id);
  if (plan === null) throw noSuchPlan();
  return plan;
}

async function named(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'commission_plans_name_key') throw error;
    throw new WaslError('common.CONFLICT', { detail: 'Another commission plan has this name.' });
  }
}

function requirePercent(percent: string): void {
  if (new Decimal(percent).lte(100)) return;
  throw new WaslError('common.VALIDATION_FAILED', {
    errors: [{ pointer: '/percent', code: 'maximum', message: 'must not be above 100.00' }],
  });
}

function noSuchPlan(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such commission plan.' });
}

function record(
  trx: Transaction,
  { by, requestId, ip }: PlanContext,
  action: string,
  subject: { subjectType: string; subjectId: string },
  before: JsonObject | null,
  after: JsonObject,
): Promise<void> {
  return recordAudit(trx, { by, action, ...subject, requestId, ip, before, after });
}

function planOf(id: string): { subjectType: string; subjectId: string } {
  return { subjectType: 'COMMISSION_PLAN', subjectId: id };
}
