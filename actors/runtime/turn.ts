import { auditOf } from './audited-turn.ts';
import { deterministicId } from './deterministic-id.ts';
import type {
  ActorRef,
  Decision,
  DomainEvent,
  Effect,
  EventContext,
  Journal,
  JsonObject,
  Principal,
  RowOp,
} from './machine.ts';
import type { AnyMachine } from './registry.ts';
import type { Commit, Outcome, PendingEffect, Timer } from './store.ts';

export interface TurnRequest {
  ref: ActorRef;
  type: string;
  by: Principal;
  id: string;
  requestHash: Buffer;
  reason: string | null;
  requestId: string | null;
  ip?: string;
  correlationId: string;
  trace?: string;
}

export interface TurnBase {
  version: number;
  /** Null when the actor is created. */
  state: unknown;
}

export interface Decided {
  events: readonly DomainEvent[];
  outcome: Outcome;
  /** What the decision was based on; null when the actor is created. */
  facts: unknown;
  /** Domain time of the command, RFC 3339. */
  at: string;
}

/** The pure half of a turn: applies decided events to the state and collects everything one commit writes. */
export function applyEvents(
  machine: AnyMachine,
  request: TurnRequest,
  base: TurnBase,
  { events, outcome, facts, at }: Decided,
): Commit {
  const version = base.version + 1;
  const context: EventContext = {
    version,
    at,
    by: request.by,
    command: request.type,
    reason: request.reason,
    id: (name) => deterministicId(request.id, name),
  };
  let state = base.state;
  const effects: Effect[] = [];
  for (const event of events) {
    const before = state;
    state = machine.evolve(before, event);
    effects.push(...machine.react(before, event, state, context, facts));
  }
  const rows = machine.project(state, events, context);
  const audit = auditOf(machine, request, { ...base, after: state, rows, outcome }, context);
  return {
    ...gather(request, effects, at, version),
    ...head(machine, request, base, version, state, rows, events, outcome),
    ...(audit === null ? {} : { audit }),
  };
}

function head(
  machine: AnyMachine,
  request: TurnRequest,
  base: TurnBase,
  version: number,
  state: unknown,
  rows: readonly RowOp[],
  events: readonly DomainEvent[],
  outcome: Outcome,
) {
  return {
    ref: request.ref,
    baseVersion: base.version,
    version,
    schema: machine.schema,
    state: state as JsonObject,
    rows,
    command: {
      id: request.id,
      type: request.type,
      requestHash: request.requestHash,
      events,
      outcome,
      accountId: request.by.accountId,
      role: request.by.role,
      reason: request.reason,
      requestId: request.requestId,
      correlationId: request.correlationId,
      ...(request.trace === undefined ? {} : { trace: request.trace }),
    },
  };
}

/** Separates the effects the commit writes (timers, journals) from those stored in its outbox row. */
function gather(request: TurnRequest, effects: readonly Effect[], at: string, version: number) {
  const timers = new Map<string, Timer | null>();
  const journals: (Journal & { id: string; at: string })[] = [];
  const pending: PendingEffect[] = [];
  effects.forEach((effect, index) => {
    const id = deterministicId(request.id, 'effect', String(index));
    switch (effect.do) {
      case 'set-timer':
        timers.set(effect.name, { ...effect, timerId: id });
        break;
      case 'cancel-timer':
        timers.set(effect.name, null);
        break;
      case 'post':
        journals.push({ ...effect.journal, id, at });
        break;
      default:
        pending.push(request.trace === undefined ? { id, effect } : { id, effect, trace: request.trace });
    }
  });
  const entries = [...timers.entries()];
  return {
    setTimers: entries.flatMap(([, timer]) => (timer === null ? [] : [timer])),
    cancelTimers: entries.flatMap(([name, timer]) => (timer === null ? [name] : [])),
    journals,
    outbox:
      pending.length === 0
        ? null
        : {
            id: deterministicId(request.id, 'outbox'),
            ref: request.ref,
            version,
            correlationId: request.correlationId,
            requestId: request.requestId,
            effects: pending,
          },
  };
}

/** The outcome of a decision, as stored with the command. */
export function outcomeOf(decision: Decision<DomainEvent>): Outcome {
  return decision.outcome === 'refused'
    ? { ok: false, refusal: decision.refusal }
    : { ok: true, reply: decision.reply ?? {} };
}
