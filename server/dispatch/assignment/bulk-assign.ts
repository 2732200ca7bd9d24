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

/** Without a driver the task goes back into the queue. */
type BulkAssignment = Omit<HandAssignment, 'driverId'> & { driverId: string | null };
type Result = components['schemas']['BulkAssignResult'];

/** Assignments under way at a time: each is a chain over three actors. */
const TOGETHER = 8;

/**
 * Assigns many tasks by hand or takes them back, each for itself: what one is refused for is told in its result and hurts no other. Under
 * one Idempotency-Key each task has a command id of its own, so a repeat gives every assignment once and answers
 * how things are by then.
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
  await Promise.all(Array.from({ length: TOGETHER }, work));
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
      deps.log.error({ err: error, taskId, requestId: origin.requestId }, 'one of many assignments failed');
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
    detail: 'This task is named more than once; the first one counts.',
  });
}

/** The command id follows from the key: every task needs one of its own. */
function ofTask(origin: Origin, taskId: string): Origin {
  const { idempotency } = origin;
  if (idempotency === null) return origin;
  const key: IdempotencyKey = { ...idempotency, key: `${idempotency.key}\u0000${taskId}` };
  return { ...origin, idempotency: key };
}
