import { accepted, refused, unchanged } from '../machines/decision.ts';
import { hasPassed, plusMinutes } from '../planning/instants.ts';
import type { NowFacts } from './commands.ts';
import type { HandOverEnd, OrderEvent } from './events.ts';
import { HAND_OVER_MINUTES } from './failure.ts';
import { driverOf, type HandOver, holderOf, type LocatedTask } from './state.ts';
import { type OnTask, type OrderDecision, type TaskNow, taskEvent } from './task-turn.ts';

/** Asks the receiving driver's side for room. Until both drivers have confirmed, the goods are the former driver's. */
export function openHandOver(at: OnTask<'open-hand-over'>): OrderDecision {
  const { command, facts, task } = at;
  const { handOverId, toDriverId, by } = command;
  const { handOver } = task;
  if (handOver !== undefined) {
    if (handOver.toDriverId === toDriverId) return unchanged({ handOverId: handOver.handOverId });
    const detail = 'Another hand-over of this task is under way: cancel it first.';
    return refused('delivery.HAND_OVER_OPEN', detail, { toDriverId: handOver.toDriverId });
  }
  const fromDriverId = holderOf(task);
  if (fromDriverId === toDriverId) {
    return refused('delivery.DRIVER_UNAVAILABLE', 'This driver has the goods already.');
  }
  const event: OrderEvent = {
    ...quietly(at),
    type: 'HAND_OVER_OPENED',
    round: task.round + 1,
    handOverId,
    fromDriverId,
    toDriverId,
    expiresAt: plusMinutes(facts.now, HAND_OVER_MINUTES),
    by: by.accountId,
  };
  return accepted([event], { handOverId });
}

/** The receiving driver has room. Too late, and the reservation is made in vain. */
export function handOverReserved(at: OnTask<'hand-over-reserved'>): OrderDecision {
  const { command, task } = at;
  const { handOverId, driverId } = command;
  // The one that was done already: the driver's side says so once more.
  if (task.offer?.offerId === handOverId) return unchanged();
  if (task.handOver?.handOverId !== handOverId) {
    return accepted([{ ...quietly(at), type: 'HAND_OVER_DENIED', handOverId, driverId }]);
  }
  if (task.handOver.reserved === true) return unchanged();
  return accepted([{ ...quietly(at), type: 'HAND_OVER_RESERVED', handOverId, toDriverId: driverId }]);
}

export function handOverRefused(at: OnTask<'hand-over-refused'>): OrderDecision {
  const { handOverId, code, detail } = at.command;
  const { handOver } = at.task;
  // Whoever has reserved can't refuse any more: this word is older, or the worker's, who heard nothing.
  if (handOver?.handOverId !== handOverId || handOver.reserved === true) return unchanged();
  return accepted([ended(at, handOver, 'REFUSED', code, detail ?? code)]);
}

export function handOverExpired(at: OnTask<'hand-over-expired'>): OrderDecision {
  const { handOver } = at.task;
  if (handOver?.handOverId !== at.command.handOverId) return unchanged();
  return accepted([ended(at, handOver, 'EXPIRED')]);
}

export function cancelHandOver(at: OnTask<'cancel-hand-over'>): OrderDecision {
  const { handOver } = at.task;
  return handOver === undefined ? unchanged() : accepted([ended(at, handOver, 'CANCELLED')]);
}

/** One of the two drivers confirms; with the second word, and in that commit alone, the goods change hands. */
export function handOver(at: OnTask<'hand-over'>): OrderDecision {
  const { command, facts, task } = at;
  const { driverId } = command.by;
  const open = task.handOver;
  if (open === undefined || open.reserved !== true || hasPassed(open.expiresAt, facts.now)) {
    if (task.offer?.driverId === driverId && task.handedOverBy !== undefined) return unchanged();
    return refused('delivery.NO_HAND_OVER', 'No hand-over of this task waits for you.');
  }
  const receives = open.toDriverId === driverId;
  if (receives ? open.took : open.gave) return unchanged({ handOverId: open.handOverId });
  const { handOverId, toDriverId } = open;
  const side = receives ? ('RECEIVER' as const) : ('GIVER' as const);
  const confirmed: OrderEvent = {
    ...quietly(at),
    type: 'HAND_OVER_CONFIRMED',
    handOverId,
    driverId: receives ? toDriverId : holderOf(task),
    side,
  };
  if (!(receives ? open.gave : open.took)) return accepted([confirmed], { handOverId });
  const switched: OrderEvent = {
    ...quietly(at),
    type: 'TASK_HANDED_OVER',
    handOverId,
    fromDriverId: holderOf(task),
    fromOfferId: task.offer?.offerId ?? '',
    toDriverId,
  };
  return accepted([confirmed, switched], { handOverId });
}

/** What ends a hand-over by the way: the goods were left at the door, or go back, or are gone. */
export function overtaking(at: LocatedTask & { facts: NowFacts }, decision: OrderDecision): OrderDecision {
  const { handOver: open } = at.task;
  if (decision.outcome !== 'accepted' || open === undefined) return decision;
  return { ...decision, events: [...decision.events, ended(at, open, 'OVERTAKEN')] };
}

/** Whether this driver is the one who is to take the goods over. */
export function receives({ task }: LocatedTask, driverId: string | undefined): boolean {
  return task.handOver?.reserved === true && task.handOver.toDriverId === driverId;
}

/** Whether the goods were this driver's until the last hand-over. */
export function hasGiven({ task }: LocatedTask, driverId: string | undefined): boolean {
  return task.handedOverBy === driverId && driverOf(task) !== driverId;
}

function ended(
  at: TaskNow,
  { handOverId, toDriverId }: HandOver,
  end: HandOverEnd,
  code: string | null = null,
  detail: string | null = null,
): OrderEvent {
  return { ...quietly(at), type: 'HAND_OVER_ENDED', handOverId, toDriverId, end, code, detail };
}

/** The task's status stays as it is. */
function quietly(at: TaskNow) {
  return { ...taskEvent(at, at.task.status), moves: [] };
}
