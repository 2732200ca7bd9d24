import type {
  ActorRef,
  Command,
  Decision,
  Effect,
  EventContext,
  Journal,
  Machine,
  RowOp,
} from '../../actors/runtime/machine.ts';

/**
 * An account that transfers money to others: debit here, credit or refusal there, then settlement or refund here. What
 * has left one account and not arrived at the other is pending, and a timer asks for its result.
 */
export interface AccountState {
  key: string;
  balance: number;
  open: boolean;
  pending: { [transferId: string]: { to: string; amount: number } };
  /** How transfers to this account ended: a repeat gets the same answer. */
  ended: { [transferId: string]: 'CREDITED' | 'DENIED' };
  complaints: number;
  /** Counts transfers that arrived elsewhere. */
  notes: number;
  /** Visits to each page according to the events; decisions are based on the page's row alone. */
  visits: { [page: string]: number };
}

export type AccountCommand = Command &
  (
    | { type: 'deposit' | 'withdraw'; amount: number }
    | { type: 'transfer'; transferId: string; to: string; amount: number }
    | { type: 'credit'; transferId: string; from: string; amount: number }
    | { type: 'settle' | 'refund' | 'remind'; transferId: string }
    | { type: 'visit'; page: string }
    | { type: 'look' | 'statement' | 'complain' | 'open' | 'close' | 'note' }
  );

export type AccountEvent = { v: 1 } & (
  | { type: 'OPENED_ACCOUNT'; key: string; balance: number }
  | { type: 'DEPOSITED' | 'WITHDRAWN'; amount: number }
  | { type: 'SENT'; transferId: string; to: string; amount: number; remindAt: string }
  | { type: 'REMINDED'; transferId: string; to: string; amount: number; remindAt: string }
  | { type: 'CREDITED' | 'DENIED' | 'REPEATED'; transferId: string; from: string; amount: number }
  | { type: 'SETTLED' | 'REFUNDED'; transferId: string; amount: number }
  | { type: 'VISITED'; page: string; visits: number }
  | { type: 'COMPLAINED' | 'STATED' | 'OPENED' | 'CLOSED' | 'NOTED' }
);

export interface AccountFacts {
  now: string;
  version: number;
  /** Version of the actor's own projected row, read with the facts. */
  rowVersion: number | null;
  /** Visits to the page that the command names, according to its own row. */
  visits: number;
}

/** Milliseconds after which the sender asks for the result of a transfer. */
const REMIND_AFTER = 2_000;

const refOf = (key: string): ActorRef => ({ kind: 'driver', key });

/** Amounts are whole numbers here, small enough to be exact. */
const money = (amount: number): string => `${amount}.00`;

function decide(state: AccountState, command: AccountCommand, facts: AccountFacts): Decision<AccountEvent> {
  const { version } = facts;
  switch (command.type) {
    case 'deposit': {
      const { amount } = command;
      return accepted({ v: 1, type: 'DEPOSITED', amount }, { balance: state.balance + amount });
    }
    case 'withdraw': {
      const { amount } = command;
      if (state.balance < amount) return tooLittle(state, version);
      return accepted({ v: 1, type: 'WITHDRAWN', amount }, { balance: state.balance - amount });
    }
    case 'transfer': {
      const { transferId, to, amount } = command;
      if (state.balance < amount) return tooLittle(state, version);
      const remindAt = later(facts.now);
      return accepted(
        { v: 1, type: 'SENT', transferId, to, amount, remindAt },
        { balance: state.balance - amount },
      );
    }
    case 'credit': {
      const { transferId, from, amount } = command;
      if (state.ended[transferId] !== undefined)
        return accepted({ v: 1, type: 'REPEATED', transferId, from, amount });
      return accepted({ v: 1, type: state.open ? 'CREDITED' : 'DENIED', transferId, from, amount });
    }
    case 'settle':
    case 'refund': {
      const { transferId, type } = command;
      const pending = state.pending[transferId];
      if (pending === undefined) return { outcome: 'unchanged' };
      const { amount } = pending;
      return accepted({ v: 1, type: type === 'settle' ? 'SETTLED' : 'REFUNDED', transferId, amount });
    }
    case 'remind': {
      const { transferId } = command;
      const pending = state.pending[transferId];
      if (pending === undefined) return { outcome: 'unchanged' };
      return accepted({ v: 1, type: 'REMINDED', transferId, ...pending, remindAt: later(facts.now) });
    }
    case 'look':
      return { outcome: 'unchanged', reply: { balance: state.balance, version } };
    case 'statement':
      return accepted({ v: 1, type: 'STATED' }, { rowVersion: facts.rowVersion, version });
    case 'visit': {
      const visits = facts.visits + 1;
      return accepted({ v: 1, type: 'VISITED', page: command.page, visits }, { visits });
    }
    case 'complain': {
      const refusal = {
        code: 'delivery.CODE_INVALID',
        extension: { complaints: state.complaints + 1 },
      } as const;
      return { outcome: 'refused', refusal, events: [{ v: 1, type: 'COMPLAINED' }] };
    }
    case 'open':
    case 'close':
      if (state.open === (command.type === 'open')) {
        return { outcome: 'unchanged', reply: { balance: state.balance, version } };
      }
      return accepted({ v: 1, type: command.type === 'open' ? 'OPENED' : 'CLOSED' });
    case 'note':
      return accepted({ v: 1, type: 'NOTED' });
  }
}

function accepted(event: AccountEvent, reply?: { [field: string]: number | null }): Decision<AccountEvent> {
  return { outcome: 'accepted', events: [event], ...(reply === undefined ? {} : { reply }) };
}

function tooLittle({ balance }: AccountState, version: number): Decision<AccountEvent> {
  return { outcome: 'refused', refusal: { code: 'common.CONFLICT', extension: { balance, version } } };
}

function later(now: string): string {
  return new Date(Date.parse(now) + REMIND_AFTER).toISOString();
}

function evolve(state: AccountState | null, event: AccountEvent): AccountState {
  if (event.type === 'OPENED_ACCOUNT') {
    const { key, balance } = event;
    return { key, balance, open: true, pending: {}, ended: {}, complaints: 0, notes: 0, visits: {} };
  }
  if (state === null) throw new Error('an account begins with OPENED_ACCOUNT');
  switch (event.type) {
    case 'DEPOSITED':
      return { ...state, balance: state.balance + event.amount };
    case 'WITHDRAWN':
      return { ...state, balance: state.balance - event.amount };
    case 'SENT': {
      const { transferId, to, amount } = event;
      const pending = { ...state.pending, [transferId]: { to, amount } };
      return { ...state, balance: state.balance - amount, pending };
    }
    case 'CREDITED':
    case 'DENIED': {
      const balance = state.balance + (event.type === 'CREDITED' ? event.amount : 0);
      return { ...state, balance, ended: { ...state.ended, [event.transferId]: event.type } };
    }
    case 'SETTLED':
    case 'REFUNDED': {
      const { [event.transferId]: _done, ...pending } = state.pending;
      const balance = state.balance + (event.type === 'REFUNDED' ? event.amount : 0);
      return { ...state, balance, pending };
    }
    case 'COMPLAINED':
      return { ...state, complaints: state.complaints + 1 };
    case 'OPENED':
    case 'CLOSED':
      return { ...state, open: event.type === 'OPENED' };
    case 'VISITED':
      return { ...state, visits: { ...state.visits, [event.page]: (state.visits[event.page] ?? 0) + 1 } };
    case 'NOTED':
      return { ...state, notes: state.notes + 1 };
    default:
      return state;
  }
}

function react(
  _before: AccountState | null,
  event: AccountEvent,
  after: AccountState,
  context: EventContext,
): Effect[] {
  const { key } = after;
  const pushed: Effect = { do: 'push', rooms: [`driver:${key}`], event: event.type, payload: {} };
  switch (event.type) {
    case 'OPENED_ACCOUNT':
      return [posted(context, 'outside', key, event.balance)];
    case 'DEPOSITED':
      return [posted(context, 'outside', key, event.amount), pushed];
    case 'WITHDRAWN':
      return [posted(context, key, 'outside', event.amount), pushed];
    case 'SENT':
      return [posted(context, key, 'transit', event.amount), ...requestCredit(key, event), pushed];
    case 'REMINDED':
      return requestCredit(key, event);
    case 'CREDITED':
      return [
        pushed,
        posted(context, 'transit', key, event.amount),
        answered(event, 'settle'),
        { do: 'consume', consumer: 'notify', payload: { kind: 'ALERT', about: event.transferId } },
      ];
    case 'DENIED':
      return [answered(event, 'refund')];
    case 'REPEATED':
      return [answered(event, after.ended[event.transferId] === 'CREDITED' ? 'settle' : 'refund')];
    case 'SETTLED':
      return [{ do: 'cancel-timer', name: `remind:${event.transferId}` }, pushed];
    case 'REFUNDED':
      return [
        { do: 'cancel-timer', name: `remind:${event.transferId}` },
        posted(context, 'transit', key, event.amount),
      ];
    default:
      return [];
  }
}

function posted(context: EventContext, from: string, to: string, amount: number): Effect {
  const lines: Journal['lines'] = [
    { account: to, amount: money(amount) },
    { account: from, amount: money(-amount) },
  ];
  return { do: 'post', journal: { cause: `posted:${context.id('journal')}`, kind: 'COLLECTION', lines } };
}

function requestCredit(
  from: string,
  { transferId, to, amount, remindAt }: Extract<AccountEvent, { type: 'SENT' | 'REMINDED' }>,
): Effect[] {
  return [
    { do: 'command', to: refOf(to), type: 'credit', payload: { transferId, from, amount } },
    {
      do: 'set-timer',
      name: `remind:${transferId}`,
      dueAt: remindAt,
      type: 'remind',
      payload: { transferId },
    },
  ];
}

function answered({ transferId, from }: { transferId: string; from: string }, type: string): Effect {
  return { do: 'command', to: refOf(from), type, payload: { transferId } };
}

export const accountMachine: Machine<AccountState, AccountCommand, AccountEvent, AccountFacts> = {
  kind: 'driver',
  schema: 1,
  decide,
  evolve,
  project: ({ key, balance, open }, events, { version }) => [
    ...events.flatMap((event): RowOp[] =>
      event.type === 'VISITED'
        ? [{ table: 'routes', op: 'upsert', row: { id: `${key}:${event.page}`, version: event.visits } }]
        : [],
    ),
    {
      table: 'drivers',
      op: 'upsert',
      row: {
        id: key,
        cash_on_hand: money(balance),
        status: open ? 'OPEN' : 'CLOSED',
        actor_version: version,
      },
    },
  ],
  react,
  upcast: (state) => state as unknown as AccountState,
};
