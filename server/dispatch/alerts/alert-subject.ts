import type { AlertKind } from '../../../actors/kinds/alert-kinds.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { AlertSubject } from './alert-text.ts';

const UNKNOWN: AlertSubject = { orderNumber: '?', seller: { en: '?', ar: '?' }, driverName: '?' };

/** The names behind an alert's subject: a group, a task or a driver. */
export async function readSubject(
  executor: Database | Transaction,
  subjectType: string,
  subjectId: string,
): Promise<AlertSubject> {
  if (subjectType === 'DRIVER') return { ...UNKNOWN, driverName: await nameOfDriver(executor, subjectId) };
  if (subjectType !== 'GROUP' && subjectType !== 'TASK') return UNKNOWN;
  const query = executor('order_groups as g')
    .join('orders as o', 'o.id', 'g.order_id')
    .join('sellers as s', 's.id', 'g.seller_id')
    .first<{ number: string; display_name_en: string; display_name_ar: string } | undefined>(
      'o.number',
      's.display_name_en',
      's.display_name_ar',
    );
  const row = await (subjectType === 'GROUP'
    ? query.where('g.id', subjectId)
    : query.join('delivery_tasks as t', 't.group_id', 'g.id').where('t.id', subjectId));
  if (row === undefined) return UNKNOWN;
  return {
    ...UNKNOWN,
    orderNumber: row.number,
    seller: { en: row.display_name_en, ar: row.display_name_ar },
  };
}

async function nameOfDriver(executor: Database | Transaction, driverId: string): Promise<string> {
  const row = await executor<{ id: string; full_name: string }>('drivers')
    .where('id', driverId)
    .first('full_name');
  return row?.full_name ?? '?';
}

const CONDITIONS: { readonly [kind in AlertKind]?: string } = {
  ACCEPTANCE_DEADLINE_MISSED: `SELECT 1 FROM order_groups WHERE id = :subjectId AND status = 'PENDING_ACCEPTANCE'`,
  TASK_FAILED: `SELECT 1 FROM delivery_tasks
                 WHERE id = :subjectId AND status = 'FAILED' AND attempt = :attempt`,
  RETURN_UNCONFIRMED: `SELECT 1 FROM order_groups
                        WHERE id = :subjectId AND status = 'RETURNED' AND return_confirmed_at IS NULL`,
  // The word that closes it names the round, too.
  NO_CANDIDATE: 'SELECT 1 FROM zone_tickets WHERE task_id = :subjectId AND round = :round',
  TASK_WITHOUT_ZONE: `SELECT 1 FROM delivery_tasks
                       WHERE id = :subjectId AND status = 'UNASSIGNED' AND zone_id IS NULL`,
  SHIFT_NOT_STARTED: `SELECT 1 FROM shift_plans p
                       WHERE p.id = :shiftId AND p.status = 'PLANNED'
                         AND NOT EXISTS (SELECT 1 FROM shift_runs r WHERE r.plan_id = p.id)`,
  SHIFT_OVERRUN: `SELECT 1 FROM shift_runs WHERE id = :shiftId AND status <> 'ENDED'`,
  BREAK_OVERRUN: `SELECT 1 FROM shift_runs WHERE id = :shiftId AND status = 'ON_BREAK'`,
  // The share of the limit is actors/driver/cash-figures.ts's.
  CASH_NEAR_LIMIT: 'SELECT 1 FROM drivers WHERE id = :subjectId AND cash_on_hand > cash_limit * 0.80',
};

/**
 * Whether what an alert says is still so. A raise whose first delivery failed may arrive after the word that
 * closes it, and would then stay open for ever.
 */
export async function stillHolds(
  executor: Database | Transaction,
  { kind, subjectId, data }: { kind: AlertKind; subjectId: string; data: JsonObject },
): Promise<boolean> {
  const condition = Object.hasOwn(CONDITIONS, kind) ? CONDITIONS[kind] : undefined;
  if (condition === undefined) return true;
  const { rows } = await executor.raw<{ rows: object[] }>(condition, {
    subjectId,
    round: Number(data.round ?? 0),
    shiftId: String(data.shiftId ?? ''),
    attempt: Number(data.attempt ?? 0),
  });
  return rows.length > 0;
}
