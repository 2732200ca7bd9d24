import { NEAR_LIMIT_PERCENT } from '../../../actors/driver/cash-figures.ts';
import type { ClosingAlertKind } from '../../../actors/kinds/alert-kinds.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Transaction } from '../../../db/database.ts';
import { boolean, integer, numeric, text, uuid } from '../../../db/sql-types.ts';
import { type Shape, statement, type ValuesOf } from '../../../db/statement.ts';
import type { AlertSubject } from './alert-text.ts';
import type { AlertKind } from './alert-texts.ts';

const UNKNOWN: AlertSubject = { orderNumber: '?', seller: { en: '?', ar: '?' }, driverName: '?' };

/** The names behind an alert's subject: a group, task or driver. */
export async function readSubject(
  trx: Transaction,
  subjectType: string,
  subjectId: string,
): Promise<AlertSubject> {
  if (subjectType === 'DRIVER') {
    const driver = await ofDriver.first(trx, { subjectId });
    return { ...UNKNOWN, driverName: driver?.full_name ?? '?' };
  }
  if (subjectType !== 'GROUP' && subjectType !== 'TASK') return UNKNOWN;
  const row = await (subjectType === 'GROUP' ? ofGroup : ofTask).first(trx, { subjectId });
  if (row === null) return UNKNOWN;
  const seller = { en: row.display_name_en, ar: row.display_name_ar };
  return { ...UNKNOWN, orderNumber: row.number, seller };
}

const ofDriver = statement({
  name: 'alerts.name_of_driver',
  sql: 'SELECT full_name FROM drivers WHERE id = :subjectId',
  params: { subjectId: uuid },
  row: { full_name: text },
});
const namesOf = (name: string, condition: string) =>
  statement({
    name,
    sql: `SELECT o.number, s.display_name_en, s.display_name_ar
            FROM order_groups g JOIN orders o ON o.id = g.order_id JOIN sellers s ON s.id = g.seller_id
           ${condition}`,
    params: { subjectId: uuid },
    row: { number: text, display_name_en: text, display_name_ar: text },
  });
const ofGroup = namesOf('alerts.names_of_group', 'WHERE g.id = :subjectId');
const ofTask = namesOf(
  'alerts.names_of_task',
  'JOIN delivery_tasks t ON t.group_id = g.id WHERE t.id = :subjectId',
);

interface Said {
  subjectId: string;
  data: JsonObject;
}

type Condition = (trx: Transaction, said: Said) => Promise<boolean>;

/** Whether the statement finds a row matching the alert's data. */
function holds<P extends Shape>(
  name: string,
  sql: string,
  params: P,
  valuesOf: (said: Said) => ValuesOf<P>,
): Condition {
  const found = statement({
    name: `alerts.still_${name}`,
    sql: `SELECT true AS holds ${sql}`,
    params,
    row: { holds: boolean },
  });
  return async (trx, said) => (await found.count(trx, valuesOf(said))) > 0;
}

const subject = { subjectId: uuid };
const subjectOf = ({ subjectId }: Said) => ({ subjectId });
const shift = { shiftId: uuid };
const shiftOf = ({ data }: Said) => ({ shiftId: String(data.shiftId ?? '') });

const CLOSING: Readonly<Record<ClosingAlertKind, Condition>> = {
  ACCEPTANCE_DEADLINE_MISSED: holds(
    'waits_for_acceptance',
    `FROM order_groups WHERE id = :subjectId AND status = 'PENDING_ACCEPTANCE'`,
    subject,
    subjectOf,
  ),
  TASK_FAILED: holds(
    'failed',
    `FROM delivery_tasks WHERE id = :subjectId AND status = 'FAILED' AND attempt = :attempt`,
    { ...subject, attempt: integer },
    ({ subjectId, data }) => ({ subjectId, attempt: Number(data.attempt ?? 0) }),
  ),
  RETURN_UNCONFIRMED: holds(
    'unconfirmed',
    `FROM order_groups WHERE id = :subjectId AND status = 'RETURNED' AND return_confirmed_at IS NULL`,
    subject,
    subjectOf,
  ),
  // The effect that closes this kind names the round too.
  NO_CANDIDATE: holds(
    'without_candidate',
    'FROM zone_tickets WHERE task_id = :subjectId AND round = :round',
    { ...subject, round: integer },
    ({ subjectId, data }) => ({ subjectId, round: Number(data.round ?? 0) }),
  ),
  TASK_WITHOUT_ZONE: holds(
    'without_zone',
    `FROM delivery_tasks WHERE id = :subjectId AND status = 'UNASSIGNED' AND zone_id IS NULL`,
    subject,
    subjectOf,
  ),
  SHIFT_NOT_STARTED: holds(
    'not_started',
    `FROM shift_plans p
      WHERE p.id = :shiftId AND p.status = 'PLANNED'
        AND NOT EXISTS (SELECT 1 FROM shift_runs r WHERE r.plan_id = p.id)`,
    shift,
    shiftOf,
  ),
  SHIFT_OVERRUN: holds(
    'on_shift',
    `FROM shift_runs WHERE id = :shiftId AND status <> 'ENDED'`,
    shift,
    shiftOf,
  ),
  BREAK_OVERRUN: holds(
    'on_break',
    `FROM shift_runs WHERE id = :shiftId AND status = 'ON_BREAK'`,
    shift,
    shiftOf,
  ),
  CASH_NEAR_LIMIT: holds(
    'near_cash_limit',
    'FROM drivers WHERE id = :subjectId AND cash_on_hand > cash_limit * :percent / 100',
    { ...subject, percent: numeric },
    ({ subjectId }) => ({ subjectId, percent: NEAR_LIMIT_PERCENT }),
  ),
};

/** Other kinds are raised by conditions, or stay until a person resolves them. */
const CONDITIONS: { readonly [kind in AlertKind]?: Condition } = CLOSING;

/**
 * Whether the alert's statement is still true. A raise that failed and is retried may arrive after the effect that
 * closes it; it would then stay open forever.
 */
export async function stillHolds(trx: Transaction, said: Said & { kind: AlertKind }): Promise<boolean> {
  const condition = Object.hasOwn(CONDITIONS, said.kind) ? CONDITIONS[said.kind] : undefined;
  return condition === undefined || condition(trx, said);
}
