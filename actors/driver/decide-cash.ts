import { accepted, refused, unchanged } from '../machines/decision.ts';
import { absolute, add, compare, isZero, normalise, subtract } from '../money/money.ts';
import type { CashCommand } from './commands.ts';
import type { DriverMove, SettlementFigures } from './events.ts';
import { readTooEarly } from './read-too-early.ts';
import type { SettlementStatus } from './state.ts';
import { settlementTable } from './transitions.ts';
import { type DriverDecision, driverEvent, type Handlers, type OnDriver, refuseState } from './turn.ts';

export const cashHandlers: Handlers<CashCommand['type']> = {
  'hand-in': handIn,
  'approve-settlement': approve,
};

/** Settles the collections that the facts name: cash collected meanwhile waits for the next hand-in. */
function handIn({ state, command, facts }: OnDriver<'hand-in'>): DriverDecision {
  if (state.settlement !== undefined) {
    return refused('cash.SETTLEMENT_OPEN', 'An earlier hand-in of this driver waits for its approval.', {
      settlementId: state.settlement.settlementId,
    });
  }
  const { settlementId, receiptNumber, threshold, collections } = facts;
  const expected = add(...collections.map(({ amount }) => amount));
  if (isZero(expected)) return refused('cash.NOTHING_TO_SETTLE', 'This driver has no cash to hand in.');
  if (readTooEarly(state, facts) || compare(expected, state.cashOnHand) > 0) {
    return refused('common.CONFLICT', 'This driver’s cash has changed meanwhile: look again.');
  }
  const { accountId } = command.by;
  if (accountId === null || accountId === state.accountId)
    return refused('auth.FORBIDDEN', 'Somebody else than the driver counts the cash.');

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

function approve({ state, command, facts }: OnDriver<'approve-settlement'>): DriverDecision {
  const { settlement } = state;
  const { settlementId, by } = command;
  if (settlement?.settlementId !== settlementId) {
    if (state.lastSettlementId === settlementId) return unchanged({ settlementId, status: 'CLOSED' });
    return refuseState<SettlementStatus>('cash.INVALID_STATE', settlementTable, 'CLOSED', by.role);
  }
  if (by.accountId === null || [settlement.openedBy, state.accountId].includes(by.accountId)) {
    return refused(
      'cash.SECOND_DISPATCHER_REQUIRED',
      'Somebody else than the driver and the dispatcher who counted must approve.',
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
