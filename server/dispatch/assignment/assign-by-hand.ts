import { isErrorCode, WaslError } from '../../../actors/errors.ts';
import type { Principal } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import { doneWithin } from '../../../db/deadline.ts';
import type { Origin } from '../../kernel/actors/actor-gateway.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { isDriver } from '../drivers/drivers.ts';
import { findOrderEvent, findOrderOfTask, inApiNames, noSuchTask } from '../tasks/tasks.ts';
import { driversOfTask } from './assignment-store.ts';

/** Milliseconds to wait for the driver actor before answering `pending`. */
const ANSWER_TIMEOUT_MS = 3_000;

export interface HandAssignment {
  taskId: string;
  driverId: string;
  /** The round the dispatcher saw; omitted means the current one. */
  round?: number | undefined;
  /** Only while no driver has accepted the task: plans do not take accepted tasks away. */
  unaccepted?: true;
  /** Only from a driver who has it; with the dispatcher's reason. */
  taken?: { reason: string };
  /** Whether or not a driver has it. Kept in the history. */
  reason?: string | undefined;
}

export interface HandAssignmentResult {
  /** `pending`: the driver actor has not answered yet. */
  outcome: 'assigned' | 'pending';
  /** The round opened for it; null if the driver already had it by hand. */
  round: number | null;
  replayed: boolean;
}

/**
 * Assigns a task to a driver chosen by the dispatcher. The order opens a round for that driver only, the driver actor
 * reserves or refuses, and the order decides. Throws the driver actor's refusal (delivery.CASH_LIMIT_EXCEEDED,
 * OUTSIDE_ZONES, CAPACITY_EXCEEDED, DRIVER_UNAVAILABLE), delivery.INVALID_STATE, or common.CONFLICT if the round is no
 * longer the one the dispatcher saw.
 */
export async function assignByHand(
  deps: Pick<Dependencies, 'database' | 'actors' | 'ids'>,
  origin: Origin,
  by: Principal,
  { taskId, driverId, round, unaccepted, taken, reason = taken?.reason }: HandAssignment,
): Promise<HandAssignmentResult> {
  const found = await findOrderOfTask(deps.database, taskId);
  if (found === null) throw noSuchTask();
  await requireDriver(deps.database, driverId);
  const order = { kind: 'order', key: found.orderId } as const;
  const payload = {
    ...{ taskId, driverId, offerId: deps.ids.next(), round: round ?? found.round },
    ...(taken === undefined ? {} : { held: true }),
    ...(unaccepted === undefined ? {} : { unaccepted }),
  };
  const result = await inApiNames(deps.actors.command(origin, by, order, 'assign-by-hand', payload, reason));
  await doneWithin(result.effects, ANSWER_TIMEOUT_MS);
  // A repeat returns the first one's offer, and the driver may already have had the task by hand.
  const offerId = typeof result.reply.offerId === 'string' ? result.reply.offerId : payload.offerId;
  const outcome = await outcomeOf(deps.database, found.orderId, { taskId, driverId, offerId });
  const opened = typeof result.reply.round === 'number' ? result.reply.round : null;
  return { outcome, round: opened, replayed: result.replayed };
}

async function requireDriver(database: Database, driverId: string): Promise<void> {
  if (!(await isDriver(database, driverId)))
    throw new WaslError('common.NOT_FOUND', { detail: 'No such driver.' });
}

/**
 * The outcome of the offer. Read from the order's events, because the task may have moved on already, e.g. after a
 * refusal to the next driver of the queue.
 */
async function outcomeOf(
  database: Database,
  orderId: string,
  { taskId, driverId, offerId }: HandAssignment & { offerId: string },
): Promise<'assigned' | 'pending'> {
  const types = ['TASK_ASSIGNED', 'HAND_ASSIGNMENT_FAILED'] as const;
  const answer = await findOrderEvent<Answer>(database, { orderId, field: 'offerId', id: offerId, types });
  if (answer?.type === 'TASK_ASSIGNED') return 'assigned';
  if (answer?.type === 'HAND_ASSIGNMENT_FAILED') {
    throw new WaslError(isErrorCode(answer.code) ? answer.code : 'delivery.DRIVER_UNAVAILABLE', {
      detail: answer.detail,
    });
  }
  const task = await driversOfTask(database, taskId);
  // If another dispatcher assigned the same driver, this request is fulfilled too.
  if (task?.driver_id === driverId) return 'assigned';
  if (task?.manual_driver_id === driverId) return 'pending';
  throw new WaslError('common.CONFLICT', {
    detail: 'Someone else assigned or unassigned this task in the meantime. Check it again.',
  });
}

type Answer = { type: 'TASK_ASSIGNED' } | { type: 'HAND_ASSIGNMENT_FAILED'; code: string; detail: string };
