import type { ActorRef, JsonObject } from '../../../actors/runtime/machine.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import type { Statement } from '../../../db/statement.ts';
import type { ActorGateway } from '../../kernel/actors/actor-gateway.ts';
import {
  givenByHandUnanswered,
  handOverUnanswered,
  offerUnanswered,
  reversalUnanswered,
  withoutTicket,
  withUselessTicket,
} from './lost-task-store.ts';

export interface RequeueDependencies {
  database: Database;
  actors: ActorGateway;
  ids: Ids;
}

/** What one kind of loss is found by, and the word that puts it right; the actor named judges whether it still holds. */
interface Remedy {
  /** Answers `key` (of the actor) and the payload's fields. */
  find: Statement<{ limit: number }, { key: string } & JsonObject>;
  kind: ActorRef['kind'];
  type: string;
}

const AT_ONCE = 100;

const REMEDIES: readonly Remedy[] = [
  // Waits for a driver and has no ticket.
  { find: withoutTicket, kind: 'order', type: 'requeue' },
  // Has a ticket and waits no longer.
  { find: withUselessTicket, kind: 'zone', type: 'withdraw' },
  // Was given by hand, and the driver's side has said nothing. Should it still reserve, the order denies it.
  { find: givenByHandUnanswered, kind: 'order', type: 'hand-assignment-failed' },
  // Is to be handed over, and the receiving driver's side has said nothing. Should it still reserve, the order denies it.
  { find: handOverUnanswered, kind: 'order', type: 'hand-over-refused' },
  // Is to be taken back from completion, and the driver's side has said nothing: it is asked again, for it alone decides.
  { find: reversalUnanswered, kind: 'order', type: 'resume-reversal' },
  // Was offered, and neither the driver nor the order has said anything. Whoever still reserves asks the order.
  { find: offerUnanswered, kind: 'zone', type: 'offer-refused' },
];

/**
 * Worker duty: what fell out between the actors is put right. A task that waits for a driver and has had no ticket
 * for five seconds is queued again; a ticket whose task no longer waits is withdrawn; an offer without an answer for
 * a minute counts as refused.
 */
export async function requeueLostTasks(deps: RequeueDependencies): Promise<void> {
  const faults: unknown[] = [];
  for (const { find, kind, type } of REMEDIES) {
    for (const { key, ...payload } of await find.all(deps.database, { limit: AT_ONCE })) {
      // One task that cannot be helped must not keep the others waiting.
      await give(deps, { kind, key }, type, payload).catch((error: unknown) => faults.push(error));
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} task(s) could not be put right`);
}

async function give(
  deps: RequeueDependencies,
  ref: ActorRef,
  type: string,
  payload: JsonObject,
): Promise<void> {
  const cause = { effectId: deps.ids.next(), correlationId: deps.ids.next(), requestId: null };
  const { effects } = await deps.actors.follow(cause, ref, type, payload);
  await effects;
}
