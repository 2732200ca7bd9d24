import type { ReleaseReason } from '../driver/offers.ts';
import { refused } from '../machines/decision.ts';
import { type Alert, closeAlert, command, notify, raiseAlert } from '../machines/effect.ts';
import { hasPassed, plusMinutes } from '../planning/instants.ts';
import type { Effect } from '../runtime/machine.ts';
import type { NowFacts, Reaction, TaskTurn } from './behaviour.ts';
import { aboutGroup, taskOf } from './reaction.ts';
import { type Exclusion, heldOffer, type TaskState } from './state.ts';
import { taskEvent } from './turn.ts';

/**
 * A task looks for a driver in rounds. Each round has one home zone, whose queue has the task's ticket; commands about
 * an earlier round are void. This file has what the behaviours share that begin or end a round.
 */

/**
 * The zone that will look for a driver if a round opens: the active zone around the pickup with the highest priority.
 */
export interface HomeZoneFacts extends NowFacts {
  homeZoneId: string | null;
}

/** Fields of every event that opens a round: the new round and its home zone. */
export type OpensRound = { round: number; homeZoneId: string | null };

/** The assignment that ended with the former round. */
export type FormerOffer = { offerId: string; driverId: string };

type RoundTurn = TaskTurn<unknown, HomeZoneFacts>;

/** How long a task is not offered again to a driver whose offer timed out, or from whom it was taken. */
const EXCLUDED_MINUTES = 15;

/** Fields of an event that opens a round, which voids commands about the former round. */
export function newRound(at: RoundTurn) {
  return {
    ...taskEvent(at, 'UNASSIGNED'),
    round: at.task.round + 1,
    homeZoneId: at.facts.homeZoneId,
  };
}

/** As `newRound`, when the task is taken from a driver who must not be offered it again at once. */
export function takenBack(at: RoundTurn) {
  return { ...newRound(at), endedOffer: offerOf(at.task), excludedUntil: exclusionEnd(at) };
}

export function exclusionEnd({ facts }: TaskTurn): string {
  return plusMinutes(facts.now, EXCLUDED_MINUTES);
}

/**
 * Refuses the later of two dispatchers: the first one opened a round, and the second, who saw an earlier round, must
 * look again before overruling that. Null if the present round, or none, was named.
 */
export function overtaken({ command, task }: TaskTurn<{ round?: number }, unknown>) {
  if (command.round === undefined || command.round === task.round) return null;
  const detail = `Someone else was faster: round ${task.round} of this task has begun. Load it again.`;
  return refused('common.CONFLICT', detail, { currentRound: task.round });
}

export function offerOf(task: TaskState): FormerOffer {
  const held = heldOffer(task);
  if (held === null) throw new Error(`task ${task.taskId} is ${task.status} without an offer`);
  return held;
}

/** The round in which a zone is to look for a driver; null if none is. */
export function waitingRound(task: TaskState): number | null {
  return task.status === 'UNASSIGNED' && task.manual === undefined ? task.round : null;
}

/** The task in a new round, without an assignment. */
export function inRound(task: TaskState, { round, homeZoneId }: OpensRound): TaskState {
  return { ...task, round, homeZoneId: homeZoneId ?? undefined, offer: undefined, manual: undefined };
}

/** The exclusions without this driver's; lapsed ones are dropped to keep the state small. */
export function excludedBut(task: TaskState, excludedId: string, now: string): Exclusion[] {
  return task.excluded.filter(
    ({ driverId, until }) => driverId !== excludedId && (until === undefined || !hasPassed(until, now)),
  );
}

/** Queues the task's ticket for the round. The former round's ticket ended with its offer, or was withdrawn. */
export function enqueue(reaction: Reaction): Effect[] {
  const { order, group, event } = reaction;
  const { taskId, round, homeZoneId, dueBy, excluded } = taskOf(reaction);
  if (homeZoneId === undefined)
    return [raiseAlert({ ...withoutZoneAlert(taskId), data: aboutGroup(reaction) })];
  const ticket = {
    taskId,
    orderId: order.orderId,
    groupId: event.groupId,
    round,
    pickup: group.pickup,
    dropoff: order.dropoff,
    cod: group.cashDue,
    items: group.items,
    dueBy,
    excluded: excluded.map(({ driverId, until }) => ({ driverId, until: until ?? null })),
  };
  const found = reaction.was.task !== undefined && reaction.was.task.homeZoneId === undefined;
  const queued = command('zone', homeZoneId, 'enqueue', ticket);
  return found ? [closeAlert(withoutZoneAlert(taskId)), queued] : [queued];
}

/** Withdraws the former round's ticket, if the task was waiting for a zone's choice. */
export function withdraw({ was }: Reaction): Effect[] {
  const { task } = was;
  if (task?.status !== 'UNASSIGNED' || task.manual !== undefined || task.homeZoneId === undefined) return [];
  const { taskId, round, homeZoneId } = task;
  return [command('zone', homeZoneId, 'withdraw', { taskId, round })];
}

/** Has the driver release the reservation; a driver who had seen the offer is notified. */
export function endOffer(reaction: Reaction, ended: FormerOffer | null, reason: ReleaseReason): Effect[] {
  if (ended === null) return [];
  const { offerId, driverId } = ended;
  const release = command('driver', driverId, 'release', { offerId, reason });
  const seen = reaction.was.task?.offer;
  if (seen === undefined) return [release];
  const { taskId } = taskOf(reaction);
  const effects: Effect[] = [release];
  if (seen.expiresAt !== undefined) effects.push({ do: 'cancel-timer', name: offerTimer(taskId) });
  if (reason !== 'DECLINED') {
    effects.push(notify('TASK_WITHDRAWN', { driverId, ...aboutGroup(reaction), taskId, reason }));
  }
  return effects;
}

export function offerTimer(taskId: string): string {
  return `offer:${taskId}`;
}

export function withoutZoneAlert(taskId: string): Alert {
  return {
    kind: 'TASK_WITHOUT_ZONE',
    dedupeKey: `task-without-zone:${taskId}`,
    subjectType: 'TASK',
    subjectId: taskId,
  };
}
