import { notStartedKey } from '../../../actors/driver/shift.ts';
import { WaslError } from '../../../actors/errors.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import { dayAfter } from '../../kernel/calendar/qatar-time.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { OperationRequest } from '../../kernel/http/operation.ts';
import { requireVersion } from '../../kernel/http/preconditions.ts';
import { signedIn } from '../../kernel/http/principal.ts';

import { type AlertDependencies, close } from '../alerts/alerts.ts';
import { moveFollowing } from './move-series.ts';
import type { PlannedTime } from './occurrences.ts';
import { emitPlanChanges } from './plan-changed.ts';
import { fault, refuse, requireFuture, requireFutureEnd, requirePossible, SINGLE } from './plan-rules.ts';
import { asOverlap, requireFree, utc } from './plan-shifts.ts';
import {
  closePlan,
  findPlan,
  lockPlan,
  lockPlansFrom,
  lockPlansOf,
  movePlan,
  type PlanRow,
  runOf,
  unplannedRun,
} from './plan-store.ts';
import { endSeriesBefore } from './series-store.ts';

type Request = OperationRequest<'updateShift'>;
type Edit = { trx: Transaction; ids: Ids; request: Request; plan: PlanRow; now: Date };

/**
 * Moves or cancels a plan and, with scope FOLLOWING, the rest of its series. Returns the ids of the other plans
 * changed. Throws common.NOT_FOUND, the errors of If-Match, shift.INVALID_STATE, shift.OVERLAP and
 * common.VALIDATION_FAILED.
 */
export async function editShift(
  deps: Dependencies & AlertDependencies,
  request: Request,
): Promise<{ alsoCancelled: string[]; alsoMoved: string[] }> {
  const { id } = request.params;
  const now = deps.clock.now();
  const changed = await inTransaction(deps.database, async (trx) => {
    const known = await findPlan(trx, id);
    if (known === null) throw await notPlanned(trx, id);
    await lockPlansOf(trx, known.driver_id);
    const plan = await lockPlan(trx, id);
    if (plan === null) throw noSuchShift();
    requireVersion(request.ifMatch, plan.version);
    const edit = { trx, ids: deps.ids, request, plan, now };
    const plans = request.body.status === 'CANCELLED' ? await cancel(edit) : await move(edit);
    await emitPlanChanges(trx, plans, now, request.requestId);
    await audit(edit, plans);
    return plans;
  }).catch((error: unknown) => {
    throw asOverlap(error);
  });
  // A moved or cancelled plan is no longer late, and the rest of its series lies in the future.
  for (const plan of changed) await close(deps, notStartedKey(plan.id));
  const others = changed.filter((plan) => plan.id !== id);
  const idsOf = (cancelled: boolean) =>
    others.filter(({ status }) => (status === 'CANCELLED') === cancelled).map((plan) => plan.id);
  return { alsoCancelled: idsOf(true), alsoMoved: idsOf(false) };
}

export function noSuchShift(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such shift.' });
}

async function move({ trx, ids, request, plan, now }: Edit): Promise<PlanRow[]> {
  const { plannedStart, plannedEnd, breaks, scope } = request.body;
  const run = await runOf(trx, plan.id);
  if (plan.status !== 'PLANNED' || run === 'ENDED') throw notNow(run ?? plan.status);
  if (scope === 'FOLLOWING') {
    if (run !== null) throw notNow(run, 'This shift has started: move its series from the next shift on.');
    const { accountId: createdBy } = signedIn(request.caller);
    return moveFollowing({ trx, ids, plan, times: { plannedStart, plannedEnd, breaks }, now, createdBy });
  }
  const time: PlannedTime = {
    plannedStart: plannedStart === undefined ? plan.planned_start : new Date(plannedStart),
    plannedEnd: plannedEnd === undefined ? plan.planned_end : new Date(plannedEnd),
    breaks: breaks === undefined ? plan.breaks : breaks.map(utc),
  };
  requirePossible(time, SINGLE);
  const moves = time.plannedStart.getTime() !== plan.planned_start.getTime();
  if (moves && run === 'STARTED')
    throw notNow(run, 'This shift has started: only its end and breaks can be changed.');
  if (moves) requireFuture(time, now, SINGLE);
  requireFutureEnd(time, now, SINGLE);
  await requireFree(trx, plan.driver_id, time, [plan.id]);
  return [await movePlan(trx, plan.id, time, now)];
}

async function cancel(edit: Edit): Promise<PlanRow[]> {
  const { trx, plan, now } = edit;
  const { scope = 'THIS', reason = null, plannedStart, plannedEnd, breaks } = edit.request.body;
  if ([plannedStart, plannedEnd, breaks].some((given) => given !== undefined))
    refuse([fault('/status', 'unexpected', 'cannot be given with new times: cancel, or move')]);
  const run = await runOf(trx, plan.id);
  if (plan.status !== 'PLANNED' || run !== null) throw notNow(run ?? plan.status);
  const change = { status: 'CANCELLED', reason } as const;
  const cancelled = [await closePlan(trx, plan.id, change, now)];
  if (scope === 'THIS') return cancelled;
  if (plan.series_id === null || plan.series_day === null)
    throw new WaslError('common.VALIDATION_FAILED', {
      detail: 'This shift belongs to no series: cancel it with scope THIS.',
      errors: [fault('/scope', 'unexpected', 'needs a shift of a series')],
    });
  await endSeriesBefore(trx, plan.series_id, plan.series_day, now);
  const rest = await lockPlansFrom(trx, plan.series_id, dayAfter(plan.series_day));
  for (const { id } of rest) cancelled.push(await closePlan(trx, id, change, now));
  return cancelled;
}

function notNow(currentState: string, detail = `The shift is ${currentState}: it cannot be changed.`) {
  const allowedCommands = currentState === 'STARTED' ? ['end'] : [];
  return new WaslError('shift.INVALID_STATE', { detail, extension: { currentState, allowedCommands } });
}

/** A run without a plan cannot be edited; any other id does not exist. */
async function notPlanned(trx: Transaction, id: string): Promise<WaslError> {
  const run = await unplannedRun(trx, id);
  if (run === null) return noSuchShift();
  return notNow(run, 'This shift was not planned, so there is no plan to change.');
}

async function audit({ trx, request, plan }: Edit, changed: readonly PlanRow[]): Promise<void> {
  const { caller: by, operationId: action, requestId, ip, body } = request;
  const reason = body.reason ?? null;
  const { status } = plan;
  const before = {
    shifts: [
      {
        ...{ id: plan.id, status },
        ...{ plannedStart: plan.planned_start.toISOString(), plannedEnd: plan.planned_end.toISOString() },
      },
    ],
  };
  const after = {
    shifts: changed.map(({ id, status, planned_start, planned_end }) => ({
      ...{ id, status, plannedStart: planned_start.toISOString(), plannedEnd: planned_end.toISOString() },
    })),
  };
  const subject = { subjectType: 'SHIFT', subjectId: plan.id };
  await recordAudit(trx, { by, action, ...subject, requestId, ip, reason, before, after });
}
