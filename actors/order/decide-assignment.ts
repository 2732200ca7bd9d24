import { accepted, refused, unchanged } from '../machines/decision.ts';
import { hasPassed, plusMinutes, plusSeconds } from '../planning/instants.ts';
import type { HomeZoneFacts } from './commands.ts';
import type { FormerOffer, OrderEvent } from './events.ts';
import { heldOffer, type TaskState } from './state.ts';
import { type OnTask, type OrderDecision, type TaskNow, taskEvent } from './task-turn.ts';

/** A driver whose offer lapsed, or from whom the task was taken, isn't offered it again for so long. */
const EXCLUDED_MINUTES = 15;

/** The driver has reserved: the order alone gives the task away, or says no to a reservation made in vain. */
export function assign(at: OnTask<'assign'>): OrderDecision {
  const { command, facts, task } = at;
  const { offerId, driverId, round, zoneId } = command;
  if (task.offer?.offerId === offerId && task.offer.driverId === driverId) return unchanged({ offerId });
  if (!isAwaited(at)) {
    const denial = { round, offerId, driverId, zoneId, waitingRound: waitingRound(task) };
    return accepted([{ ...taskEvent(at, task.status), type: 'ASSIGNMENT_DENIED', ...denial, moves: [] }]);
  }
  const manual = task.manual !== undefined;
  const expiresAt = manual ? null : plusSeconds(facts.now, facts.offerTimeoutSeconds);
  const event: OrderEvent = {
    ...taskEvent(at, 'ASSIGNED'),
    type: 'TASK_ASSIGNED',
    round,
    offerId,
    driverId,
    manual,
    expiresAt,
  };
  return accepted([event], { offerId });
}

function isAwaited({ command, facts, task }: OnTask<'assign'>): boolean {
  if (task.status !== 'UNASSIGNED' || task.round !== command.round) return false;
  if (task.manual !== undefined) return task.manual.offerId === command.offerId;
  return !task.excluded.some(
    ({ driverId, until }) =>
      driverId === command.driverId && (until === undefined || !hasPassed(until, facts.now)),
  );
}

/** The round in which a zone is to look for a driver; null while nobody is looked for. */
function waitingRound(task: TaskState): number | null {
  return task.status === 'UNASSIGNED' && task.manual === undefined ? task.round : null;
}

export function accept(at: OnTask<'accept'>): OrderDecision {
  const { task, facts } = at;
  const { offerId, driverId } = offerOf(task);
  // The timer that ends the offer may be late; what the driver was promised may not be.
  if (task.offer?.expiresAt !== undefined && hasPassed(task.offer.expiresAt, facts.now)) {
    return refused('delivery.OFFER_EXPIRED', 'The time to accept this offer is over.');
  }
  return accepted([{ ...taskEvent(at, 'ACCEPTED'), type: 'TASK_ACCEPTED', offerId, driverId }], { offerId });
}

export function decline(at: OnTask<'decline'>): OrderDecision {
  return accepted([{ ...newRound(at), type: 'TASK_DECLINED', endedOffer: offerOf(at.task) }]);
}

export function expireOffer(at: OnTask<'expire-offer'>): OrderDecision {
  const { task, command } = at;
  if (task.status !== 'ASSIGNED' || task.offer?.offerId !== command.offerId) return unchanged();
  return accepted([{ ...takenBack(at), type: 'OFFER_EXPIRED' }]);
}

export function unassign(at: OnTask<'unassign'>): OrderDecision {
  return accepted([{ ...takenBack(at), type: 'TASK_UNASSIGNED' }]);
}

export function assignByHand(at: OnTask<'assign-by-hand'>): OrderDecision {
  const { command, task } = at;
  const { offerId, driverId, by, round = task.round } = command;
  // Two dispatchers at once: the first one opened a round, the second one must look before overruling that.
  if (round !== task.round) {
    const detail = `Somebody was quicker: round ${task.round} of this task has begun. Look at it again.`;
    return refused('common.CONFLICT', detail, { currentRound: task.round });
  }
  if (command.unaccepted === true && task.status === 'ACCEPTED') {
    return refused('common.CONFLICT', 'A driver has accepted this task meanwhile.', {
      currentRound: task.round,
    });
  }
  if (command.held === true && heldOffer(task) === null) {
    const detail = 'Nobody has this task: there is nobody to take it from. Assign it instead.';
    return refused('delivery.INVALID_STATE', detail, { currentState: task.status });
  }
  // Should the new driver's side refuse, the queue must not give the task straight back to whom it was taken from.
  const taken = task.offer !== undefined && task.offer.driverId !== driverId;
  const event: OrderEvent = {
    ...newRound(at),
    type: 'ASSIGN_BY_HAND_OPENED',
    offerId,
    driverId,
    by: by.accountId,
    endedOffer: heldOffer(task),
    excludedUntil: taken ? exclusionEnd(at) : null,
  };
  return accepted([event], { offerId, round: event.round });
}

export function handAssignmentFailed(at: OnTask<'hand-assignment-failed'>): OrderDecision {
  const { command, task } = at;
  const { offerId, code, detail = code } = command;
  if (task.manual?.offerId !== offerId) return unchanged();
  const { driverId } = task.manual;
  return accepted([{ ...newRound(at), type: 'HAND_ASSIGNMENT_FAILED', offerId, driverId, code, detail }]);
}

/** A waiting task goes into its queue anew, so that those who are welcome again are looked at. */
export function clearExclusions(at: OnTask<'clear-exclusions'>): OrderDecision {
  const { command, task } = at;
  const { driverId = null } = command;
  const lifts = task.excluded.some((each) => driverId === null || each.driverId === driverId);
  if (!lifts) return unchanged();
  const { round, homeZoneId, ...event } = newRound(at);
  const opens = waitingRound(task) === null ? null : { round, homeZoneId };
  const moves = taskEvent(at, task.status).moves;
  return accepted([{ ...event, type: 'EXCLUSIONS_CLEARED', driverId, opens, moves }]);
}

/**
 * A task that dropped out of its queue, that no zone wanted so far, or whose home changed. In a round of its own, because the home zone
 * stands for a whole round, and so that whatever is still on its way for the present one is void.
 */
export function requeue(at: OnTask<'requeue'>): OrderDecision {
  const { command, facts, task } = at;
  if (waitingRound(task) !== command.round) return unchanged();
  if (task.homeZoneId === undefined && facts.homeZoneId === null) return unchanged();
  if (command.because === undefined) return accepted([{ ...newRound(at), type: 'TASK_REQUEUED' }]);
  if (task.homeZoneId === facts.homeZoneId) return unchanged();
  return accepted([{ ...newRound(at), type: 'TASK_REQUEUED', because: command.because }]);
}

type RoundOpening = TaskNow & { facts: HomeZoneFacts };

/** All that was said about the former round is void from here on. */
function newRound(at: RoundOpening) {
  return {
    ...taskEvent(at, 'UNASSIGNED'),
    round: at.task.round + 1,
    homeZoneId: at.facts.homeZoneId,
  };
}

function takenBack(at: RoundOpening) {
  return { ...newRound(at), endedOffer: offerOf(at.task), excludedUntil: exclusionEnd(at) };
}

function exclusionEnd({ facts }: TaskNow): string {
  return plusMinutes(facts.now, EXCLUDED_MINUTES);
}

function offerOf(task: TaskState): FormerOffer {
  const held = heldOffer(task);
  if (held === null) throw new Error(`task ${task.taskId} is ${task.status} without an offer`);
  return held;
}
