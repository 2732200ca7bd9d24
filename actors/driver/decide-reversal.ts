import type { ErrorCode } from '../errors.ts';
import { accepted, unchanged } from '../machines/decision.ts';
import { compare } from '../money/money.ts';
import type { ReversalCommand } from './commands.ts';
import { placeGoods } from './place-stop.ts';
import { readTooEarly } from './read-too-early.ts';
import { isBuried } from './state.ts';
import { type DriverDecision, driverEvent, type Handlers, type OnDriver } from './turn.ts';

export const reversalHandlers: Handlers<ReversalCommand['type']> = { uncollect };

type No = { code: ErrorCode; detail: string };

/**
 * Gives the cash of a completed task back to nobody and takes the goods on board again, or says why not. Here, and
 * not at the order, because a hand-in at the same moment is decided here too: one of the two comes first.
 */
function uncollect(at: OnDriver<'uncollect'>): DriverDecision {
  const { state, command, facts } = at;
  const { taskId, offerId, orderId, groupId, round, items, dueBy, dropoff, number, seen } = command;
  const event = { ...driverEvent(facts), taskId, orderId, offerId };
  if (state.work[taskId]?.offerId === offerId) return accepted([{ ...event, type: 'UNCOLLECTED_AGAIN' }]);
  // Refused before, or uncollected, brought to the door and completed again: this word is old.
  if (isBuried(state, offerId)) return unchanged();
  const { collection } = facts;
  const no = objection(at);
  if (no !== null || collection === null) {
    return accepted([{ ...event, type: 'UNCOLLECT_REFUSED', ...(no ?? NOT_YET) }]);
  }
  const { collectionId, amount } = collection;
  // Goods for the door: the pickup lies behind.
  const goods = placeGoods(state, facts.now, taskId, 'DROPOFF', { pickup: dropoff, dropoff, dueBy });
  return accepted([
    {
      ...{ ...event, type: 'CASH_UNCOLLECTED', groupId, round, items, dueBy, number, seen },
      ...{ collectionId, amount, goods },
    },
  ]);
}

const NOT_YET: No = {
  code: 'common.CONFLICT',
  detail: 'The driver’s side has not noted this cash yet: try again.',
};

function objection({ state, facts }: OnDriver<'uncollect'>): No | null {
  const { collection } = facts;
  if (collection === null || readTooEarly(state, facts)) return NOT_YET;
  if (collection.settlementId !== null) {
    return { code: 'delivery.CASH_SETTLED', detail: 'The cash of this delivery is part of a hand-in.' };
  }
  if (state.shift === undefined) {
    return { code: 'delivery.DRIVER_UNAVAILABLE', detail: 'The driver’s shift is over.' };
  }
  return compare(collection.amount, state.cashOnHand) > 0 ? NOT_YET : null;
}
