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
/**
 * Without a driver, and so without an expected arrival: less time than it takes to find a driver, drive to the store
 * and to the door.
 */
const TOO_SOON_WAITING = 50 * MINUTE;
const TOO_SOON_ASSIGNED = 25 * MINUTE;
/** An arrival this close to the promised time may still be late. */
const TIGHT = 5 * MINUTE;

export type Timed = Pick<BoardTask, 'status' | 'dueBy' | 'dropoffEta'>;

interface Times {
  due: number;
  eta: number | null;
}

/** Caches parsed times: two thousand tasks are checked each second, and few have changed. */
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
 * Late: the promised time has passed and the goods are not handed over. At risk: it is expected to. Failed, returning
 * and ended tasks are neither.
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

/** How far a task is from its promised time, as things are. */
export interface Slip {
  /** Milliseconds after the promised time; negative: time to spare. */
  by: number;
  /** True: measured from the expected arrival; false: no arrival was reported, so measured until now. */
  expected: boolean;
}

/** If the expected arrival has passed without a hand-over, now is the earliest possible arrival. */
export function slipOf(task: Timed, now: number): Slip {
  const { due, eta } = timesOf(task);
  return eta === null ? { by: now - due, expected: false } : { by: Math.max(now, eta) - due, expected: true };
}

/** The sections of the list, most urgent first. */
export const SECTIONS = ['late', 'failed', 'risk', 'waiting', 'underWay', 'returning', 'ended'] as const;
export type Section = (typeof SECTIONS)[number];

export function sectionOf(task: BoardTask, lateness: Lateness): Section {
  const look = LOOKS[task.status];
  if (look === 'ended' || look === 'failed' || look === 'returning') return look;
  if (lateness !== 'ok') return lateness;
  return look === 'waiting' ? 'waiting' : 'underWay';
}
