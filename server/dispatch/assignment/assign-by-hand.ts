import { isErrorCode, WaslError } from '../../../actors/errors.ts';
import type { Principal } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import { doneWithin } from '../../../db/deadline.ts';
import type { Origin } from '../../kernel/actors/actor-gateway.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { isDriver } from '../drivers/drivers.ts';
import { findOrderEvent, findOrderOfTask, inApiWords, noSuchTask } from '../tasks/tasks.ts';
import { driversOfTask } from './assignment-store.ts';

/** Milliseconds the dispatcher waits for the driver's side before the answer is "taken in". */
const PATIENCE = 3_000;

export interface HandAssignment {
  taskId: string;
  driverId: string;
  /** The round that the dispatcher saw; left out: the present one. */
  round?: number | undefined;
  /** Only while no driver has accepted it: a plan takes nothing from anybody. */
  unaccepted?: true;
  /** Only from somebody who has it, with the dispatcher's reason. */
  taken?: { reason: string };
  /** Whoever has it, or nobody. Kept in the history. */
  reason?: string | undefined;
}

export interface HandAssignmentResult {
  /** `pending`: the driver's side has not answered yet. */
  outcome: 'assigned' | 'pending';
  /** The round that was opened for it; null where the driver had it by hand already. */
  round: number | null;
  replayed: boolean;
}

/**
 * Assigns a task to a driver of the dispatcher's choice. The order opens a round for that driver alone, the driver
 * actor reserves or refuses, the order has the last word. Throws what the driver's side refused for
 * (delivery.CASH_LIMIT_EXCEEDED, OUTSIDE_ZONES, CAPACITY_EXCEEDED, DRIVER_UNAVAILABLE), delivery.INVALID_STATE,
 * or common.CONFLICT when somebody else was quicker: the round is not the one that was seen.
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
  const result = await inApiWords(deps.actors.command(origin, by, order, 'assign-by-hand', payload, reason));
  await doneWithin(result.effects, PATIENCE);
  // A repeat answers with the first one's offer, and the driver may have had the task by hand already.
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
 * What became of the offer. Read from the order's events: the task itself may have moved on, a refused one to
 * the next driver of the queue, before this is asked.
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
  // Another dispatcher's wish for the same driver is this one's, too.
  if (task?.driver_id === driverId) return 'assigned';
  if (task?.manual_driver_id === driverId) return 'pending';
  throw new WaslError('common.CONFLICT', {
    detail: 'Somebody else assigned or took back this task meanwhile. Look at it again.',
  });
}

type Answer = { type: 'TASK_ASSIGNED' } | { type: 'HAND_ASSIGNMENT_FAILED'; code: string; detail: string };
