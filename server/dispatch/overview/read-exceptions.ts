import type { GroupStatus } from '../../../actors/order/state.ts';
import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Span } from './day-span.ts';
import { type ExceptionRow, readExceptionsOf } from './overview-store.ts';

type Exceptions = components['schemas']['DispatchOverview']['exceptions'];

const REASSIGNING: readonly string[] = ['unassign', 'assign-by-hand', 'reassign'];
const HELD: readonly string[] = ['ASSIGNED', 'ACCEPTED'];

/** A day's exceptions, by the states tasks reached and the commands that led there. */
export async function readExceptions(database: Database, span: Span): Promise<Exceptions> {
  const rows = await readExceptionsOf(database, span);
  const tasks = rows.filter((row) => row.subject_type === 'TASK');
  const groups = rows.filter((row) => row.subject_type === 'GROUP');
  const reached = (state: string) => count(tasks, ({ to_state }) => to_state === state);
  const by = (command: string) => count(tasks, (row) => row.command === command);
  return {
    failed: byName(tasks, ({ to_state, failure }) =>
      to_state === 'FAILED' ? (failure ?? 'OTHER') : null,
    ).map(([reason, total]) => ({ reason, count: total })),
    returned: reached('RETURNED'),
    writtenOff: reached('WRITTEN_OFF'),
    declined: by('decline'),
    timedOut: by('expire-offer'),
    reassigned: count(
      tasks,
      (row) => REASSIGNING.includes(row.command) && HELD.includes(row.from_state ?? ''),
    ),
    overriddenCodes: by('override-code'),
    reversals: count(tasks, ({ from_state }) => from_state === 'COMPLETED'),
    rejected: count(groups, ({ to_state }) => to_state === 'REJECTED'),
    cancelled: byName(groups, (row) =>
      row.to_state === 'CANCELLED' ? (row.from_state as GroupStatus) : null,
    ).map(([stage, total]) => ({ stage, count: total })),
  };
}

function count(rows: readonly ExceptionRow[], holds: (row: ExceptionRow) => boolean): number {
  return rows.filter(holds).reduce((sum, row) => sum + row.count, 0);
}

function byName<Name extends string>(
  rows: readonly ExceptionRow[],
  nameOf: (row: ExceptionRow) => Name | null,
): [Name, number][] {
  const counts = new Map<Name, number>();
  for (const row of rows) {
    const name = nameOf(row);
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + row.count);
  }
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
}
