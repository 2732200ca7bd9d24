import { hasPassed } from '../planning/instants.ts';
import type { OrderEvent } from './events.ts';
import { evolveTaskException } from './evolve-exceptions.ts';
import type { Exclusion, TaskState } from './state.ts';

type EventOf<T extends OrderEvent['type']> = Extract<OrderEvent, { type: T }>;

export function newTask(event: EventOf<'TASK_CREATED'>): TaskState {
  const { taskId, dueBy, homeZoneId } = event;
  return {
    taskId,
    status: 'UNASSIGNED',
    round: 1,
    homeZoneId: homeZoneId ?? undefined,
    dueBy,
    excluded: [],
    attempt: 1,
  };
}

/** What an event changes in its task beside the status. */
export function evolveTask(task: TaskState, event: OrderEvent): TaskState {
  switch (event.type) {
    case 'TASK_ASSIGNED': {
      const { offerId, driverId, manual, expiresAt } = event;
      const offer = { offerId, driverId, manual, expiresAt: expiresAt ?? undefined };
      return { ...task, offer, manual: undefined, lastManualRefusal: undefined };
    }
    case 'TASK_DECLINED':
    case 'OFFER_EXPIRED':
    case 'TASK_UNASSIGNED': {
      const until = event.type === 'TASK_DECLINED' ? undefined : event.excludedUntil;
      const exclusion = { driverId: event.endedOffer.driverId, until };
      return { ...inRound(task, event), excluded: [...excludedBut(task, exclusion, event.at), exclusion] };
    }
    case 'ASSIGN_BY_HAND_OPENED': {
      const { offerId, driverId } = event;
      const opened = { ...inRound(task, event), manual: { offerId, driverId }, lastManualRefusal: undefined };
      return { ...opened, excluded: excludedByHand(task, event) };
    }
    case 'TASK_REQUEUED':
      return inRound(task, event);
    case 'EXCLUSIONS_CLEARED': {
      const { driverId, opens } = event;
      const excluded = driverId === null ? [] : task.excluded.filter((other) => other.driverId !== driverId);
      return { ...(opens === null ? task : inRound(task, opens)), excluded };
    }
    case 'HAND_ASSIGNMENT_FAILED': {
      const { offerId, code, detail } = event;
      return { ...inRound(task, event), lastManualRefusal: { offerId, code, detail } };
    }
    case 'TASK_ACCEPTED':
      return task.offer === undefined ? task : { ...task, offer: { ...task.offer, expiresAt: undefined } };
    case 'ETA_CHANGED':
      return task.offer === undefined
        ? task
        : { ...task, offer: { ...task.offer, etaOf: event.driverVersion } };
    case 'TASK_PICKED_UP':
      // With the goods on board nobody else can be offered the task.
      return { ...task, excluded: [] };
    default:
      return evolveDelivery(task, event);
  }
}

function evolveDelivery(task: TaskState, event: OrderEvent): TaskState {
  switch (event.type) {
    case 'CODE_ISSUED': {
      const { codeId, hash, expiresAt } = event;
      return { ...task, code: { codeId, hash, expiresAt, wrongTries: 0 } };
    }
    case 'CODE_REJECTED':
      return task.code === undefined
        ? task
        : { ...task, code: { ...task.code, wrongTries: event.wrongTries } };
    case 'CODE_VERIFIED':
      return { ...task, code: undefined, codeVerifiedAt: event.at };
    case 'CASH_RECORDED':
      return { ...task, cashRecorded: event.amount };
    case 'TASK_COMPLETED':
      return { ...task, completedAt: event.at };
    case 'GROUP_CANCELLED':
      return { ...task, manual: undefined, lastManualRefusal: undefined, excluded: [] };
    default:
      return evolveTaskException(task, event);
  }
}

/** A new round begins without an assignment. */
function inRound(task: TaskState, event: { round: number; homeZoneId: string | null }): TaskState {
  const { round, homeZoneId } = event;
  return { ...task, round, homeZoneId: homeZoneId ?? undefined, offer: undefined, manual: undefined };
}

/** The driver chosen by hand is welcome whatever was before; the one it was taken from waits. */
function excludedByHand(task: TaskState, event: EventOf<'ASSIGN_BY_HAND_OPENED'>): Exclusion[] {
  const { driverId, endedOffer, excludedUntil, at } = event;
  const others = excludedBut(task, { driverId }, at);
  if (endedOffer === null || excludedUntil === null) return others;
  const former = { driverId: endedOffer.driverId, until: excludedUntil };
  return [...others.filter((other) => other.driverId !== former.driverId), former];
}

/** The exclusions that go on beside this driver's; lapsed ones are dropped to keep the state small. */
function excludedBut(task: TaskState, { driverId }: Exclusion, now: string): Exclusion[] {
  return task.excluded.filter(
    (other) => other.driverId !== driverId && (other.until === undefined || !hasPassed(other.until, now)),
  );
}
