import { driverTable, routeTable, settlementTable, shiftTable } from '../driver/transitions.ts';
import type { Transition, TransitionTable } from '../machines/table.ts';
import { groupMirror, groupStanding, groupTable, paymentTable, taskTable } from '../order/transitions.ts';

export type TableName = 'group' | 'task' | 'payment' | 'driver' | 'shift' | 'route' | 'settlement';

/**
 * The transition table of every machine by name: state → command → transition. The group's table includes the statuses
 * that mirror its task, and the task's includes the end it reaches with its group, so that a diagram of either is
 * complete.
 */
export function transitionTables(): Record<TableName, TransitionTable> {
  return {
    group: withMirror(),
    task: withGroupEnd(),
    payment: paymentTable,
    driver: driverTable,
    shift: shiftTable,
    route: withShiftEnd(),
    settlement: settlementTable,
  };
}

type Rows = { [state: string]: { [command: string]: Transition } };

function copy(table: TransitionTable): Rows {
  return Object.fromEntries(
    Object.entries(table).map(([state, row]) => [state, { ...row } as { [command: string]: Transition }]),
  );
}

function withShiftEnd(): Rows {
  const rows = copy(routeTable);
  const { roles } = shiftTable.ON_DUTY['end-shift'];
  rows.OPEN = { ...rows.OPEN, 'end-shift': { to: 'CLOSED', roles, guard: 'ends with its shift' } };
  return rows;
}

function withMirror(): Rows {
  const rows = copy(groupTable);
  const mirror: { readonly [status: string]: string } = groupMirror;
  const standing: { readonly [status: string]: string } = groupStanding;
  for (const [state, cells] of Object.entries<{ readonly [command: string]: Transition }>(taskTable)) {
    const from = standing[state] ?? state;
    for (const [name, { to, roles }] of Object.entries(cells)) {
      const status = mirror[to];
      if (status === undefined || status === from) continue;
      rows[from] = { ...rows[from], [name]: { to: status, roles, guard: 'mirrors the task' } };
    }
  }
  return rows;
}

function withGroupEnd(): Rows {
  const rows = copy(taskTable);
  for (const state of ['UNASSIGNED', 'ASSIGNED', 'ACCEPTED']) {
    const { roles } = groupTable.READY_FOR_PICKUP['cancel-group'];
    rows[state] = {
      ...rows[state],
      'cancel-group': { to: 'CANCELLED', roles, guard: 'ends with its group' },
    };
  }
  return rows;
}
