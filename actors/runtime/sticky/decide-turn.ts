import type { Command, DomainEvent } from '../machine.ts';
import type { Clock } from '../ports.ts';
import type { Registry } from '../registry.ts';
import { applyEvents, outcomeOf } from '../turn.ts';
import type { Message } from './message.ts';
import type { OwnedActor, Turn } from './owned-actor.ts';

export interface Judge {
  registry: Registry;
  clock: Clock;
}

/**
 * Decides one command on the actor's present state and moves the state on. Null when the actor was evicted while the
 * facts were read: then the decision would be on a state that is nobody's. Throws what facts and machine throw.
 */
export async function decideTurn(
  { registry, clock }: Judge,
  actor: OwnedActor,
  message: Message,
): Promise<Turn | null> {
  const { request, requestHash } = message;
  const { machine, facts } = registry[request.ref.kind];
  const command: Command & { [field: string]: unknown } = {
    ...request.payload,
    type: request.type,
    by: request.by,
  };
  const at = clock.now().toISOString();
  const supplied = (await facts(request.ref.key, actor.state, command)) as object;
  if (!actor.alive) return null;
  const basis = { now: at, version: actor.version, ...supplied };
  const decision = machine.decide(actor.state, command, basis);
  const outcome = outcomeOf(decision);
  const events: readonly DomainEvent[] = decision.outcome === 'unchanged' ? [] : (decision.events ?? []);
  if (events.length === 0) {
    // Decided anew, a repeat of what took effect long ago would be answered with a refusal that never was.
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

/** An answer that changes nothing still waits for PostgreSQL to confirm the version it was decided on. */
export function checkTurn(
  actor: OwnedActor,
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
