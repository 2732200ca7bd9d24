import { notStartedKey } from '../../../actors/driver/shift.ts';
import { WaslError } from '../../../actors/errors.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { OutboxRow } from '../../../actors/runtime/store.ts';
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
import { leavePlanChanges } from './plan-changed.ts';
import { fault, refuse, requireFuture, requireFutureEnd, requirePossible, SINGLE } from './plan-rules.ts';
import { asOverlap, requireFree, utc } from './plan-shifts.ts';
import { lockPlan, lockPlansOf, type PlanRow, runOf, updatePlan } from './plan-store.ts';

type Request = OperationRequest<'updateShift'>;
type Edit = { trx: Transaction; ids: Ids; request: Request; plan: PlanRow; now: Date };

/**
 * Moves or cancels a plan, and with scope FOLLOWING the rest of its series. Answers the ids of what else was. Throws
 * common.NOT_FOUND, the errors of If-Match, shift.INVALID_STATE, shift.OVERLAP and common.VALIDATION_FAILED.
 */
export async function editShift(
  deps: Dependencies & AlertDependencies,
  request: Request,
): Promise<{ alsoCancelled: string[]; alsoMoved: string[] }> {
  const { id } = request.params;
  const now = deps.clock.now();
  let left: OutboxRow | null = null;
  const changed = await inTransaction(deps.database, async (trx) => {
    left = null;
    const known = await trx<PlanRow>('shift_plans').where({ id }).first();
    if (known === undefined) throw await notPlanned(trx, id);
    await lockPlansOf(trx, known.driver_id);
    const plan = await lockPlan(trx, id);
    if (plan === null) throw noSuchShift();
    requireVersion(request.ifMatch, plan.version);
    const edit = { trx, ids: deps.ids, request, plan, now };
    const plans = request.body.status === 'CANCELLED' ? await cancel(edit) : await move(edit);
    left = await leavePlanChanges(trx, plans, now, request.requestId);
    await audit(edit, plans);
    return plans;
  }).catch((error: unknown) => {
    throw asOverlap(error);
  });
  if (left !== null) void deps.actors.publish({ outbox: left });
  // Moved or cancelled, it is late no longer; what follows in its series is still to come.
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
    if (run !== null) throw notNow(run, 'It has begun: move its series from the next shift on.');
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
  if (moves && run === 'STARTED') throw notNow(run, 'It has begun: only its end and breaks can be changed.');
  if (moves) requireFuture(time, now, SINGLE);
  requireFutureEnd(time, now, SINGLE);
  await requireFree(trx, plan.driver_id, time, [plan.id]);
  const columns = { planned_start: time.plannedStart, planned_end: time.plannedEnd, breaks: time.breaks };
  // A shift that was moved is reminded of anew.
  if (moves) await trx('shift_plans').where('id', plan.id).update({ reminded_at: null });
  return [await updatePlan(trx, plan.id, columns, now)];
}

async function cancel(edit: Edit): Promise<PlanRow[]> {
  const { trx, plan, now } = edit;
  const { scope = 'THIS', reason = null, plannedStart, plannedEnd, breaks } = edit.request.body;
  if ([plannedStart, plannedEnd, breaks].some((given) => given !== undefined))
    refuse([fault('/status', 'unexpected', 'cannot be given with new times: cancel, or move')]);
  const run = await runOf(trx, plan.id);
  if (plan.status !== 'PLANNED' || run !== null) throw notNow(run ?? plan.status);
  const change = { status: 'CANCELLED', reason } as const;
  const cancelled = [await updatePlan(trx, plan.id, change, now)];
  if (scope === 'THIS') return cancelled;
  if (plan.series_id === null || plan.series_day === null)
    throw new WaslError('common.VALIDATION_FAILED', {
      detail: 'This shift belongs to no series: cancel it with scope THIS.',
      errors: [fault('/scope', 'unexpected', 'needs a shift of a series')],
    });
  await trx('shift_series')
    .where('id', plan.series_id)
    .update({ until_day: dayAfter(plan.series_day, -1), version: trx.raw('version + 1'), updated_at: now });
  const rest = await trx<PlanRow>('shift_plans')
    .where({ series_id: plan.series_id, status: 'PLANNED' })
    .where('series_day', '>', plan.series_day)
    .whereNotExists(trx('shift_runs as r').whereRaw('r.plan_id = shift_plans.id').select(trx.raw('1')))
    .orderBy('series_day')
    .forUpdate()
    .select('id');
  for (const { id } of rest) cancelled.push(await updatePlan(trx, id, change, now));
  return cancelled;
}

function notNow(currentState: string, detail = `The shift is ${currentState}: it cannot be changed.`) {
  const allowedCommands = currentState === 'STARTED' ? ['end'] : [];
  return new WaslError('shift.INVALID_STATE', { detail, extension: { currentState, allowedCommands } });
}

/** A run without a plan has nothing to edit; anything else does not exist. */
async function notPlanned(trx: Transaction, id: string): Promise<WaslError> {
  const run = await trx('shift_runs').where({ id }).whereNull('plan_id').first('status');
  if (run === undefined) return noSuchShift();
  const state = run.status === 'ENDED' ? 'ENDED' : 'STARTED';
  return notNow(state, 'Nobody planned this shift, so there is no plan to change.');
}

async function audit({ trx, request, plan }: Edit, changed: readonly PlanRow[]): Promise<void> {
  const { caller: by, operationId: action, requestId, body } = request;
  const reason = body.reason ?? null;
  const data = {
    from: { plannedStart: plan.planned_start.toISOString(), plannedEnd: plan.planned_end.toISOString() },
    to: changed.map(({ id, status, planned_start, planned_end }) => ({
      ...{ id, status, plannedStart: planned_start.toISOString(), plannedEnd: planned_end.toISOString() },
    })),
  };
  await recordAudit(trx, { by, action, subjectType: 'SHIFT', subjectId: plan.id, requestId, reason, data });
}
