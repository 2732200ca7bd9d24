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
 * Takes the cash of a completed task off the books and the goods on board again, or says why not. This is decided
 * here, and not at the order, because a hand-in at the same moment is decided here too: one of the two comes first.
 */
export type ReversalCommand = Uncollect;

/** `offerId` is the reversal's id: the work comes back under it. */
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
  /** The task's cash as this driver took it and no reversal took it back; null: not noted. */
  collection: (Collection & { settlementId: string | null }) | null;
}
export type ReversalFacts = { uncollect: UncollectFacts };

export type ReversalEvent =
  | CashUncollected
  /** Changes nothing: the order hears it once more. */
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
    // Once given, this answer stands: were the cash noted later, a second answer would contradict the first.
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
  // Refused before, or uncollected, brought to the door and completed again: this command is old.
  if (isBuried(state, offerId)) return unchanged();
  const { collection } = facts;
  const objection = objectionTo(at);
  if (objection !== null || collection === null) {
    return accepted([{ ...event, type: 'UNCOLLECT_REFUSED', ...(objection ?? NOT_YET) }]);
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

/** What was held of the task before, if the command that it was done is still on its way, goes with its offer. */
function uncollected(state: DriverState, event: CashUncollected): DriverState {
  const { taskId, offerId, round, amount, items, dueBy, seen, goods } = event;
  const former = state.work[taskId];
  const tombstones = former === undefined ? state.tombstones : bury(state.tombstones, former.offerId);
  const cashOnHand = subtract(state.cashOnHand, amount);
  const work: Work = { offerId, round, cod: amount, items, dueBy, pickedUp: true, seen };
  const given = { cashOnHand, tombstones, lastReversedId: event.collectionId };
  return withGoods(carrying({ ...state, ...given }, taskId, work), taskId, goods);
}

/** The order hears what became of the reversal it asked for. */
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
