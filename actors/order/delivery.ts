import { accepted, refused, unchanged } from '../machines/decision.ts';
import { command, notify } from '../machines/effect.ts';
import { invalidState } from '../machines/table.ts';
import { compare, isZero, negate, subtract } from '../money/money.ts';
import { hasPassed, secondsBetween } from '../planning/instants.ts';
import type { Decision, Effect, Journal } from '../runtime/machine.ts';
import type {
  Events,
  Given,
  Happened,
  NowFacts,
  OfTask,
  OnTask,
  Reaction,
  TaskCommands,
  TaskTurn,
} from './behaviour.ts';
import { heldTask, taskOf, toBuyer } from './reaction.ts';
import { type GroupState, holderOf, type PaymentStatus, type TaskState } from './state.ts';
import { groupMirror, paymentTable } from './transitions.ts';
import { inTask, mirroredEvent, quietEvent, taskEvent, taskHasReached } from './turn.ts';

/** At the buyer's door: the delivery code, the cash, and the completion. Later the cash is settled. */
export type DeliveryCommand =
  | Given<'request-code', OnTask>
  /** The entered code is not in the command, because commands are stored; the facts say whether it matched. */
  | Given<'verify-code', OnTask>
  | OverrideCode
  | RecordCash
  | Given<'complete', OnTask>
  | PaymentSettled;

type OverrideCode = Given<'override-code', OnTask>;
type RecordCash = Given<'record-cash', OnTask & { amount: string }>;
/** From the driver actor, once a hand-in includes this task's cash. */
type PaymentSettled = Given<'payment-settled', OnTask & { settlementId: string }>;

export interface RequestCodeFacts extends NowFacts {
  /** `sealed`: the ciphertext for the buyer's notification; it must not be in an event. */
  code: { codeId: string; hash: string; sealed: string; expiresAt: string };
}

export interface VerifyCodeFacts extends NowFacts {
  /** Whether the hash of the entered code equals the hash of the task's present code. */
  codeMatches: boolean;
}
export type DeliveryFacts = { 'request-code': RequestCodeFacts; 'verify-code': VerifyCodeFacts };

export type DeliveryEvent =
  | CodeIssued
  | Happened<'CODE_REJECTED', OfTask & { codeId: string; wrongTries: number }>
  | Happened<'CODE_VERIFIED', OfTask & { codeId: string }>
  | Happened<'CODE_OVERRIDDEN', OfTask & { driverId: string; by: string | null }>
  | CashRecorded
  | TaskCompleted
  | Happened<'PAYMENT_SETTLED', OfTask & { settlementId: string }>;

type CodeIssued = Happened<'CODE_ISSUED', OfTask & { codeId: string; hash: string; expiresAt: string }>;
type CashRecorded = Happened<'CASH_RECORDED', OfTask & { driverId: string; amount: string }>;
type TaskCompleted = Happened<'TASK_COMPLETED', OfTask & { driverId: string }>;

/** Wrong entries after which a code is invalid. */
const MAX_WRONG_TRIES = 5;
/** Wrong entries of all codes, after which only a dispatcher can confirm the delivery. */
const MAX_WRONG_TRIES_IN_ALL = 15;
/** A code costs the buyer a message, so they come at this pace. */
const CODE_PACE = { minimumSeconds: 60, perHour: 5 } as const;
const HOUR_S = 3600;

export const deliveryCommands: TaskCommands<DeliveryCommand, DeliveryEvent, DeliveryFacts> = {
  'request-code': { decide: requestCode },
  'verify-code': { decide: verifyCode, repeats: taskHasReached('CODE_VERIFIED'), endsHandOver: true },
  'override-code': {
    decide: overrideCode,
    repeats: (located) => located.task.codeOverridden === true && isVerified(located),
    endsHandOver: true,
  },
  'record-cash': {
    decide: recordCash,
    repeats: (located, { amount }) => isRecorded(located) && compare(amount, located.group.cashDue) === 0,
  },
  complete: {
    decide: (at) => {
      const event = mirroredEvent(at, 'COMPLETED', groupMirror.COMPLETED);
      return accepted([{ ...event, type: 'TASK_COMPLETED', driverId: holderOf(at.task) }]);
    },
    repeats: taskHasReached('COMPLETED'),
  },
  'payment-settled': { decide: paymentSettled, fromService: true },
};

const isVerified = taskHasReached('CODE_VERIFIED');
const isRecorded = taskHasReached('CASH_RECORDED');

/** A confirmed delivery leaves nothing to guess; after a reversal of it, counting begins again. */
const NO_CODES = { code: undefined, codesIssuedAt: undefined, wrongCodes: undefined };

const cashInTask = inTask<CashRecorded>((task, { amount }) => ({ ...task, cashRecorded: amount }));
const completedTask = inTask<TaskCompleted>((task, { at }) => ({ ...task, completedAt: at }));

export const deliveryEvents: Events<DeliveryEvent> = {
  CODE_ISSUED: {
    evolve: inTask((task, { codeId, hash, expiresAt, at }) => ({
      ...task,
      code: { codeId, hash, expiresAt, wrongTries: 0 },
      codesIssuedAt: [...recentCodes(task, at), at],
    })),
    react: sendCode,
    history: ({ codeId, expiresAt }) => ({ codeId, expiresAt }),
  },
  CODE_REJECTED: {
    evolve: inTask((task, { wrongTries }) =>
      task.code === undefined
        ? task
        : { ...task, code: { ...task.code, wrongTries }, wrongCodes: (task.wrongCodes ?? 0) + 1 },
    ),
    history: ({ codeId, wrongTries }) => ({ codeId, wrongTries }),
  },
  CODE_VERIFIED: {
    evolve: inTask((task, { at }) => ({ ...task, ...NO_CODES, codeVerifiedAt: at })),
  },
  CODE_OVERRIDDEN: {
    evolve: inTask((task, { at }) => ({
      ...task,
      ...NO_CODES,
      codeVerifiedAt: at,
      codeOverridden: true,
    })),
    history: ({ driverId }) => ({ driverId }),
    exception: () => ({ kind: 'CODE_OVERRIDDEN' }),
  },
  CASH_RECORDED: {
    evolve: (group, event) => cashInTask({ ...group, payment: 'COLLECTED' }, event),
    react: (reaction) => [collect(reaction)],
    history: ({ driverId, amount }) => ({ driverId, amount }),
  },
  TASK_COMPLETED: {
    evolve: (group, event) => completedTask({ ...group, endedAt: event.at }, event),
    react: (reaction) => {
      const { taskId, driverId, at } = reaction.event;
      return [
        { do: 'post', journal: completionJournal(reaction.group, taskId) },
        command('driver', driverId, 'work-done', { ...heldTask(reaction), at }),
        notify('DELIVERED', toBuyer(reaction)),
      ];
    },
    history: ({ driverId }) => ({ driverId }),
  },
  PAYMENT_SETTLED: { evolve: (group) => ({ ...group, payment: 'SETTLED' }) },
};

/** A new code replaces the former one and its wrong entries. The sealed text stays out of the event. */
function requestCode(at: TaskTurn<unknown, RequestCodeFacts>): Decision<DeliveryEvent> {
  if (isExhausted(at.task)) return exhausted();
  const wait = secondsUntilNextCode(at.task, at.facts.now);
  if (wait > 0) return tooSoon(wait);
  const { codeId, hash, expiresAt } = at.facts.code;
  const event = taskEvent(at, at.task.status);
  return accepted([{ ...event, type: 'CODE_ISSUED', codeId, hash, expiresAt }], { codeId, expiresAt });
}

/** Without the limit, new codes would be guessed without end. */
function isExhausted({ wrongCodes = 0 }: TaskState): boolean {
  return wrongCodes >= MAX_WRONG_TRIES_IN_ALL;
}

function exhausted(): Decision<DeliveryEvent> {
  return refused(
    'delivery.CODES_EXHAUSTED',
    'Too many wrong codes: a dispatcher has to confirm the delivery.',
  );
}

function recentCodes({ codesIssuedAt = [] }: TaskState, now: string): string[] {
  return codesIssuedAt.filter((issued) => secondsBetween(issued, now) < HOUR_S);
}

/** 0 if a code may be issued now. */
function secondsUntilNextCode(task: TaskState, now: string): number {
  const recent = recentCodes(task, now);
  const latest = recent.at(-1);
  if (latest === undefined) return 0;
  const [first = latest] = recent.slice(-CODE_PACE.perHour);
  const pause = CODE_PACE.minimumSeconds - secondsBetween(latest, now);
  const full = recent.length < CODE_PACE.perHour ? 0 : HOUR_S - secondsBetween(first, now);
  return Math.ceil(Math.max(0, pause, full));
}

function tooSoon(retryAfter: number): Decision<DeliveryEvent> {
  const detail = 'A delivery code was just sent. Wait before requesting another one.';
  return { outcome: 'refused', refusal: { code: 'common.RATE_LIMITED', detail, retryAfter } };
}

/** The sealed code comes from the facts, since an event would store it for ever. */
function sendCode(reaction: Reaction<CodeIssued>): Effect[] {
  const { taskId, codeId, expiresAt } = reaction.event;
  const code = reaction.facts?.code;
  if (code === undefined) throw new Error(`delivery code ${codeId} was issued without its sealed text`);
  const { sealed } = code;
  return [notify('DELIVERY_CODE', { ...toBuyer(reaction), taskId, codeId, sealed, expiresAt })];
}

function verifyCode(at: TaskTurn<unknown, VerifyCodeFacts>): Decision<DeliveryEvent> {
  const { task, facts } = at;
  const { code } = task;
  if (code === undefined) return refused('delivery.CODE_NOT_REQUESTED', 'Request a delivery code first.');
  if (isExhausted(task)) return exhausted();
  if (code.wrongTries >= MAX_WRONG_TRIES) {
    return refused('delivery.CODE_VOID', 'Too many wrong tries: request a new delivery code.');
  }
  if (hasPassed(code.expiresAt, facts.now)) {
    return refused('delivery.CODE_EXPIRED', 'This delivery code has expired: request a new one.');
  }
  const { codeId } = code;
  if (facts.codeMatches) {
    return accepted([{ ...taskEvent(at, 'CODE_VERIFIED'), type: 'CODE_VERIFIED', codeId }]);
  }
  const wrongTries = code.wrongTries + 1;
  const wrongInAll = (task.wrongCodes ?? 0) + 1;
  const triesLeft = Math.min(MAX_WRONG_TRIES - wrongTries, MAX_WRONG_TRIES_IN_ALL - wrongInAll);
  return {
    ...refused('delivery.CODE_INVALID', `Wrong delivery code; tries left: ${triesLeft}.`, { triesLeft }),
    events: [{ ...taskEvent(at, task.status), type: 'CODE_REJECTED', codeId, wrongTries }],
  };
}

/** The dispatcher vouches for the delivery instead of the code; the task records that permanently. */
function overrideCode(at: TaskTurn<OverrideCode>): Decision<DeliveryEvent> {
  const event = taskEvent(at, 'CODE_VERIFIED');
  const driverId = holderOf(at.task);
  return accepted([{ ...event, type: 'CODE_OVERRIDDEN', driverId, by: at.command.by.accountId }]);
}

function recordCash(at: TaskTurn<RecordCash>): Decision<DeliveryEvent> {
  const { command, group, task } = at;
  const { cashDue: amount } = group;
  if (compare(command.amount, amount) !== 0) {
    return refused('delivery.CASH_MISMATCH', `Collect exactly ${amount} QAR.`, {
      due: { amount, currency: 'QAR' },
    });
  }
  const event = taskEvent(at, 'CASH_RECORDED');
  return accepted([{ ...event, type: 'CASH_RECORDED', driverId: holderOf(task), amount }]);
}

/** Posts the cash to the driver's account. */
function collect(reaction: Reaction<CashRecorded>): Effect {
  const { driverId, groupId, amount, at } = reaction.event;
  const { orderId } = reaction.order;
  const { reversals } = taskOf(reaction);
  const payload = { ...heldTask(reaction), orderId, groupId, amount, at };
  // The first collection has no number; collections after a reversal have.
  const numbered = reversals === undefined ? payload : { ...payload, number: reversals + 1 };
  return command('driver', driverId, 'collect', numbered);
}

/** The collected cash is divided: goods less commission to the seller, commission and shipping to the platform. */
export function completionJournal(group: GroupState, taskId: string): Journal {
  const { sellerId, goods, shipping, commission, cashDue } = group;
  const first = `completion:${taskId}`;
  const lines = [
    { account: 'clearing', amount: cashDue, taskId },
    { account: `seller:${sellerId}`, amount: negate(subtract(goods, commission)), taskId, sellerId },
    { account: 'commission', amount: negate(commission), taskId },
    { account: 'shipping', amount: negate(shipping), taskId },
  ];
  return {
    cause: group.task?.reversals === undefined ? first : `${first}:${group.task.reversals + 1}`,
    kind: 'COMPLETION',
    lines: lines.filter(({ amount }) => !isZero(amount)),
  };
}

function paymentSettled(at: TaskTurn<PaymentSettled>): Decision<DeliveryEvent> {
  const { payment } = at.group;
  const { settlementId, by } = at.command;
  if (payment === 'SETTLED') return unchanged();
  if (payment !== 'COLLECTED') {
    return {
      outcome: 'refused',
      refusal: invalidState<PaymentStatus>('cash.INVALID_STATE', paymentTable, payment, by.role),
    };
  }
  return accepted([{ ...quietEvent(at), type: 'PAYMENT_SETTLED', settlementId }]);
}
