import { WaslError } from '../../../actors/errors.ts';
import type { Principal } from '../../../actors/runtime/machine.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Origin } from '../../kernel/actors/actor-gateway.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { IdempotencyKey } from '../../kernel/http/operation.ts';
import { renderProblem, toWaslError } from '../../kernel/http/problem.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { unassign } from '../tasks/tasks.ts';
import { assignByHand, type HandAssignment } from './assign-by-hand.ts';

/** Null driver: the task returns to the queue. */
type BulkAssignment = Omit<HandAssignment, 'driverId'> & { driverId: string | null };
type Result = components['schemas']['BulkAssignResult'];

/** Most assignments running at a time; each is a chain over three actors. */
const MAX_CONCURRENT = 8;

/**
 * Assigns or unassigns many tasks independently: a refusal appears in that task's result and does not affect the
 * others. Under one Idempotency-Key each task has its own command id, so a repeat assigns each task once and returns
 * the current state.
 */
export async function bulkAssign(
  deps: Pick<Dependencies, 'database' | 'actors' | 'ids' | 'log'>,
  origin: Origin,
  by: Principal,
  assignments: readonly BulkAssignment[],
  locale: Locale,
): Promise<{ results: Result[]; replayed: boolean }> {
  const { replayed } = await inTransaction(deps.database, (trx) =>
    idempotently(trx, origin.idempotency, async () => ({ status: 200, reference: {} })),
  );
  const results = new Map<BulkAssignment, Result>();
  const named = new Set<string>();
  const waiting = assignments.filter((assignment) => {
    const first = !named.has(assignment.taskId);
    named.add(assignment.taskId);
    if (!first) results.set(assignment, refusedResult(assignment, twice(), locale));
    return first;
  });
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results.set(next, await one(deps, ofTask(origin, next.taskId), by, next, locale));
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  return { results: assignments.flatMap((assignment) => results.get(assignment) ?? []), replayed };
}

async function one(
  deps: Parameters<typeof bulkAssign>[0],
  origin: Origin,
  by: Principal,
  assignment: BulkAssignment,
  locale: Locale,
): Promise<Result> {
  const { taskId, driverId } = assignment;
  try {
    const done = await carryOut(deps, origin, by, assignment);
    return { taskId, driverId, ...done, code: null, title: null, detail: null };
  } catch (error) {
    const known = toWaslError(error);
    if (known.status >= 500)
      deps.log.error(
        { err: error, taskId, requestId: origin.requestId },
        'an assignment of a bulk request failed',
      );
    return refusedResult(assignment, known, locale);
  }
}

async function carryOut(
  deps: Parameters<typeof bulkAssign>[0],
  origin: Origin,
  by: Principal,
  { driverId, ...assignment }: BulkAssignment,
): Promise<Pick<Result, 'outcome' | 'round'>> {
  if (driverId === null) {
    await unassign(deps, origin, by, assignment);
    return { outcome: 'TAKEN_BACK', round: null };
  }
  const { outcome, round } = await assignByHand(deps, origin, by, { driverId, ...assignment });
  return { outcome: outcome === 'assigned' ? 'ASSIGNED' : 'PENDING', round };
}

function refusedResult({ taskId, driverId }: BulkAssignment, error: WaslError, locale: Locale): Result {
  const { code, title, detail } = renderProblem(error, { instance: '', requestId: '', locale });
  return { taskId, driverId, outcome: 'REFUSED', round: null, code, title, detail };
}

function twice(): WaslError {
  return new WaslError('common.CONFLICT', {
    detail: 'This task is listed more than once; only the first entry counts.',
  });
}

/** The command id is derived from the key, so each task needs its own key. */
function ofTask(origin: Origin, taskId: string): Origin {
  const { idempotency } = origin;
  if (idempotency === null) return origin;
  const key: IdempotencyKey = { ...idempotency, key: `${idempotency.key}\u0000${taskId}` };
  return { ...origin, idempotency: key };
}
