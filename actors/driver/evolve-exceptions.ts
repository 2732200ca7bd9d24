import { subtract, ZERO } from '../money/money.ts';
import type { DriverEvent } from './events.ts';
import { withGoods } from './place-stop.ts';
import type { DriverState, Work } from './state.ts';
import { bury, without, withoutWork } from './without-work.ts';

type EventOf<T extends DriverEvent['type']> = Extract<DriverEvent, { type: T }>;

/** What failed deliveries change: the work stays as long as the goods are on board, its stops come and go. */
export function evolveException(state: DriverState, event: DriverEvent): DriverState {
  switch (event.type) {
    case 'WORK_FAILED':
      return withWork(withGoods(state, event.taskId, null), event.taskId, {
        seen: event.seen,
        notBefore: undefined,
      });
    case 'WORK_RETRIED': {
      const { taskId, seen, dueBy, notBefore, goods } = event;
      return withWork(withGoods(state, taskId, goods), taskId, { seen, dueBy, notBefore });
    }
    case 'WORK_RETURNING': {
      const { taskId, seen, goods } = event;
      // Nothing is to be collected for it any more.
      return withWork(withGoods(state, taskId, goods), taskId, { seen, cod: ZERO, notBefore: undefined });
    }
    case 'WORK_ENDED':
    case 'WORK_HANDED_OVER':
      return withoutWork(state, event);
    case 'WORK_TAKEN_OVER':
      return takenOver(state, event);
    case 'CASH_UNCOLLECTED':
      return uncollected(state, event);
    case 'UNCOLLECT_REFUSED':
      // Said once, it stands: asked again when the cash has come after all, a yes would find the order told no.
      return { ...state, tombstones: bury(state.tombstones, event.offerId) };
    default:
      return state;
  }
}

function withWork(state: DriverState, taskId: string, change: Partial<Work>): DriverState {
  const known = state.work[taskId];
  if (known === undefined) return state;
  // What can fail was picked up, whether the word of that has come or not.
  return { ...state, work: { ...state.work, [taskId]: { ...known, pickedUp: true, ...change } } };
}

function takenOver(state: DriverState, event: EventOf<'WORK_TAKEN_OVER'>): DriverState {
  const { taskId, offerId, dueBy, notBefore, seen, goods } = event;
  const reservation = state.reservations[offerId];
  if (reservation === undefined) return state;
  const { round, cod, items } = reservation;
  const work: Work = { offerId, round, cod, items, dueBy, pickedUp: true, seen, notBefore };
  const reservations = without(state.reservations, offerId);
  return withGoods(carrying({ ...state, reservations }, taskId, work), taskId, goods);
}

/** What was held of the task before, if the word that it was done is still on its way, goes with its offer. */
function uncollected(state: DriverState, event: EventOf<'CASH_UNCOLLECTED'>): DriverState {
  const { taskId, offerId, round, amount, items, dueBy, seen, goods } = event;
  const former = state.work[taskId];
  const tombstones = former === undefined ? state.tombstones : bury(state.tombstones, former.offerId);
  const cashOnHand = subtract(state.cashOnHand, amount);
  const work: Work = { offerId, round, cod: amount, items, dueBy, pickedUp: true, seen };
  const given = { cashOnHand, tombstones, lastReversedId: event.collectionId };
  return withGoods(carrying({ ...state, ...given }, taskId, work), taskId, goods);
}

function carrying(state: DriverState, taskId: string, work: Work): DriverState {
  return { ...state, work: { ...state.work, [taskId]: work }, idleSince: undefined };
}
