import { add, negate } from '../money/money.ts';
import type { EventContext, Journal, RowOp } from '../runtime/machine.ts';
import type { Commands, Events, Given, Happened, OnHeldTask } from './behaviour.ts';
import { without } from './remove-work.ts';
import type { DriverState } from './state.ts';
import { onWork, type TakingOnEvent } from './taking-on.ts';

/** Cash collected at a door is posted to the driver's account. */
export type CollectionCommand = Given<
  'collect',
  /** `number` counts the collections for the task; absent for the first. */
  OnHeldTask & { orderId: string; groupId: string; amount: string; at: string; number?: number }
>;

export type CollectionEvent = CashCollected;

type CashCollected = Happened<
  'CASH_COLLECTED',
  {
    taskId: string;
    orderId: string;
    groupId: string;
    amount: string;
    collectedAt: string;
    /** Counts the collections for the task; absent for the first. */
    number?: number;
  }
>;

export const collectionCommands: Commands<CollectionCommand, CollectionEvent | TakingOnEvent> = {
  collect: (at) => {
    const { taskId, orderId, groupId, amount, at: collectedAt, number } = at.command;
    const numbered = number === undefined ? {} : { number };
    return onWork<CollectionEvent>(at, (state, event) =>
      state.work[taskId]?.collected === true
        ? null
        : { ...event, type: 'CASH_COLLECTED', taskId, orderId, groupId, amount, collectedAt, ...numbered },
    );
  },
};

export const collectionEvents: Events<CollectionEvent> = {
  CASH_COLLECTED: {
    evolve: collected,
    react: ({ event, driver: { driverId } }) => [{ do: 'post', journal: collectionJournal(driverId, event) }],
    rows: collectionRow,
  },
};

function collected(state: DriverState, { taskId, amount }: CashCollected): DriverState {
  const taken = { ...state, cashOnHand: add(state.cashOnHand, amount) };
  const work = state.work[taskId];
  if (work === undefined) return taken;
  // For a completed task, only the cash was still awaited.
  if (work.finished === true) return { ...taken, work: without(state.work, taskId) };
  return { ...taken, work: { ...state.work, [taskId]: { ...work, collected: true } } };
}

/** Only the driver actor posts what a driver receives and hands in. */
function collectionJournal(driverId: string, { taskId, amount, number }: CashCollected): Journal {
  return {
    // The first collection has no number, because its cause was named before there could be several.
    cause: number === undefined ? `collection:${taskId}` : `collection:${taskId}:${number}`,
    kind: 'COLLECTION',
    lines: [
      { account: `driver:${driverId}`, amount, taskId, driverId },
      { account: 'clearing', amount: negate(amount), taskId },
    ],
  };
}

/** Collections are rows only: the state holds just their sum. */
function collectionRow(event: CashCollected, { driverId }: DriverState, context: EventContext): RowOp[] {
  const { taskId, orderId, groupId, amount, collectedAt } = event;
  const row = {
    id: context.id(`collection:${taskId}`),
    driver_id: driverId,
    task_id: taskId,
    order_id: orderId,
    group_id: groupId,
    number: event.number ?? 1,
    amount,
    recorded_at: collectedAt,
    settlement_id: null,
    actor_version: context.version,
  };
  return [{ table: 'driver_collections', op: 'insert', row }];
}
