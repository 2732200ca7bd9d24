import type { Schema } from './service-facts.ts';

/** A stretch of time in which a task was a driver's: from the offer on. */
export interface Hold {
  driverId: string;
  /** Domain time in milliseconds. */
  from: number;
  /** When the driver was no longer to bring it in or collect for it; null while it goes on. */
  until: number | null;
  /** Its cash was recorded. */
  collected: boolean;
  /** Persons who acted as its driver meanwhile. */
  actedBy: string[];
  /** Whether it ended before the next one began. */
  endedFirst: boolean;
}

/** After these the task is no driver's. */
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

/** Who had the task when, from everything recorded about it, oldest first. */
export function holdsOf(events: readonly Schema<'TaskEvent'>[]): Hold[] {
  const holds: Hold[] = [];
  let open: Hold | null = null;
  for (const { what, at, by, accountId, data, status } of events) {
    const now = Date.parse(at);
    if (what === 'assign' && typeof data.driverId === 'string') {
      if (open !== null) open.endedFirst = false;
      open = {
        driverId: data.driverId,
        from: now,
        until: null,
        collected: false,
        actedBy: [],
        endedFirst: true,
      };
      holds.push(open);
      continue;
    }
    if (open === null) continue;
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
