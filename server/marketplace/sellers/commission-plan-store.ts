import type { PartialModelObject } from 'objection';
import type { Database, Transaction } from '../../../db/database.ts';
import { CommissionPlan } from '../../../db/models/commission-plan.ts';
import { knexOf } from '../../../db/models/knex-of.ts';
import { boolean } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

export async function insertPlan(
  trx: Transaction,
  plan: Pick<CommissionPlan, 'id' | 'name' | 'percent'>,
): Promise<void> {
  await CommissionPlan.query(knexOf(trx)).insert(plan);
}

export async function lockPlan(trx: Transaction, id: string): Promise<CommissionPlan | null> {
  return (await CommissionPlan.query(knexOf(trx)).findById(id).forUpdate()) ?? null;
}

/** Serializes transactions that make a plan the default. */
export async function lockDefaultPlan(trx: Transaction): Promise<void> {
  await lockDefault.all(trx, {});
}

const lockDefault = statement({
  name: 'sellers.lock_default_plan',
  sql: `SELECT true AS locked FROM pg_advisory_xact_lock(hashtextextended('default-plan', 0))`,
  row: { locked: boolean },
});

export async function clearDefaultPlan(trx: Transaction): Promise<void> {
  await CommissionPlan.query(knexOf(trx)).where({ is_default: true }).patch({ isDefault: false });
}

export async function updatePlan(
  trx: Transaction,
  id: string,
  change: PartialModelObject<CommissionPlan>,
): Promise<void> {
  await CommissionPlan.query(knexOf(trx)).findById(id).patch(change);
}

export async function findPlan(executor: Database | Transaction, id: string): Promise<CommissionPlan | null> {
  return (await CommissionPlan.query(knexOf(executor)).findById(id)) ?? null;
}

export async function findDefaultPlan(trx: Transaction): Promise<CommissionPlan | null> {
  return (await CommissionPlan.query(knexOf(trx)).findOne({ is_default: true })) ?? null;
}

export async function readPlansById(
  executor: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, CommissionPlan>> {
  const plans = await CommissionPlan.query(knexOf(executor)).findByIds([...ids]);
  return new Map(plans.map((plan) => [plan.id, plan]));
}

/** Newest first. @param before Id of the last plan on the previous page. */
export async function readPlans(
  database: Database,
  before: string | null,
  count: number,
): Promise<CommissionPlan[]> {
  const query = CommissionPlan.query(database).orderBy('id', 'desc').limit(count);
  return before === null ? query : query.where('id', '<', before);
}
