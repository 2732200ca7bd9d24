import { WaslError } from '../../../actors/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import { inTransaction, violatedConstraint } from '../../../db/unit-of-work.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import { type Day, dayAfter, qatarDay } from '../../kernel/calendar/qatar-time.ts';

import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { type IdempotentResult, idempotently } from '../../kernel/http/idempotency.ts';
import { notFound } from '../../kernel/http/not-found.ts';
import type { OperationRequest } from '../../kernel/http/operation.ts';
import { signedIn } from '../../kernel/http/principal.ts';
import { occurrencesOf, type PlannedTime, type SeriesTerms } from './occurrences.ts';
import { emitPlanChanges } from './plan-changed.ts';
import { fault, RECURRING, refuse, requireFuture, requirePossible, SINGLE } from './plan-rules.ts';
import { driverStatus, insertPlan, lockPlansOf, overlapping, readPlans } from './plan-store.ts';
import { insertSeries } from './series-store.ts';

type Request = OperationRequest<'planShift'>;
type Recurrence = components['schemas']['Recurrence'];

/** Days ahead for which the shifts of a series are created. */
export const DAYS_AHEAD = 14;

interface Planner {
  trx: Transaction;
  deps: Pick<Dependencies, 'ids'>;
  driverId: string;
  createdBy: string;
  now: Date;
}

/**
 * Plans one shift, or a series with the shifts of its first days. Throws common.NOT_FOUND, driver.NOT_APPROVED,
 * common.VALIDATION_FAILED, and shift.OVERLAP naming the conflicting plan.
 */
export async function planShifts(deps: Dependencies, request: Request): Promise<IdempotentResult> {
  const { driverId } = request.body;
  const { accountId: createdBy } = signedIn(request.caller);
  const now = deps.clock.now();
  const wanted = wantedOf(request.body);
  return inTransaction(deps.database, (trx) =>
    idempotently(trx, request.idempotency, async () => {
      await requireApproved(trx, driverId);
      await lockPlansOf(trx, driverId);
      const planner: Planner = { trx, deps, driverId, createdBy, now };
      const { series, ids } =
        'recurrence' in wanted
          ? await planSeries(planner, wanted.recurrence)
          : { series: null, ids: [await planOne(planner, wanted.time)] };
      const plans = await readPlans(trx, ids);
      await emitPlanChanges(trx, plans, now, request.requestId);
      await audit(trx, request, series, ids);
      return { status: 201, reference: { ...(series === null ? {} : { series }), plans: ids.join(',') } };
    }),
  ).catch((error: unknown) => {
    throw asOverlap(error);
  });
}

async function audit(
  trx: Transaction,
  { caller: by, operationId: action, requestId, ip, body }: Request,
  series: string | null,
  ids: readonly string[],
): Promise<void> {
  const subject =
    series === null
      ? { subjectType: 'SHIFT', subjectId: ids[0] ?? '' }
      : { subjectType: 'SHIFT_SERIES', subjectId: series };
  const data = { driverId: body.driverId, shifts: ids.length };
  await recordAudit(trx, { by, action, ...subject, requestId, ip, data });
}

/** A database constraint prevents overlaps in the end, but does not name the plan. */
export function asOverlap(error: unknown): unknown {
  if (violatedConstraint(error) !== 'shift_plans_no_overlap') return error;
  return new WaslError('shift.OVERLAP', {
    detail: 'Someone has just planned a shift for this driver at this time.',
  });
}

/** Throws shift.OVERLAP if another plan of the driver overlaps this time. */
export async function requireFree(
  trx: Transaction,
  driverId: string,
  time: PlannedTime,
  except: readonly string[],
): Promise<void> {
  const other = await overlapping(trx, driverId, time, except);
  if (other === null) return;
  const [from, to] = [other.planned_start.toISOString(), other.planned_end.toISOString()];
  throw new WaslError('shift.OVERLAP', {
    detail: `The driver has a shift from ${from} to ${to}: choose another time, or move that one.`,
    extension: { shiftId: other.id, plannedStart: from, plannedEnd: to },
  });
}

async function planOne(planner: Planner, time: PlannedTime): Promise<string> {
  requirePossible(time, SINGLE);
  requireFuture(time, planner.now, SINGLE);
  return plan(planner, time, null);
}

async function plan(
  planner: Planner,
  time: PlannedTime,
  series: { id: string; day: Day } | null,
): Promise<string> {
  const { trx, deps, driverId, createdBy, now } = planner;
  await requireFree(trx, driverId, time, []);
  const id = deps.ids.next();
  const { plannedStart, plannedEnd, breaks } = time;
  await insertPlan(trx, { id, driverId, plannedStart, plannedEnd, breaks, series, createdBy, at: now });
  return id;
}

async function planSeries(planner: Planner, recurrence: Recurrence) {
  const { trx, deps, driverId, createdBy, now } = planner;
  const series = termsOf(recurrence);
  const today = qatarDay(now);
  requireSeries(series, today);
  const id = deps.ids.next();
  await insertSeries(trx, { ...series, id, driverId, createdBy, at: now });
  const ids: string[] = [];
  for (const { day, ...time } of occurrencesOf(series, today, dayAfter(today, DAYS_AHEAD))) {
    // Omits today's if it would already have started.
    if (time.plannedStart > now) ids.push(await plan(planner, time, { id, day }));
  }
  return { series: id, ids };
}

function requireSeries(series: SeriesTerms, today: Day): void {
  const { from, until, start, end } = series;
  if (from < today) refuse([fault('/recurrence/from', 'past', `is in the past: choose ${today} or later`)]);
  if (until !== null && until < from)
    refuse([fault('/recurrence/until', 'order', 'must not be before from')]);
  if (start === end) refuse([fault('/recurrence/end', 'order', 'must differ from the start')]);
  // One occurrence is checked on behalf of all, since they have the same clock times.
  const sample = { ...series, weekdays: series.weekdays, until: null };
  const [first] = occurrencesOf(sample, from, dayAfter(from, 6));
  if (first !== undefined) requirePossible(first, RECURRING);
}

function termsOf({ weekdays, start, end, from, until = null, breaks = [] }: Recurrence): SeriesTerms {
  return { weekdays, start, end, from, until, breaks };
}

function wantedOf(body: Request['body']): { recurrence: Recurrence } | { time: PlannedTime } {
  const { plannedStart, plannedEnd, breaks, recurrence } = body;
  if (recurrence !== undefined) {
    const both = [plannedStart, plannedEnd, breaks].some((given) => given !== undefined);
    if (both) refuse([fault('/recurrence', 'unexpected', 'already contains the times: omit the others')]);
    return { recurrence };
  }
  if (plannedStart === undefined || plannedEnd === undefined) {
    const pointer = plannedStart === undefined ? '/plannedStart' : '/plannedEnd';
    refuse([fault(pointer, 'required', 'is missing: send plannedStart and plannedEnd, or recurrence')]);
  }
  const time = { plannedStart: new Date(plannedStart ?? 0), plannedEnd: new Date(plannedEnd ?? 0) };
  return { time: { ...time, breaks: (breaks ?? []).map(utc) } };
}

/** Instants are stored as UTC, whatever offset they were sent with. */
export function utc({ from, to }: { from: string; to: string }): { from: string; to: string } {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

async function requireApproved(trx: Transaction, driverId: string): Promise<void> {
  const status = await driverStatus(trx, driverId);
  if (status === null) throw notFound('driver');
  if (status === 'APPROVED') return;
  throw new WaslError('driver.NOT_APPROVED', {
    detail: `The driver is ${status}: only approved drivers have shifts. Approve or reinstate the driver first.`,
    extension: { currentState: status },
  });
}
