import { Decimal } from 'decimal.js';
import { WaslError } from '../../../actors/errors.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { CommissionPlan } from '../../../db/models/commission-plan.ts';
import { Seller } from '../../../db/models/seller.ts';
import { violatedConstraint } from '../../../db/unit-of-work.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import type { SignedIn } from '../../kernel/http/operation.ts';
import { requireVersion } from '../../kernel/http/preconditions.ts';
import { lockSeller } from './seller-store.ts';

export interface PlanContext {
  ids: Ids;
  by: SignedIn;
  requestId: string;
}

export interface PlanChange {
  name?: string;
  /** Decimal string. */
  percent?: string;
  /** True makes it the plan of who applies from now on, in place of the one before. */
  isDefault?: true;
}

/** Throws common.VALIDATION_FAILED above 100 %, common.CONFLICT for a name that is taken. Answers the plan's id. */
export async function createPlan(
  trx: Transaction,
  context: PlanContext,
  { name, percent }: { name: string; percent: string },
): Promise<string> {
  requirePercent(percent);
  const id = context.ids.next();
  await named(() => CommissionPlan.query(trx).insert({ id, name: name.trim(), percent }));
  await record(trx, context, 'createCommissionPlan', 'COMMISSION_PLAN', id, { name, percent });
  return id;
}

/**
 * Another rate counts for orders confirmed after it; those before keep theirs. Throws common.NOT_FOUND, the errors of
 * If-Match, and as creating does.
 */
export async function changePlan(
  trx: Transaction,
  context: PlanContext,
  id: string,
  ifMatch: number | null,
  change: PlanChange,
): Promise<void> {
  const { name, percent, isDefault } = change;
  if (percent !== undefined) requirePercent(percent);
  // Two plans that become the default at once would each clear the other's mark.
  if (isDefault === true) await trx.raw(`SELECT pg_advisory_xact_lock(hashtextextended('default-plan', 0))`);
  const plan = await CommissionPlan.query(trx).findById(id).forUpdate();
  if (plan === undefined) throw noSuchPlan();
  requireVersion(ifMatch, plan.version);
  if (isDefault === true && !plan.isDefault)
    await CommissionPlan.query(trx).where({ is_default: true }).patch({ isDefault: false });
  const wanted = {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(percent === undefined ? {} : { percent }),
    ...(isDefault === undefined ? {} : { isDefault }),
  };
  await named(() =>
    CommissionPlan.query(trx)
      .findById(id)
      .patch({ ...wanted, version: plan.version + 1, updatedAt: new Date() }),
  );
  const from = { name: plan.name, percent: plan.percent, isDefault: plan.isDefault };
  await record(trx, context, 'updateCommissionPlan', 'COMMISSION_PLAN', id, { from, to: wanted });
}

/** For orders confirmed after it. Throws common.NOT_FOUND, the errors of If-Match, common.VALIDATION_FAILED. */
export async function assignPlan(
  trx: Transaction,
  context: PlanContext,
  sellerId: string,
  ifMatch: number | null,
  commissionPlanId: string,
): Promise<void> {
  const seller = await lockSeller(trx, sellerId);
  requireVersion(ifMatch, seller.version);
  await requirePlan(trx, commissionPlanId);
  await Seller.query(trx)
    .findById(sellerId)
    .patch({ commissionPlanId, version: seller.version + 1, updatedAt: new Date() });
  const data = { from: seller.commissionPlanId, to: commissionPlanId };
  await record(trx, context, 'setSellerCommissionPlan', 'SELLER', sellerId, data);
}

/** Throws common.VALIDATION_FAILED for what a body names and is no plan. */
export async function requirePlan(trx: Transaction, id: string): Promise<void> {
  if ((await CommissionPlan.query(trx).findById(id)) !== undefined) return;
  throw new WaslError('common.VALIDATION_FAILED', {
    errors: [{ pointer: '/commissionPlanId', code: 'unknown', message: 'is no commission plan' }],
  });
}

/** Newest first. @param before The id the last page ended with. */
export async function readPlans(
  database: Database,
  before: string | null,
  count: number,
): Promise<CommissionPlan[]> {
  const query = CommissionPlan.query(database).orderBy('id', 'desc').limit(count);
  return before === null ? query : query.where('id', '<', before);
}

/** Throws common.NOT_FOUND. */
export async function readPlan(database: Database, id: string): Promise<CommissionPlan> {
  const plan = await CommissionPlan.query(database).findById(id);
  if (plan === undefined) throw noSuchPlan();
  return plan;
}

async function named(statement: () => PromiseLike<unknown>): Promise<void> {
  try {
    await statement();
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
  { by, requestId }: PlanContext,
  action: string,
  subjectType: string,
  subjectId: string,
  data: NonNullable<Parameters<typeof recordAudit>[1]['data']>,
): Promise<void> {
  return recordAudit(trx, { by, action, subjectType, subjectId, requestId, data });
}
