import type { components } from '../../kernel/http/api-types.ts';
import type { TaskEventRow } from './task-event-store.ts';

export function renderTaskEvent(row: TaskEventRow): components['schemas']['TaskEvent'] {
  const { at, what, status, role, account_id: accountId, reason, data } = row;
  return { at: at.toISOString(), what, status, by: role, accountId, reason, data };
}
