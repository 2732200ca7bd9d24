import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { readNotified } from '../../notifications/notifications.ts';
import {
  type BuyerRow,
  type OrderEntryRow,
  type OrderEventRow,
  type OrderTaskRow,
  readBuyer,
  readInvolved,
  readOrderEntries,
  readOrderEvents,
  readOrderTasks,
} from './admin-order-store.ts';
import { readGroupViews } from './group-views.ts';
import { groupsOf } from './order-group-store.ts';
import { findOrder } from './order-store.ts';
import { renderOrder } from './render-order.ts';

type Schemas = components['schemas'];

/** Most rows of each kind: an order that is offered repeatedly has an unbounded number of events. */
const MAX_SHOWN = 200;

/**
 * Everything about one order in one response: groups, tasks, ledger entries, notifications, and every change of state.
 * Throws common.NOT_FOUND.
 */
export async function readAdminOrder(
  database: Database,
  orderId: string,
  locale: Locale,
): Promise<Schemas['AdminOrder']> {
  const order = await findOrder(database, orderId, null);
  const [groups, tasks, buyer, accountIds] = await Promise.all([
    groupsOf(database, orderId),
    readOrderTasks(database, orderId),
    readBuyer(database, order.accountId),
    readInvolved(database, orderId),
  ]);
  const taskIds = tasks.map(({ id }) => id);
  const subjects = [orderId, ...groups.map(({ id }) => id), ...taskIds];
  const about = { orderId, accountIds, since: order.placedAt };
  const [views, entries, events, told] = await Promise.all([
    readGroupViews(database, groups),
    readOrderEntries(database, taskIds, MAX_SHOWN + 1),
    readOrderEvents(database, subjects, MAX_SHOWN + 1),
    readNotified(database, about, MAX_SHOWN + 1),
  ]);
  return {
    ...renderOrder(order, views, 'ADMIN', locale),
    buyer: buyer === null ? null : renderBuyer(buyer),
    tasks: tasks.map(renderTask),
    ledger: entries.slice(0, MAX_SHOWN).map(renderEntry),
    notifications: told.slice(0, MAX_SHOWN),
    events: events.slice(0, MAX_SHOWN).map(renderEvent),
    complete: [entries, events, told].every(({ length }) => length <= MAX_SHOWN),
  };
}

function renderBuyer({ id, display_name, email, status }: BuyerRow): Schemas['AdminOrder']['buyer'] {
  return { accountId: id, displayName: display_name, email, status };
}

function renderTask(task: OrderTaskRow): Schemas['AdminOrderTask'] {
  return {
    id: task.id,
    groupId: task.group_id,
    status: task.status,
    driver: task.driver_id === null ? null : { driverId: task.driver_id, fullName: task.driver_name ?? '' },
    round: task.round,
    attempt: task.attempt,
    dueBy: task.due_by.toISOString(),
    cashDue: qar(task.cash_due),
    cashRecorded: task.cash_recorded === null ? null : qar(task.cash_recorded),
    failureReason: task.failure_reason,
    codeOverridden: task.code_overridden,
    createdAt: task.created_at.toISOString(),
    completedAt: task.completed_at?.toISOString() ?? null,
  };
}

function renderEntry(entry: OrderEntryRow): Schemas['AdminOrderEntry'] {
  return {
    journalId: entry.journal_id,
    at: entry.at.toISOString(),
    kind: entry.kind,
    account: entry.account,
    amount: qar(entry.amount),
    taskId: entry.task_id,
  };
}

function renderEvent(event: OrderEventRow): Schemas['AdminOrderEvent'] {
  return {
    at: event.at.toISOString(),
    subjectType: event.subject_type,
    subjectId: event.subject_id,
    from: event.from_state,
    to: event.to_state,
    command: event.command,
    accountId: event.account_id,
    role: event.role,
    reason: event.reason,
    data: event.data,
  };
}
