import type { Schema } from './service-facts.ts';

/** A period in which a task was a driver's: from the offer, the hand-over or the reversal on. */
export interface Hold {
  driverId: string;
  /** Domain time in milliseconds. */
  from: number;
  /** When the driver no longer had to deliver it or collect for it; null while it lasts. */
  until: number | null;
  /** Its cash was recorded. */
  collected: boolean;
  /** Persons who acted as its driver meanwhile. */
  actedBy: string[];
  /** Whether it ended before the next one began. */
  endedFirst: boolean;
}

/** After these events no driver has the task. */
const TAKEN: readonly string[] = [
  'decline',
  'expire-offer',
  'unassign',
  'assign-by-hand',
  'requeue',
  'cancel-group',
  'complete-return',
  'write-off',
];
/** After this its cash is no longer expected; the goods are still with the driver. */
const GIVEN_UP = 'start-return';

const HAND_OVER: readonly string[] = ['open-hand-over', 'hand-over', 'hand-over-ended'];

function beginning(driverId: string, from: number): Hold {
  return { driverId, from, until: null, collected: false, actedBy: [], endedFirst: true };
}

/** Who had the task when, from everything recorded about it, oldest first. */
export function holdsOf(events: readonly Schema<'TaskEvent'>[]): Hold[] {
  const holds: Hold[] = [];
  let open: Hold | null = null;
  for (const { what, at, by, accountId, data, status } of events) {
    const now = Date.parse(at);
    if (what === 'assign' && typeof data.driverId === 'string') {
      if (open !== null) open.endedFirst = false;
      open = beginning(data.driverId, now);
      holds.push(open);
      continue;
    }
    if (what === 'handed-over' && typeof data.driverId === 'string') {
      if (open !== null) open.until ??= now;
      open = beginning(data.driverId, now);
      holds.push(open);
      continue;
    }
    // The completion was reversed: the cash was given back, and the goods are on board again.
    const last: Hold | undefined = holds.at(-1);
    if (what === 'reversed' && last !== undefined) {
      last.collected = false;
      last.until ??= now;
      open = beginning(last.driverId, now);
      holds.push(open);
      continue;
    }
    // Both drivers take part in a hand-over, so it does not show who has the goods.
    if (open === null || HAND_OVER.includes(what)) continue;
    if (by === 'DRIVER' && accountId !== null) open.actedBy.push(accountId);
    if (what === 'record-cash') open.collected = true;
    if (what === GIVEN_UP) open.until ??= now;
    if (TAKEN.includes(what) || (what === 'clear-exclusions' && status === 'UNASSIGNED')) {
      open.until ??= now;
      open = null;
    } else if (status === 'COMPLETED') open = null;
  }
  return holds;
}
