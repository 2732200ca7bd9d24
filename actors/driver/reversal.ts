import type { ErrorCode } from '../errors.ts';
import { accepted, unchanged } from '../machines/decision.ts';
import { command } from '../machines/effect.ts';
import { compare, negate, subtract } from '../money/money.ts';
import type { Point } from '../planning/point.ts';
import type { Decision, Effect, Journal, JsonObject } from '../runtime/machine.ts';
import {
  always,
  type Commands,
  type DriverTurn,
  type Events,
  type Given,
  type Happened,
  type OfTask,
  type OnOffer,
  type OnTask,
} from './behaviour.ts';
import { areStale, type CashRowFacts, type Collection } from './cash-facts.ts';
import { type GoodsPlace, placeGoods, withGoods } from './goods-stop.ts';
import { bury } from './remove-work.ts';
import { type DriverState, isBuried, type Work } from './state.ts';
import { carrying } from './taking-on.ts';
import { driverEvent, unchangedState } from './turn.ts';

/**
 * Reverses the completion of a task: takes its cash off the driver's account and its goods on board again, or refuses.
 * The driver actor decides this rather than the order, because hand-ins are decided here too, and one must come before
 * the other.
 */
export type ReversalCommand = Uncollect;

/** `offerId` is the reversal's id: the work returns under it. */
type Uncollect = Given<
  'uncollect',
  OnOffer &
    OnTask & {
      orderId: string;
      groupId: string;
      round: number;
      cod: string;
      items: number;
      dueBy: string;
      dropoff: Point;
      /** Counts the task's reversals from 1. */
      number: number;
      seen: number;
      at: string;
    }
>;

export interface UncollectFacts extends CashRowFacts {
  /** The task's cash as this driver collected it, unless it was reversed; null: not recorded. */
  collection: (Collection & { settlementId: string | null }) | null;
}
export type ReversalFacts = { uncollect: UncollectFacts };

export type ReversalEvent =
  | CashUncollected
  /** Changes nothing: repeats the answer to the order. */
  | Happened<'UNCOLLECTED_AGAIN', OfTask & { orderId: string }>
  | Happened<'UNCOLLECT_REFUSED', OfTask & { orderId: string; code: ErrorCode; detail: string }>;

type CashUncollected = Happened<
  'CASH_UNCOLLECTED',
  OfTask & {
    orderId: string;
    groupId: string;
    collectionId: string;
    amount: string;
    number: number;
    round: number;
    items: number;
    dueBy: string;
    seen: number;
    goods: GoodsPlace | null;
  }
>;

export const reversalCommands: Commands<ReversalCommand, ReversalEvent, ReversalFacts> = { uncollect };

export const reversalEvents: Events<ReversalEvent> = {
  CASH_UNCOLLECTED: {
    evolve: uncollected,
    react: ({ event, driver: { driverId } }) => [
      { do: 'post', journal: reversalJournal(driverId, event) },
      answer(event, 'reversed', {}),
    ],
    touchesRoute: always,
    rows: (event, _state, { version }) => [
      {
        table: 'driver_collections',
        op: 'update',
        row: { id: event.collectionId, reversed_at: event.at, actor_version: version },
      },
    ],
  },
  UNCOLLECTED_AGAIN: {
    evolve: unchangedState,
    react: ({ event }) => [answer(event, 'reversed', {})],
    quiet: true,
  },
  UNCOLLECT_REFUSED: {
    // Once given, this answer is final: if the cash were recorded later, a second answer would contradict the first.
    evolve: (state, { offerId }) => ({ ...state, tombstones: bury(state.tombstones, offerId) }),
    react: ({ event }) => [answer(event, 'reversal-refused', { code: event.code, detail: event.detail })],
    quiet: true,
  },
};

function uncollect(at: DriverTurn<Uncollect, UncollectFacts>): Decision<ReversalEvent> {
  const { state, command, facts } = at;
  const { taskId, offerId, orderId, groupId, round, items, dueBy, dropoff, number, seen } = command;
  const event = { ...driverEvent(facts), taskId, orderId, offerId };
  if (state.work[taskId]?.offerId === offerId) return accepted([{ ...event, type: 'UNCOLLECTED_AGAIN' }]);
  // Already refused, or already reversed and completed again: this command is outdated.
  if (isBuried(state, offerId)) return unchanged();
  const { collection } = facts;
  const objection = objectionTo(at);
  if (objection !== null || collection === null) {
    return accepted([{ ...event, type: 'UNCOLLECT_REFUSED', ...(objection ?? NOT_YET) }]);
  }
  const { collectionId, amount } = collection;
  // The goods go to the buyer; the pickup is done.
  const goods = placeGoods(state, facts.now, taskId, 'DROPOFF', { pickup: dropoff, dropoff, dueBy });
  return accepted([
    {
      ...{ ...event, type: 'CASH_UNCOLLECTED', groupId, round, items, dueBy, number, seen },
      ...{ collectionId, amount, goods },
    },
  ]);
}

type Objection = { code: ErrorCode; detail: string };

const NOT_YET: Objection = {
  code: 'common.CONFLICT',
  detail: 'The driver’s side has not noted this cash yet: try again.',
};

function objectionTo({ state, facts }: DriverTurn<Uncollect, UncollectFacts>): Objection | null {
  const { collection } = facts;
  if (collection === null || areStale(facts, state)) return NOT_YET;
  if (collection.settlementId !== null) {
    return { code: 'delivery.CASH_SETTLED', detail: 'The cash of this delivery is part of a hand-in.' };
  }
  if (state.shift === undefined) {
    return { code: 'delivery.DRIVER_UNAVAILABLE', detail: 'The driver’s shift is over.' };
  }
  return compare(collection.amount, state.cashOnHand) > 0 ? NOT_YET : null;
}

/** What is still held of the task, because the command that it was done is on its way, ends with its offer. */
function uncollected(state: DriverState, event: CashUncollected): DriverState {
  const { taskId, offerId, round, amount, items, dueBy, seen, goods } = event;
  const former = state.work[taskId];
  const tombstones = former === undefined ? state.tombstones : bury(state.tombstones, former.offerId);
  const cashOnHand = subtract(state.cashOnHand, amount);
  const work: Work = { offerId, round, cod: amount, items, dueBy, pickedUp: true, seen };
  const given = { cashOnHand, tombstones, lastReversedId: event.collectionId };
  return withGoods(carrying({ ...state, ...given }, taskId, work), taskId, goods);
}

/** Reports the result of the reversal to the order. */
function answer(
  { orderId, taskId, offerId: reversalId }: { orderId: string; taskId: string; offerId: string },
  type: string,
  more: JsonObject,
): Effect {
  return command('order', orderId, type, { taskId, reversalId, ...more });
}

function reversalJournal(driverId: string, { taskId, amount, number }: CashUncollected): Journal {
  return {
    cause: `collection-reversal:${taskId}:${number}`,
    kind: 'REVERSAL',
    lines: [
      { account: `driver:${driverId}`, amount: negate(amount), taskId, driverId },
      { account: 'clearing', amount, taskId },
    ],
  };
}
