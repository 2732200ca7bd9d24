import type { Planned } from './plan-requests.ts';

/** Writes that a refused request makes on purpose. */
interface CountedRefusal {
  tables: readonly string[];
  /** Absent: of any kind. */
  changes?: readonly string[];
  /** Only if there is no other change. */
  alone?: true;
  /** Absent: of any operation. */
  operations?: readonly string[];
  reason: string;
}

/** What turns of actors and their effects write; the months of actor_command are tables of their own. */
const TURN = [
  ...['actor', 'actor_command', 'actor_timer', 'outbox', 'transitions', 'task_exceptions', 'notifications'],
  ...['orders', 'order_groups', 'delivery_tasks', 'drivers', 'zone_tickets', 'routes'],
  // A task that got no driver waits in its zone again.
  ...['assignment_choices', 'alerts', 'alert_changes', 'alert_subjects'],
  // If an earlier request made a webhook, it is told of each status that the task had meanwhile.
  ...['webhook_messages', 'webhook_deliveries'],
];

const COUNTED: readonly CountedRefusal[] = [
  {
    tables: ['sign_in_guards', 'code_guards', 'one_time_codes', 'mfa_factors'],
    reason:
      'wrong passwords and codes are counted, and right ones end the count, whatever else refuses the request',
  },
  {
    tables: ['actor'],
    changes: ['update'],
    alone: true,
    reason:
      'the process that runs an actor writes down that it does; a turn would have written a command, too',
  },
  {
    tables: TURN,
    operations: ['openHandOver', 'reverseTask', 'assignTask', 'reassignTask'],
    reason:
      "the order's actor asks the driver's, and keeps the question and the refusal in the order's history",
  },
  {
    tables: TURN,
    operations: ['verifyDeliveryCode'],
    reason: 'wrong delivery codes are counted in the task, which voids the code (docs/attacks.md, S8)',
  },
  { tables: ['audit_log'], reason: 'refusals of powerful operations are recorded (docs/attacks.md, S17)' },
];

/** What refused requests have written and should not have, e.g. "orders insert". */
export function unexplained(written: ReadonlyMap<string, number>, refused: readonly Planned[]): string[] {
  const ids = new Set<string>(refused.map(({ operation }) => operation.rules.id));
  const left = [...written.keys()].filter((change) => !isCounted(change, ids, false));
  return left.every((change) => isCounted(change, ids, true)) ? [] : left;
}

function isCounted(change: string, ids: ReadonlySet<string>, alone: boolean): boolean {
  const [table = '', kind = ''] = change.split(' ');
  return COUNTED.some((one) => {
    if ((one.alone ?? false) !== alone || one.changes?.includes(kind) === false) return false;
    const isOfOperation = one.operations?.some((id) => ids.has(id)) ?? true;
    return isOfOperation && one.tables.some((name) => table === name || table.startsWith(`${name}_20`));
  });
}
