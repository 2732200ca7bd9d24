import { accepted, refused, unchanged } from '../machines/decision.ts';
import { command, notify } from '../machines/effect.ts';
import { absolute, add, compare, isZero, negate, normalise, subtract } from '../money/money.ts';
import type { Decision, Effect, EventContext, Journal, RowOp } from '../runtime/machine.ts';
import type {
  Commands,
  DriverBaseFacts,
  DriverMove,
  DriverTurn,
  Events,
  Expecting,
  Given,
  Happened,
  Reaction,
} from './behaviour.ts';
import { areStale, type CashRowFacts, type Collection } from './cash-facts.ts';
import type { Denomination } from './denominations.ts';
import type { DriverState, SettlementStatus } from './state.ts';
import { settlementTable } from './transitions.ts';
import { driverEvent, refuseState } from './turn.ts';

/** The driver hands in cash. A dispatcher counts it; a large difference needs a second dispatcher's approval. */
export type SettlementCommand = HandIn | ApproveSettlement;

type HandIn = Given<
  'hand-in',
  Expecting & { counted: string; denominations?: Denomination[]; note?: string }
>;
type ApproveSettlement = Given<'approve-settlement', Expecting & { settlementId: string }>;

export interface HandInFacts extends CashRowFacts {
  /** A new UUIDv7. */
  settlementId: string;
  receiptNumber: string;
  /** Largest absolute difference that closes without a second dispatcher, decimal string. */
  threshold: string;
  /** The driver's collections that belong to no settlement yet. */
  collections: Collection[];
}

export interface ApproveSettlementFacts extends DriverBaseFacts {
  /** The driver's collections of the settlement named in the command. */
  collections: Collection[];
}
export type SettlementFacts = { 'hand-in': HandInFacts; 'approve-settlement': ApproveSettlementFacts };

export type SettlementEvent = HandInOpened | SettlementClosed;

type HandInOpened = Happened<'HAND_IN_OPENED', SettlementFigures>;
type SettlementClosed = Happened<'SETTLEMENT_CLOSED', SettlementFigures & { approvedBy: string | null }>;

/** The amounts of a settlement, open or closed. */
type SettlementFigures = {
  settlementId: string;
  expected: string;
  counted: string;
  difference: string;
  receiptNumber: string;
  /** Note made at the counting; an approval does not repeat it. */
  note: string | null;
  openedBy: string;
  collections: Collection[];
  /** The counted notes and coins, if given; an approval does not repeat them. */
  denominations?: Denomination[];
};

export const settlementCommands: Commands<SettlementCommand, SettlementEvent, SettlementFacts> = {
  'hand-in': handIn,
  'approve-settlement': approve,
};

export const settlementEvents: Events<SettlementEvent> = {
  HAND_IN_OPENED: {
    evolve: (state, event) => {
      const { settlementId, expected, counted, difference, receiptNumber, openedBy } = event;
      const settlement = { settlementId, expected, counted, difference, receiptNumber, openedBy };
      const gone = { lastSettlementId: undefined, lastReversedId: undefined, carryOver: undefined };
      return { ...state, ...gone, settlement };
    },
    rows: countedRows,
    history: settlementHistory,
  },
  SETTLEMENT_CLOSED: {
    evolve: (state, { settlementId: lastSettlementId, expected, approvedBy }) => {
      const cashOnHand = subtract(state.cashOnHand, expected);
      // An approval is not a new hand-in: its cash was handed in before.
      const { carryOver, lastReversedId } = approvedBy === null ? {} : state;
      return { ...state, cashOnHand, settlement: undefined, lastSettlementId, lastReversedId, carryOver };
    },
    react: settled,
    retries: () => 'CASH_HANDED_IN',
    rows: (event, state, context) =>
      event.approvedBy === null ? countedRows(event, state, context) : [approvedRow(event, context)],
    history: settlementHistory,
  },
};

/** Settles the collections in the facts: cash collected since then waits for the next hand-in. */
function handIn({ state, command, facts }: DriverTurn<HandIn, HandInFacts>): Decision<SettlementEvent> {
  if (state.settlement !== undefined) {
    return refused('cash.SETTLEMENT_OPEN', 'An earlier hand-in of this driver waits for its approval.', {
      settlementId: state.settlement.settlementId,
    });
  }
  const { settlementId, receiptNumber, threshold, collections } = facts;
  const expected = add(...collections.map(({ amount }) => amount));
  if (isZero(expected)) return refused('cash.NOTHING_TO_SETTLE', 'This driver has no cash to hand in.');
  if (areStale(facts, state) || compare(expected, state.cashOnHand) > 0) {
    return refused('common.CONFLICT', 'This driver’s cash has changed meanwhile: look again.');
  }
  const { accountId } = command.by;
  if (accountId === null || accountId === state.accountId)
    return refused('auth.FORBIDDEN', 'The cash must be counted by someone other than the driver.');

  const counted = normalise(command.counted);
  const difference = subtract(counted, expected);
  const closes = compare(absolute(difference), threshold) <= 0;
  const cell = settlementTable.NONE['hand-in'];
  const to = closes ? cell.to : cell.or;
  const moves: DriverMove[] = [{ subject: 'SETTLEMENT', id: settlementId, from: null, to }];
  const note = command.note ?? null;
  const figures: SettlementFigures = {
    settlementId,
    expected,
    counted,
    difference,
    receiptNumber,
    note,
    openedBy: accountId,
    collections,
  };
  if (command.denominations !== undefined) figures.denominations = command.denominations;
  const event = { ...driverEvent(facts), ...figures, moves };
  return accepted(
    [
      closes
        ? { ...event, type: 'SETTLEMENT_CLOSED', approvedBy: null }
        : { ...event, type: 'HAND_IN_OPENED' },
    ],
    { settlementId, status: to },
  );
}

function approve({
  state,
  command,
  facts,
}: DriverTurn<ApproveSettlement, ApproveSettlementFacts>): Decision<SettlementEvent> {
  const { settlement } = state;
  const { settlementId, by } = command;
  if (settlement?.settlementId !== settlementId) {
    if (state.lastSettlementId === settlementId) return unchanged({ settlementId, status: 'CLOSED' });
    return refuseState<SettlementStatus>('cash.INVALID_STATE', settlementTable, 'CLOSED', by.role);
  }
  if (by.accountId === null || [settlement.openedBy, state.accountId].includes(by.accountId)) {
    return refused(
      'cash.SECOND_DISPATCHER_REQUIRED',
      'The approval must come from someone other than the driver and the dispatcher who counted.',
    );
  }
  const { expected, counted, difference, receiptNumber, openedBy } = settlement;
  const { to } = settlementTable.PENDING_APPROVAL['approve-settlement'];
  return accepted(
    [
      {
        ...driverEvent(facts),
        type: 'SETTLEMENT_CLOSED',
        settlementId,
        expected,
        counted,
        difference,
        receiptNumber,
        note: null,
        openedBy,
        collections: facts.collections,
        approvedBy: by.accountId,
        moves: [{ subject: 'SETTLEMENT', id: settlementId, from: 'PENDING_APPROVAL', to }],
      },
    ],
    { settlementId, status: to },
  );
}

/** Tells the orders that their cash is settled. */
function settled({ event, driver: { driverId } }: Reaction<SettlementClosed>): Effect[] {
  const { settlementId, expected, counted, difference, receiptNumber, collections } = event;
  return [
    { do: 'post', journal: handInJournal(driverId, event) },
    ...collections.map(({ orderId, taskId }) =>
      command('order', orderId, 'payment-settled', { taskId, settlementId }),
    ),
    notify('SETTLEMENT_RECEIPT', { driverId, settlementId, receiptNumber, expected, counted, difference }),
  ];
}

/** Clears the expected amount from the driver's account; a shortage or surplus is booked to the driver. */
function handInJournal(driverId: string, { settlementId, expected, counted }: SettlementFigures): Journal {
  const lines = [
    { account: 'till', amount: counted, driverId },
    { account: `driver:${driverId}`, amount: negate(expected), driverId },
    { account: `driver-difference:${driverId}`, amount: subtract(expected, counted), driverId },
  ];
  return {
    cause: `settlement:${settlementId}`,
    kind: 'HAND_IN',
    lines: lines.filter(({ amount }) => !isZero(amount)),
  };
}

function settlementHistory({ expected, counted, difference }: SettlementFigures) {
  return { expected, counted, difference };
}

/** Rows of the settlement, closed or awaiting approval, and of its collections, which belong to no other settlement. */
function countedRows(event: SettlementEvent, { driverId }: DriverState, { version }: EventContext): RowOp[] {
  const { settlementId } = event;
  const closed = event.type === 'SETTLEMENT_CLOSED';
  const row = {
    id: settlementId,
    driver_id: driverId,
    status: closed ? 'CLOSED' : 'PENDING_APPROVAL',
    expected: event.expected,
    counted: event.counted,
    difference: event.difference,
    receipt_number: event.receiptNumber,
    note: event.note,
    denominations: event.denominations ?? null,
    created_by: event.openedBy,
    approved_by: null,
    created_at: event.at,
    closed_at: closed ? event.at : null,
    actor_version: version,
  };
  const collections = event.collections.map(
    ({ collectionId }): RowOp => ({
      table: 'driver_collections',
      op: 'update',
      row: { id: collectionId, settlement_id: settlementId, actor_version: version },
    }),
  );
  return [{ table: 'settlements', op: 'insert', row }, ...collections];
}

function approvedRow({ settlementId, approvedBy, at }: SettlementClosed, { version }: EventContext): RowOp {
  const closed = { status: 'CLOSED', approved_by: approvedBy, closed_at: at };
  return { table: 'settlements', op: 'update', row: { id: settlementId, ...closed, actor_version: version } };
}
