import { accepted, unchanged } from '../machines/decision.ts';
import { closeAlert, command, notify, push, raiseAlert } from '../machines/effect.ts';
import { hasPassed, plusSeconds } from '../planning/instants.ts';
import type { Decision, Effect, JsonObject } from '../runtime/machine.ts';
import type {
  Events,
  Given,
  Happened,
  NowFacts,
  OfTask,
  OnTask,
  Reaction,
  TaskCommands,
  TaskTurn,
} from './behaviour.ts';
import { aboutGroup, taskOf } from './reaction.ts';
import {
  enqueue,
  type HomeZoneFacts,
  inRound,
  newRound,
  type OpensRound,
  offerTimer,
  waitingRound,
  withdraw,
  withoutZoneAlert,
} from './round.ts';
import { inTask, quietEvent, statusOnly, taskEvent } from './turn.ts';

/**
 * Only the order assigns its task: it receives a driver's reservation for a zone's choice, and confirms or denies it. A
 * waiting task can be queued again.
 */
export type AssignmentCommand =
  | Given<'assign', AssignPayload>
  /** Lifts exclusions of drivers who declined or timed out: of `driverId`, or of all. */
  | Given<'clear-exclusions', OnTask & { driverId?: string }>
  /**
   * From a scheduled job: the task waits in that round, but is in no zone's queue. With `because`: zones changed, so
   * its home zone may be another one now.
   */
  | Given<'requeue', OnTask & { round: number; because?: 'ZONE_CHANGED' }>;

/** A driver actor has reserved capacity and cash. `zoneId`: the zone with the ticket; null by hand. */
export type AssignPayload = OnTask & {
  round: number;
  offerId: string;
  driverId: string;
  zoneId: string | null;
};

export interface AssignFacts extends NowFacts {
  offerTimeoutSeconds: number;
}
export type AssignmentFacts = {
  assign: AssignFacts;
  'clear-exclusions': HomeZoneFacts;
  requeue: HomeZoneFacts;
};

export type AssignmentEvent =
  | TaskAssigned
  | AssignmentDenied
  /** `driverId` null: of all drivers. `opens`: the round in which the waiting task is queued again. */
  | Happened<'EXCLUSIONS_CLEARED', OfTask & { driverId: string | null; opens: OpensRound | null }>
  /** `because` is absent if the task had lost its ticket. */
  | Happened<'TASK_REQUEUED', OfTask & OpensRound & { because?: 'ZONE_CHANGED' }>;

type TaskAssigned = Happened<
  'TASK_ASSIGNED',
  OfTask & { round: number; offerId: string; driverId: string; manual: boolean; expiresAt: string | null }
>;
/**
 * The order's answer to a reservation that came too late. Changes nothing in the order; `waitingRound` as in round.ts.
 */
type AssignmentDenied = Happened<
  'ASSIGNMENT_DENIED',
  OfTask & {
    round: number;
    offerId: string;
    driverId: string;
    zoneId: string | null;
    waitingRound: number | null;
  }
>;

export const assignmentCommands: TaskCommands<AssignmentCommand, AssignmentEvent, AssignmentFacts> = {
  assign: { decide: assign, fromService: true },
  'clear-exclusions': { decide: clearExclusions },
  requeue: { decide: requeue, fromService: true },
};

export const assignmentEvents: Events<AssignmentEvent> = {
  TASK_ASSIGNED: {
    evolve: inTask((task, { offerId, driverId, manual, expiresAt }) => {
      const offer = { offerId, driverId, manual, expiresAt: expiresAt ?? undefined };
      return { ...task, offer, manual: undefined, lastManualRefusal: undefined };
    }),
    react: assigned,
    history: ({ driverId, round, manual }) => ({ driverId, round, manual }),
  },
  ASSIGNMENT_DENIED: { evolve: statusOnly, react: denied, quiet: true },
  EXCLUSIONS_CLEARED: {
    evolve: inTask((task, { driverId, opens }) => {
      const excluded = driverId === null ? [] : task.excluded.filter((other) => other.driverId !== driverId);
      return { ...(opens === null ? task : inRound(task, opens)), excluded };
    }),
    react: (reaction) => (reaction.event.opens === null ? [] : [...withdraw(reaction), ...enqueue(reaction)]),
    history: ({ driverId, opens }) => ({ driverId, ...opens }),
  },
  TASK_REQUEUED: {
    evolve: inTask(inRound),
    react: (reaction) => [
      ...(reaction.event.because === undefined ? lostTicket(reaction) : []),
      ...withdraw(reaction),
      ...enqueue(reaction),
    ],
    history: ({ round, homeZoneId }) => ({ round, homeZoneId }),
  },
};

/** A driver has reserved: the order assigns the task, or denies a reservation that came too late. */
function assign(at: TaskTurn<AssignPayload, AssignFacts>): Decision<AssignmentEvent> {
  const { command, facts, task } = at;
  const { offerId, driverId, round, zoneId } = command;
  if (task.offer?.offerId === offerId && task.offer.driverId === driverId) return unchanged({ offerId });
  if (!isAwaited(at)) {
    const denial = { round, offerId, driverId, zoneId, waitingRound: waitingRound(task) };
    return accepted([{ ...quietEvent(at), type: 'ASSIGNMENT_DENIED', ...denial }]);
  }
  const manual = task.manual !== undefined;
  const expiresAt = manual ? null : plusSeconds(facts.now, facts.offerTimeoutSeconds);
  const assignment = { round, offerId, driverId, manual, expiresAt };
  return accepted([{ ...taskEvent(at, 'ASSIGNED'), type: 'TASK_ASSIGNED', ...assignment }], { offerId });
}

function isAwaited({ command, facts, task }: TaskTurn<AssignPayload>): boolean {
  if (task.status !== 'UNASSIGNED' || task.round !== command.round) return false;
  if (task.manual !== undefined) return task.manual.offerId === command.offerId;
  return !task.excluded.some(
    ({ driverId, until }) =>
      driverId === command.driverId && (until === undefined || !hasPassed(until, facts.now)),
  );
}

function assigned(reaction: Reaction<TaskAssigned>): Effect[] {
  const { taskId, round, offerId, driverId, manual, expiresAt } = reaction.event;
  const { homeZoneId } = taskOf(reaction);
  const effects: Effect[] = [
    command('driver', driverId, 'confirm-reservation', { offerId }),
    push([`driver:${driverId}`], 'task.offered', offered(reaction)),
    notify('TASK_OFFERED', { driverId, ...aboutGroup(reaction), taskId, expiresAt }),
  ];
  // An assignment by hand has no ticket: it was withdrawn when the round opened.
  if (homeZoneId !== undefined && !manual) {
    effects.push(command('zone', homeZoneId, 'offer-settled', { taskId, round, offerId }));
  }
  if (homeZoneId === undefined) effects.push(closeAlert(withoutZoneAlert(taskId)));
  if (expiresAt !== null) {
    effects.push({
      do: 'set-timer',
      name: offerTimer(taskId),
      dueAt: expiresAt,
      type: 'expire-offer',
      payload: { taskId, offerId },
    });
  }
  return effects;
}

function offered(reaction: Reaction<TaskAssigned>): JsonObject {
  const { group, order, context, event } = reaction;
  const { taskId, groupId, offerId, round, manual, expiresAt } = event;
  return {
    taskId,
    orderId: order.orderId,
    groupId,
    offerId,
    round,
    manual,
    expiresAt,
    dueBy: taskOf(reaction).dueBy,
    items: group.items,
    cashDue: { amount: group.cashDue, currency: 'QAR' },
    version: context.version,
  };
}

function denied({ event }: Reaction<AssignmentDenied>): Effect[] {
  const { taskId, round, offerId, driverId, zoneId, waitingRound } = event;
  const release = command('driver', driverId, 'release', { offerId, reason: 'DENIED' });
  if (zoneId === null) return [release];
  const payload = { taskId, round, offerId, driverId, waitingRound };
  return [release, command('zone', zoneId, 'offer-denied', payload)];
}

type ClearExclusions = Extract<AssignmentCommand, { type: 'clear-exclusions' }>;
type Requeue = Extract<AssignmentCommand, { type: 'requeue' }>;

/** Queues a waiting task again, so that drivers without an exclusion now are considered. */
function clearExclusions(at: TaskTurn<ClearExclusions, HomeZoneFacts>): Decision<AssignmentEvent> {
  const { command, task } = at;
  const { driverId = null } = command;
  const lifts = task.excluded.some((each) => driverId === null || each.driverId === driverId);
  if (!lifts) return unchanged();
  const { round, homeZoneId, ...event } = newRound(at);
  const opens = waitingRound(task) === null ? null : { round, homeZoneId };
  const { moves } = taskEvent(at, task.status);
  return accepted([{ ...event, type: 'EXCLUSIONS_CLEARED', driverId, opens, moves }]);
}

/**
 * Queues a task that lost its ticket, that no zone covered, or whose home zone changed. It opens a new round, because
 * the home zone is fixed per round, and to void commands still on their way for the present one.
 */
function requeue(at: TaskTurn<Requeue, HomeZoneFacts>): Decision<AssignmentEvent> {
  const { command, facts, task } = at;
  if (waitingRound(task) !== command.round) return unchanged();
  if (task.homeZoneId === undefined && facts.homeZoneId === null) return unchanged();
  if (command.because === undefined) return accepted([{ ...newRound(at), type: 'TASK_REQUEUED' }]);
  if (task.homeZoneId === facts.homeZoneId) return unchanged();
  return accepted([{ ...newRound(at), type: 'TASK_REQUEUED', because: command.because }]);
}

/** A task without a home zone had no ticket to lose. */
function lostTicket(reaction: Reaction): Effect[] {
  const { task } = reaction.was;
  if (task?.homeZoneId === undefined) return [];
  const { taskId, round, homeZoneId } = task;
  return [
    raiseAlert({
      kind: 'TASK_WITHOUT_TICKET',
      dedupeKey: `task-without-ticket:${taskId}:${round}`,
      subjectType: 'TASK',
      subjectId: taskId,
      data: { ...aboutGroup(reaction), round, zoneId: homeZoneId },
    }),
  ];
}
