import type { FailureReason } from '../../../actors/order/failure.ts';
import type { TaskStatus } from '../../../actors/order/state.ts';
import type { JsonObject, Role } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  integer,
  jsonb,
  nullable,
  numeric,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const BUYER = {
  id: uuid,
  display_name: text,
  email: text,
  status: oneOf<'ACTIVE' | 'DISABLED' | 'CLOSED'>(),
};
export type BuyerRow = ValuesOf<typeof BUYER>;

export function readBuyer(database: Database, accountId: string): Promise<BuyerRow | null> {
  return buyer.first(database, { accountId });
}

const buyer = statement({
  name: 'orders.admin_buyer',
  sql: 'SELECT id, display_name, email, status FROM accounts WHERE id = :accountId',
  params: { accountId: uuid },
  row: BUYER,
});

const TASK = {
  id: uuid,
  group_id: uuid,
  status: oneOf<TaskStatus>(),
  driver_id: nullable(uuid),
  driver_name: nullable(text),
  round: integer,
  attempt: integer,
  due_by: timestamptz,
  cash_due: numeric,
  cash_recorded: nullable(numeric),
  failure_reason: nullable(oneOf<FailureReason>()),
  code_overridden: boolean,
  created_at: timestamptz,
  completed_at: nullable(timestamptz),
};
export type OrderTaskRow = ValuesOf<typeof TASK>;

/** An order has one task per group that is ready. */
export function readOrderTasks(database: Database, orderId: string): Promise<OrderTaskRow[]> {
  return tasks.all(database, { orderId });
}

const tasks = statement({
  name: 'orders.admin_tasks',
  sql: `SELECT t.id, t.group_id, t.status, t.driver_id, d.full_name AS driver_name,
               t.round, t.attempt, t.due_by, t.cash_due, t.cash_recorded, t.failure_reason, t.code_overridden,
               t.created_at, t.completed_at
          FROM delivery_tasks t LEFT JOIN drivers d ON d.id = t.driver_id
         WHERE t.order_id = :orderId ORDER BY t.created_at, t.id`,
  params: { orderId: uuid },
  row: TASK,
});

const ENTRY = {
  journal_id: uuid,
  at: timestamptz,
  kind: oneOf<'COLLECTION' | 'COMPLETION' | 'HAND_IN' | 'REVERSAL' | 'PAYOUT'>(),
  account: text,
  amount: numeric,
  task_id: uuid,
};
export type OrderEntryRow = ValuesOf<typeof ENTRY>;

/** Ledger entries of these tasks, oldest first, at most `count`. */
export function readOrderEntries(
  database: Database,
  taskIds: readonly string[],
  count: number,
): Promise<OrderEntryRow[]> {
  return entries.all(database, { taskIds, count });
}

const entries = statement({
  name: 'orders.admin_entries',
  sql: `SELECT e.journal_id, j.at, j.kind, e.account, e.amount, e.task_id
          FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
         WHERE e.task_id = ANY(:taskIds::uuid[]) ORDER BY j.at, j.id, e.line LIMIT :count`,
  params: { taskIds: arrayOf(uuid), count: bigint },
  row: ENTRY,
});

const EVENT = {
  id: uuid,
  at: timestamptz,
  subject_type: oneOf<'ORDER' | 'GROUP' | 'TASK'>(),
  subject_id: uuid,
  from_state: nullable(text),
  to_state: text,
  command: text,
  account_id: nullable(uuid),
  role: oneOf<Role>(),
  reason: nullable(text),
  data: jsonb<JsonObject>(),
};
export type OrderEventRow = ValuesOf<typeof EVENT>;

/** The newest `count` transitions of these orders, groups and tasks, newest first. */
export function readOrderEvents(
  database: Database,
  subjectIds: readonly string[],
  count: number,
): Promise<OrderEventRow[]> {
  return events.all(database, { subjectIds, count });
}

const events = statement({
  name: 'orders.admin_events',
  sql: `SELECT id, at, subject_type, subject_id, from_state, to_state, command, account_id, role, reason, data
          FROM transitions
         WHERE subject_type = ANY (ARRAY['ORDER', 'GROUP', 'TASK']) AND subject_id = ANY(:subjectIds::uuid[])
         ORDER BY at DESC, actor_version DESC, id DESC LIMIT :count`,
  params: { subjectIds: arrayOf(uuid), count: bigint },
  row: EVENT,
});

/**
 * Accounts that may have been notified of an order: its buyer, its sellers' owners and staff, every driver it was
 * offered to.
 */
export async function readInvolved(database: Database, orderId: string): Promise<string[]> {
  const rows = await involved.all(database, { orderId });
  return rows.map(({ account_id }) => account_id);
}

const involved = statement({
  name: 'orders.admin_involved',
  sql: `SELECT account_id FROM orders WHERE id = :orderId
        UNION SELECT s.owner_account_id FROM order_groups g JOIN sellers s ON s.id = g.seller_id
               WHERE g.order_id = :orderId AND s.owner_account_id IS NOT NULL
        UNION SELECT f.account_id FROM order_groups g JOIN seller_staff f ON f.seller_id = g.seller_id
               WHERE g.order_id = :orderId
        UNION SELECT d.account_id FROM delivery_tasks t
                JOIN assignment_choices c ON c.task_id = t.id
                JOIN drivers d ON d.id IN (c.chosen_driver_id, t.driver_id, t.hand_over_driver_id)
               WHERE t.order_id = :orderId`,
  params: { orderId: uuid },
  row: { account_id: uuid },
});
