import { ZERO } from '../money/money.ts';
import type { Point } from '../planning/point.ts';
import {
  always,
  type Commands,
  type Events,
  type Given,
  type Happened,
  type OfTask,
  type OnFailedWork,
} from './behaviour.ts';
import { type GoodsPlace, placeGoods, withGoods } from './goods-stop.ts';
import { removeWork } from './remove-work.ts';
import type { DriverState, Work } from './state.ts';
import { onWork, type TakingOnEvent } from './taking-on.ts';

/**
 * Orders report failed deliveries. The work stays while the goods are on board; only its stops change. The order's
 * latest command wins, in whichever order commands arrive.
 */
export type FailedWorkCommand =
  | Given<'work-failed', OnFailedWork>
  /** `notBefore`: start of the promised slot; `attempt`: the one that begins, not named by earlier releases. */
  | Given<
      'work-retried',
      OnFailedWork & { attempt?: number; dueBy: string; notBefore?: string; dropoff: Point }
    >
  | Given<'work-returning', OnFailedWork & { place: Point }>
  | Given<'work-returned', OnFailedWork & { outcome: WorkOutcome }>;

type WorkOutcome = 'RETURNED' | 'WRITTEN_OFF';

export type FailedWorkEvent =
  | Happened<'WORK_FAILED', OfTask & { seen: number }>
  /** `goods` is null without a route. */
  | Happened<
      'WORK_RETRIED',
      OfTask & { seen: number; attempt?: number; dueBy: string; notBefore?: string; goods: GoodsPlace | null }
    >
  | Happened<'WORK_RETURNING', OfTask & { seen: number; goods: GoodsPlace | null }>
  | Happened<'WORK_ENDED', OfTask & { outcome: WorkOutcome }>;

export const failedWorkCommands: Commands<FailedWorkCommand, FailedWorkEvent | TakingOnEvent> = {
  'work-failed': (at) => {
    const { taskId, seen } = at.command;
    return onWork<FailedWorkEvent>(at, (state, event) => {
      const work = newsOf(state, taskId, seen);
      return work === null ? null : { ...event, type: 'WORK_FAILED', taskId, offerId: work.offerId, seen };
    });
  },
  'work-retried': (at) => {
    const { taskId, seen, attempt, dueBy, dropoff, notBefore } = at.command;
    const promised = { dueBy, ...(notBefore === undefined ? {} : { notBefore }) };
    const begun = attempt === undefined ? {} : { attempt };
    return onWork<FailedWorkEvent>(at, (state, event) => {
      const work = newsOf(state, taskId, seen);
      if (work === null) return null;
      const { offerId } = work;
      const goods = placeGoods(state, event.at, taskId, 'DROPOFF', { pickup: dropoff, dropoff, ...promised });
      return { ...event, type: 'WORK_RETRIED', taskId, offerId, seen, ...begun, ...promised, goods };
    });
  },
  'work-returning': (at) => {
    const { taskId, seen, place } = at.command;
    return onWork<FailedWorkEvent>(at, (state, event) => {
      const work = newsOf(state, taskId, seen);
      if (work === null) return null;
      const { offerId, dueBy } = work;
      const goods = placeGoods(state, event.at, taskId, 'RETURN', { pickup: place, dropoff: place, dueBy });
      return { ...event, type: 'WORK_RETURNING', taskId, offerId, seen, goods };
    });
  },
  /** The driver no longer has the goods: they were returned or written off. */
  'work-returned': (at) => {
    const { taskId, outcome } = at.command;
    return onWork<FailedWorkEvent>(at, (state, event) => {
      const work = state.work[taskId];
      if (work === undefined || work.finished === true) return null;
      return { ...event, type: 'WORK_ENDED', taskId, offerId: work.offerId, outcome };
    });
  },
};

export const failedWorkEvents: Events<FailedWorkEvent> = {
  WORK_FAILED: {
    evolve: (state, { taskId, seen }) =>
      withWork(withGoods(state, taskId, null), taskId, { seen, notBefore: undefined }),
    touchesRoute: always,
  },
  WORK_RETRIED: {
    evolve: (state, { taskId, seen, attempt, dueBy, notBefore, goods }) =>
      withWork(withGoods(state, taskId, goods), taskId, { seen, attempt, dueBy, notBefore }),
    touchesRoute: always,
  },
  WORK_RETURNING: {
    // Nothing is to be collected for it any more.
    evolve: (state, { taskId, seen, goods }) =>
      withWork(withGoods(state, taskId, goods), taskId, { seen, cod: ZERO, notBefore: undefined }),
    retries: () => 'CASH_FREED',
    touchesRoute: always,
  },
  WORK_ENDED: { evolve: removeWork, retries: () => 'CAPACITY_FREED', touchesRoute: always },
};

/** The work, if this command is newer than the last one about it. */
function newsOf({ work }: DriverState, taskId: string, seen: number): Work | null {
  const known = work[taskId];
  if (known === undefined || known.finished === true || (known.seen ?? 0) >= seen) return null;
  return known;
}

function withWork(state: DriverState, taskId: string, change: Partial<Work>): DriverState {
  const known = state.work[taskId];
  if (known === undefined) return state;
  // Only picked-up goods can fail, so the pickup counts as done even if its command has not arrived yet.
  return { ...state, work: { ...state.work, [taskId]: { ...known, pickedUp: true, ...change } } };
}
