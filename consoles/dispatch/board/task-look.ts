import type { Lateness, TaskLook } from '../../shared/map/marks.ts';
import type { BoardTask, TaskStatus } from './board-types.ts';

const LOOKS: Record<TaskStatus, TaskLook> = {
  UNASSIGNED: 'waiting',
  ASSIGNED: 'assigned',
  ACCEPTED: 'assigned',
  PICKED_UP: 'onBoard',
  IN_TRANSIT: 'onBoard',
  ARRIVED: 'onBoard',
  CODE_VERIFIED: 'onBoard',
  CASH_RECORDED: 'onBoard',
  COMPLETED: 'ended',
  CANCELLED: 'ended',
  FAILED: 'failed',
  RETURNING: 'returning',
  RETURNED: 'ended',
  WRITTEN_OFF: 'ended',
};

const MINUTE = 60_000;
/** Without a driver who could say when they arrive: too little time for finding one, driving to the store and to the door. */
const TOO_SOON_WAITING = 50 * MINUTE;
const TOO_SOON_ASSIGNED = 25 * MINUTE;
/** An arrival this close to the promise is one traffic light away from being late. */
const TIGHT = 5 * MINUTE;

export type Timed = Pick<BoardTask, 'status' | 'dueBy' | 'dropoffEta'>;

interface Times {
  due: number;
  eta: number | null;
}

/** Two thousand tasks are looked at each second, and few of them have changed: their times are read once. */
const times = new WeakMap<Timed, Times>();

function timesOf(task: Timed): Times {
  let known = times.get(task);
  if (known === undefined) {
    const { dueBy, dropoffEta } = task;
    known = { due: Date.parse(dueBy), eta: dropoffEta === null ? null : Date.parse(dropoffEta) };
    times.set(task, known);
  }
  return known;
}

export function lookOf(status: TaskStatus): TaskLook {
  return LOOKS[status];
}

export function isEnded(status: TaskStatus): boolean {
  return LOOKS[status] === 'ended';
}

/**
 * Late: the promised moment has passed, with the goods not yet handed over. At risk: it will, as things stand. What has
 * failed, goes back or is over has its own troubles.
 */
export function latenessOf(task: Timed, now: number): Lateness {
  const look = LOOKS[task.status];
  if (look !== 'waiting' && look !== 'assigned' && look !== 'onBoard') return 'ok';
  const { due, eta } = timesOf(task);
  if (now > due) return 'late';
  if (look === 'waiting') return due - now < TOO_SOON_WAITING ? 'risk' : 'ok';
  if (eta !== null) return eta > due - TIGHT ? 'risk' : 'ok';
  return due - now < TOO_SOON_ASSIGNED ? 'risk' : 'ok';
}

/** How far from its promise a task is as things stand. */
export interface Slip {
  /** Milliseconds after the promised moment; what is below zero is to spare. */
  by: number;
  /** True: measured from the expected arrival; false: no arrival was reported, so measured until now. */
  expected: boolean;
}

/** An arrival that has passed without the task being handed over is now at the earliest. */
export function slipOf(task: Timed, now: number): Slip {
  const { due, eta } = timesOf(task);
  return eta === null ? { by: now - due, expected: false } : { by: Math.max(now, eta) - due, expected: true };
}

/** The parts of the list, the first one the most urgent. */
export const SECTIONS = ['late', 'failed', 'risk', 'waiting', 'underWay', 'returning', 'ended'] as const;
export type Section = (typeof SECTIONS)[number];

export function sectionOf(task: BoardTask, lateness: Lateness): Section {
  const look = LOOKS[task.status];
  if (look === 'ended' || look === 'failed' || look === 'returning') return look;
  if (lateness !== 'ok') return lateness;
  return look === 'waiting' ? 'waiting' : 'underWay';
}
