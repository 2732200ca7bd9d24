import type {
  ActorKind,
  Command,
  Effect,
  JsonObject,
  Machine,
  Refusal,
} from '../../actors/runtime/machine.ts';

/** An account of points. Its size is bounded: a transfer stays open for moments only. */
export interface AccountState {
  balance: number;
  /** Points in flight, by transfer. */
  open: { [transfer: string]: number };
  received: number;
  settled: number;
  givenBack: number;
  fines: number;
}

export type AccountCommand = Command &
  (
    | { type: 'add'; amount: number }
    | { type: 'risk'; amount: number }
    | { type: 'send'; amount: number; transfer: string; to: string; toKind: ActorKind }
    | { type: 'receive'; amount: number; transfer: string; from: string; fromKind: ActorKind }
    | { type: 'settle' | 'give-back' | 'remind'; transfer: string }
    | { type: 'look' }
  );

type Party = { key: string; kind: ActorKind };

export type AccountEvent = { v: 1 } & (
  | { type: 'ADDED'; amount: number }
  | { type: 'FINED' }
  | { type: 'SENT'; amount: number; transfer: string; to: Party; remindAt: string }
  | { type: 'RECEIVED' | 'DECLINED'; amount: number; transfer: string; from: Party }
  | { type: 'SETTLED' | 'GIVEN_BACK' | 'REMINDED'; transfer: string }
);

export interface AccountFacts {
  now: string;
  /** The version that is decided on. */
  version: number;
  /** The process that decides. */
  node: string;
}

export const EMPTY_ACCOUNT: AccountState = {
  balance: 0,
  open: {},
  received: 0,
  settled: 0,
  givenBack: 0,
  fines: 0,
};

/** Milliseconds after which the sender asks for the result of an open transfer. */
const REMIND_AFTER = 20_000;

/** Every seventh amount is declined, so that the way back is used, too. */
export function isDeclined(amount: number): boolean {
  return amount % 7 === 0;
}

/**
 * Small, yet with everything that the runtime offers: refusals with and without an event, no-ops, chains there and back
 * between two accounts, journals, timers set and cancelled. Each reply contains the version it refers to.
 */
export const accountMachine: Machine<AccountState, AccountCommand, AccountEvent, AccountFacts> = {
  kind: 'driver',
  schema: 1,
  decide(state, command, facts) {
    const accept = (event: AccountEvent) => {
      const { balance } = evolve(state, event);
      return {
        outcome: 'accepted',
        events: [event],
        reply: replyAt(facts.version + 1, balance, facts),
      } as const;
    };
    const refuse = () =>
      ({ outcome: 'refused', refusal: refusal(facts.version, state.balance, facts) }) as const;
    switch (command.type) {
      case 'look':
        return { outcome: 'unchanged', reply: replyAt(facts.version, state.balance, facts) };
      case 'add':
        return state.balance + command.amount < 0
          ? refuse()
          : accept({ v: 1, type: 'ADDED', amount: command.amount });
      case 'risk':
        if (command.amount <= state.balance) return accept({ v: 1, type: 'ADDED', amount: -command.amount });
        return {
          outcome: 'refused',
          refusal: refusal(facts.version + 1, state.balance, facts, true),
          events: [{ v: 1, type: 'FINED' }],
        };
      case 'send': {
        const { amount, transfer, to, toKind } = command;
        if (amount > state.balance) return refuse();
        const remindAt = new Date(Date.parse(facts.now) + REMIND_AFTER).toISOString();
        return accept({ v: 1, type: 'SENT', amount, transfer, to: { key: to, kind: toKind }, remindAt });
      }
      case 'receive': {
        const { amount, transfer, from, fromKind } = command;
        const type = isDeclined(amount) ? 'DECLINED' : 'RECEIVED';
        return accept({ v: 1, type, amount, transfer, from: { key: from, kind: fromKind } });
      }
      case 'settle':
      case 'give-back': {
        const { transfer } = command;
        // Both come once per transfer: a second one is an error, which shows as a parked outbox row.
        if (state.open[transfer] === undefined) return refuse();
        return accept({ v: 1, type: command.type === 'settle' ? 'SETTLED' : 'GIVEN_BACK', transfer });
      }
      case 'remind':
        if (state.open[command.transfer] === undefined) return { outcome: 'unchanged' };
        return accept({ v: 1, type: 'REMINDED', transfer: command.transfer });
    }
  },
  evolve,
  project: () => [],
  react(_before, event): Effect[] {
    switch (event.type) {
      case 'RECEIVED':
        return [answer(event.from, 'settle', event.transfer), journal(event.transfer, event.amount)];
      case 'DECLINED':
        return [answer(event.from, 'give-back', event.transfer)];
      case 'SENT':
        return sent(event);
      case 'SETTLED':
      case 'GIVEN_BACK':
        return [{ do: 'cancel-timer', name: `remind:${event.transfer}` }];
      default:
        return [];
    }
  },
  upcast: (state) => state as unknown as AccountState,
};

export function evolve(before: AccountState | null, event: AccountEvent): AccountState {
  const state = before ?? EMPTY_ACCOUNT;
  switch (event.type) {
    case 'ADDED':
      return { ...state, balance: state.balance + event.amount };
    case 'FINED':
      return { ...state, fines: state.fines + 1 };
    case 'SENT':
      return {
        ...state,
        balance: state.balance - event.amount,
        open: { ...state.open, [event.transfer]: event.amount },
      };
    case 'RECEIVED':
      return { ...state, balance: state.balance + event.amount, received: state.received + 1 };
    case 'SETTLED':
    case 'GIVEN_BACK': {
      const { [event.transfer]: amount = 0, ...open } = state.open;
      return event.type === 'SETTLED'
        ? { ...state, open, settled: state.settled + 1 }
        : { ...state, open, balance: state.balance + amount, givenBack: state.givenBack + 1 };
    }
    default:
      return state;
  }
}

function replyAt(version: number, balance: number, { node }: AccountFacts): JsonObject {
  return { version, balance, node };
}

function refusal(version: number, balance: number, facts: AccountFacts, counted = false): Refusal {
  return { code: 'common.CONFLICT', extension: { ...replyAt(version, balance, facts), counted } };
}

/** A transfer is named `<kind>/<key>/<number>` after its sender, who is notified of the outcome. */
function sent(event: Extract<AccountEvent, { type: 'SENT' }>): Effect[] {
  const { amount, transfer, to, remindAt } = event;
  const [fromKind = '', from = ''] = transfer.split('/');
  return [
    { do: 'command', to, type: 'receive', payload: { amount, transfer, from, fromKind } },
    { do: 'set-timer', name: `remind:${transfer}`, dueAt: remindAt, type: 'remind', payload: { transfer } },
  ];
}

function answer(to: Party, type: 'settle' | 'give-back', transfer: string): Effect {
  return { do: 'command', to, type, payload: { transfer } };
}

function journal(transfer: string, amount: number): Effect {
  const lines = [
    { account: 'till', amount: `${amount}.00` },
    { account: 'clearing', amount: `-${amount}.00` },
  ];
  return { do: 'post', journal: { cause: `transfer:${transfer}`, kind: 'COLLECTION', lines } };
}
