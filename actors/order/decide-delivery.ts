import { accepted, refused, unchanged } from '../machines/decision.ts';
import { invalidState } from '../machines/table.ts';
import { compare } from '../money/money.ts';
import { hasPassed } from '../planning/instants.ts';
import { holderOf, type PaymentStatus } from './state.ts';
import { mirroredEvent, type OnTask, type OrderDecision, taskEvent } from './task-turn.ts';
import { groupMirror, paymentTable } from './transitions.ts';

const TRIES = 5;

export function pickUp(at: OnTask<'pick-up'>): OrderDecision {
  const event = mirroredEvent(at, 'PICKED_UP', groupMirror.PICKED_UP);
  return accepted([{ ...event, type: 'TASK_PICKED_UP', driverId: holderOf(at.task) }]);
}

export function inTransit(at: OnTask<'in-transit'>): OrderDecision {
  const event = mirroredEvent(at, 'IN_TRANSIT', groupMirror.IN_TRANSIT);
  return accepted([{ ...event, type: 'TASK_IN_TRANSIT', driverId: holderOf(at.task) }]);
}

export function arrive(at: OnTask<'arrive'>): OrderDecision {
  return accepted([{ ...taskEvent(at, 'ARRIVED'), type: 'TASK_ARRIVED', driverId: holderOf(at.task) }]);
}

/** A new code makes the former one worthless, and its wrong tries with it. The sealed text stays out of the event. */
export function requestCode(at: OnTask<'request-code'>): OrderDecision {
  const { codeId, hash, expiresAt } = at.facts.code;
  const event = taskEvent(at, at.task.status);
  return accepted([{ ...event, type: 'CODE_ISSUED', codeId, hash, expiresAt }], { codeId, expiresAt });
}

export function verifyCode(at: OnTask<'verify-code'>): OrderDecision {
  const { task, facts } = at;
  const { code } = task;
  if (code === undefined) return refused('delivery.CODE_NOT_REQUESTED', 'Request a delivery code first.');
  if (code.wrongTries >= TRIES) {
    return refused('delivery.CODE_VOID', 'Too many wrong tries: request a new delivery code.');
  }
  if (hasPassed(code.expiresAt, facts.now)) {
    return refused('delivery.CODE_EXPIRED', 'This delivery code has expired: request a new one.');
  }
  if (facts.codeMatches) {
    return accepted([{ ...taskEvent(at, 'CODE_VERIFIED'), type: 'CODE_VERIFIED', codeId: code.codeId }]);
  }
  const wrongTries = code.wrongTries + 1;
  const triesLeft = TRIES - wrongTries;
  return {
    ...refused('delivery.CODE_INVALID', `Wrong delivery code; tries left: ${triesLeft}.`, { triesLeft }),
    events: [{ ...taskEvent(at, task.status), type: 'CODE_REJECTED', codeId: code.codeId, wrongTries }],
  };
}

export function recordCash(at: OnTask<'record-cash'>): OrderDecision {
  const { command, group, task } = at;
  if (compare(command.amount, group.cashDue) !== 0) {
    return refused('delivery.CASH_MISMATCH', `Collect exactly ${group.cashDue} QAR.`, {
      due: { amount: group.cashDue, currency: 'QAR' },
    });
  }
  const event = taskEvent(at, 'CASH_RECORDED');
  return accepted([{ ...event, type: 'CASH_RECORDED', driverId: holderOf(task), amount: group.cashDue }]);
}

export function complete(at: OnTask<'complete'>): OrderDecision {
  const event = mirroredEvent(at, 'COMPLETED', groupMirror.COMPLETED);
  return accepted([{ ...event, type: 'TASK_COMPLETED', driverId: holderOf(at.task) }]);
}

export function paymentSettled(at: OnTask<'payment-settled'>): OrderDecision {
  const { payment } = at.group;
  if (payment === 'SETTLED') return unchanged();
  if (payment !== 'COLLECTED') {
    return {
      outcome: 'refused',
      refusal: invalidState<PaymentStatus>('cash.INVALID_STATE', paymentTable, payment, at.command.by.role),
    };
  }
  const event = taskEvent(at, at.task.status);
  return accepted([{ ...event, type: 'PAYMENT_SETTLED', settlementId: at.command.settlementId, moves: [] }]);
}
