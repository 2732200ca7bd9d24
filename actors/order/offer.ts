import { accepted, refused, unchanged } from '../machines/decision.ts';
import { command } from '../machines/effect.ts';
import { hasPassed } from '../planning/instants.ts';
import type { Decision } from '../runtime/machine.ts';
import type { Events, Given, Happened, OfTask, OnTask, TaskCommands, TaskTurn } from './behaviour.ts';
import {
  endOffer,
  enqueue,
  excludedBut,
  type FormerOffer,
  type HomeZoneFacts,
  inRound,
  newRound,
  type OpensRound,
  offerOf,
  offerTimer,
  overtaken,
  takenBack,
} from './round.ts';
import type { TaskState } from './state.ts';
import { inTask, taskEvent, taskHasReached } from './turn.ts';

/** The driver answers the offer, or it ends: it times out, or a dispatcher takes the task back. */
export type OfferCommand = Given<'accept', OnTask> | Given<'decline', OnTask> | ExpireOffer | Unassign;

/** From the timer `offer:<taskId>`. */
type ExpireOffer = Given<'expire-offer', OnTask & { offerId: string }>;

/** `round`: the one the dispatcher saw; if it is outdated, another dispatcher was quicker. */
type Unassign = Given<'unassign', OnTask & { round?: number }>;

export type OfferFacts = {
  decline: HomeZoneFacts;
  'expire-offer': HomeZoneFacts;
  unassign: HomeZoneFacts;
};

export type OfferEvent = TaskAccepted | OfferEnded;

type TaskAccepted = Happened<'TASK_ACCEPTED', OfTask & { offerId: string; driverId: string }>;
type OfferEnded =
  | Happened<'TASK_DECLINED', OfTask & OpensRound & { endedOffer: FormerOffer }>
  | Happened<'OFFER_EXPIRED', OfTask & OpensRound & { endedOffer: FormerOffer; excludedUntil: string }>
  | Happened<'TASK_UNASSIGNED', OfTask & OpensRound & { endedOffer: FormerOffer; excludedUntil: string }>;

export const offerCommands: TaskCommands<OfferCommand, OfferEvent, OfferFacts> = {
  accept: {
    decide: accept,
    repeats: taskHasReached('ACCEPTED'),
    answerFormerDriver: () => refused('delivery.OFFER_EXPIRED', 'This offer is no longer open to you.'),
  },
  decline: {
    decide: (at) => accepted([{ ...newRound(at), type: 'TASK_DECLINED', endedOffer: offerOf(at.task) }]),
    answerFormerDriver: ({ task: { taskId } }) => unchanged({ taskId }),
  },
  'expire-offer': { decide: expire, fromService: true },
  unassign: {
    decide: unassign,
    repeats: ({ task }) => task.status === 'UNASSIGNED' && task.round > 1 && task.manual === undefined,
  },
};

export const offerEvents: Events<OfferEvent> = {
  TASK_ACCEPTED: {
    evolve: inTask((task) =>
      task.offer === undefined ? task : { ...task, offer: { ...task.offer, expiresAt: undefined } },
    ),
    react: ({ event: { taskId, driverId, offerId } }) => [
      { do: 'cancel-timer', name: offerTimer(taskId) },
      command('driver', driverId, 'work-accepted', { offerId }),
    ],
    history: ({ driverId }) => ({ driverId }),
  },
  TASK_DECLINED: {
    evolve: inTask((task, event) => afterOffer(task, event)),
    react: (reaction) => [...endOffer(reaction, reaction.event.endedOffer, 'DECLINED'), ...enqueue(reaction)],
    history: endedHistory,
  },
  OFFER_EXPIRED: {
    evolve: inTask((task, event) => afterOffer(task, event, event.excludedUntil)),
    react: (reaction) => [...endOffer(reaction, reaction.event.endedOffer, 'EXPIRED'), ...enqueue(reaction)],
    history: endedHistory,
  },
  TASK_UNASSIGNED: {
    evolve: inTask((task, event) => afterOffer(task, event, event.excludedUntil)),
    react: (reaction) => [
      ...endOffer(reaction, reaction.event.endedOffer, 'UNASSIGNED'),
      ...enqueue(reaction),
    ],
    history: endedHistory,
  },
};

function accept(at: TaskTurn): Decision<OfferEvent> {
  const { task, facts } = at;
  const { offerId, driverId } = offerOf(task);
  // The timer that ends the offer may be late, but an offer must not be accepted after the time shown to the driver.
  if (task.offer?.expiresAt !== undefined && hasPassed(task.offer.expiresAt, facts.now)) {
    return refused('delivery.OFFER_EXPIRED', 'The time to accept this offer is over.');
  }
  return accepted([{ ...taskEvent(at, 'ACCEPTED'), type: 'TASK_ACCEPTED', offerId, driverId }], { offerId });
}

function expire(at: TaskTurn<ExpireOffer, HomeZoneFacts>): Decision<OfferEvent> {
  const { task, command } = at;
  if (task.status !== 'ASSIGNED' || task.offer?.offerId !== command.offerId) return unchanged();
  return accepted([{ ...takenBack(at), type: 'OFFER_EXPIRED' }]);
}

function unassign(at: TaskTurn<Unassign, HomeZoneFacts>): Decision<OfferEvent> {
  return overtaken(at) ?? accepted([{ ...takenBack(at), type: 'TASK_UNASSIGNED' }]);
}

/** @param until Without it, the driver is excluded until a dispatcher lifts it. */
function afterOffer(task: TaskState, event: OfferEnded, until?: string): TaskState {
  const exclusion = { driverId: event.endedOffer.driverId, until };
  const excluded = [...excludedBut(task, exclusion.driverId, event.at), exclusion];
  return { ...inRound(task, event), excluded };
}

function endedHistory({ endedOffer, round }: OfferEnded) {
  return { driverId: endedOffer.driverId, round };
}
