import type { Command, DomainEvent } from '../machine.ts';
import type { Clock } from '../ports.ts';
import type { Registry } from '../registry.ts';
import type { CommandRequest } from '../runtime.ts';
import { applyEvents, outcomeOf } from '../turn.ts';
import type { Activation, Turn } from './activation.ts';
import type { Message } from './message.ts';

export interface Judge {
  registry: Registry;
  clock: Clock;
}

export interface Facts {
  /** When they were read: domain time, RFC 3339. */
  at: string;
  supplied: object;
}

/** Throws the errors of the facts provider. */
export async function readFacts(
  { registry, clock }: Judge,
  actor: Activation,
  { request }: Message,
): Promise<Facts> {
  const at = clock.now().toISOString();
  const { facts } = registry[request.ref.kind];
  return { at, supplied: (await facts(request.ref.key, actor.state, commandOf(request))) as object };
}

function commandOf({ payload, type, by }: CommandRequest): Command & { [field: string]: unknown } {
  return { ...payload, type, by };
}

/** Decides one command on the actor's present state and advances the state. Throws the machine's errors. */
export function decideTurn(
  { registry }: Pick<Judge, 'registry'>,
  actor: Activation,
  message: Message,
  { at, supplied }: Facts,
): Turn {
  const { request, requestHash } = message;
  const { machine } = registry[request.ref.kind];
  const basis = { now: at, version: actor.version, ...supplied };
  const decision = machine.decide(actor.state, commandOf(request), basis);
  const outcome = outcomeOf(decision);
  const events: readonly DomainEvent[] = decision.outcome === 'unchanged' ? [] : (decision.events ?? []);
  if (events.length === 0) {
    // If this is a repetition of a command that took effect long ago, deciding it again would give a wrong refusal.
    // Therefore an unknown id is looked up in the commit.
    return checkTurn(actor, message, outcome, actor.recent.complete ? {} : { verifyNew: request.id });
  }

  const full = { ...request, requestHash, reason: request.reason ?? null };
  const commit = applyEvents(
    machine,
    full,
    { version: actor.version, state: actor.state },
    { events, outcome, facts: basis, at },
  );
  const verifyNew = !actor.recent.complete;
  actor.version = commit.version;
  actor.state = commit.state;
  actor.recent.add(request.id);
  return {
    actor,
    message,
    write: { kind: 'commit', commit, epoch: actor.epoch, verifyNew },
    outcome,
    version: commit.version,
    replayed: false,
    outbox: commit.outbox,
  };
}

/** An answer without changes still waits until PostgreSQL confirms the version it was decided on. */
export function checkTurn(
  actor: Activation,
  message: Message,
  outcome: Turn['outcome'],
  how: { replayed?: boolean; verifyNew?: string },
): Turn {
  const { ref, version, epoch } = actor;
  return {
    actor,
    message,
    write: { kind: 'check', ref, version, epoch, ...(how.verifyNew && { verifyNew: how.verifyNew }) },
    outcome,
    version,
    replayed: how.replayed === true,
    outbox: null,
  };
}
