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

/**
 * How one kind of loss is found, and the command that repairs it. The receiving actor judges whether the loss still
 * exists.
 */
interface Remedy {
  /** Returns the actor's `key` and the payload's fields. */
  find: Statement<{ limit: number }, { key: string } & JsonObject>;
  kind: ActorRef['kind'];
  type: string;
}

const BATCH_SIZE = 100;

const REMEDIES: readonly Remedy[] = [
  // Waits for a driver but has no ticket.
  { find: withoutTicket, kind: 'order', type: 'requeue' },
  // Has a ticket but no longer waits.
  { find: withUselessTicket, kind: 'zone', type: 'withdraw' },
  // Assigned by hand, and the driver actor has not answered. If it reserves later, the order denies it.
  { find: givenByHandUnanswered, kind: 'order', type: 'hand-assignment-failed' },
  // To be handed over, and the receiving driver actor has not answered. If it reserves later, the order denies it.
  { find: handOverUnanswered, kind: 'order', type: 'hand-over-refused' },
  // Completion to be reversed, and the driver actor, which alone decides, has not answered: it is asked again.
  { find: reversalUnanswered, kind: 'order', type: 'resume-reversal' },
  // Offered, and neither driver nor order has answered. A driver actor that still reserves asks the order.
  { find: offerUnanswered, kind: 'zone', type: 'offer-refused' },
];

/**
 * Scheduled job: repairs work lost between actors. Queues a task again that waits for a driver and has had no ticket
 * for five seconds; withdraws a ticket whose task no longer waits; treats an offer without an answer for a minute as
 * refused.
 */
export async function requeueLostTasks(deps: RequeueDependencies): Promise<void> {
  const faults: unknown[] = [];
  for (const { find, kind, type } of REMEDIES) {
    for (const { key, ...payload } of await find.all(deps.database, { limit: BATCH_SIZE })) {
      // One task that fails must not hold up the others.
      await give(deps, { kind, key }, type, payload).catch((error: unknown) => faults.push(error));
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} task(s) could not be repaired`);
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
