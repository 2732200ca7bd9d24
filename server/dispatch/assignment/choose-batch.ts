import { setImmediate } from 'node:timers/promises';
import { batched } from '../../../actors/assignment/batched.ts';
import type { AssignmentWorld } from '../../../actors/assignment/world.ts';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type { Started } from '../../../actors/runtime/relay.ts';
import type { ZoneTicket } from '../../../actors/zone/state.ts';
import type { Cause } from '../../kernel/actors/actor-gateway.ts';
import { type ChooseDependencies, submitChoice } from './submit-choice.ts';
import { readWaiting } from './ticket-store.ts';

/**
 * Tickets solved together. Larger batches are solved in parts, most urgent first; each part takes the earlier ones into
 * account.
 */
const BATCH_SIZE = 40;
/** Most pairs of a ticket and a driver compared without yielding: with more drivers, a part has fewer tickets. */
const MAX_PAIRS = 80_000;
/** Milliseconds of uninterrupted work before yielding to the event loop. */
const SLICE_MS = 25;

/**
 * Solves all waiting tickets of a zone. Each choice is offered through the zone like any other, so tickets that moved
 * on and repeated batches do no harm.
 */
export async function chooseBatch(
  { database, actors, desk }: ChooseDependencies,
  cause: Cause,
  zoneId: string,
): Promise<Started> {
  let world = await desk.world({ fresh: true });
  const chains: Promise<unknown>[] = [];
  const faults: unknown[] = [];
  let after: Parameters<typeof readWaiting>[1]['after'] = null;
  for (;;) {
    const most = Math.floor(MAX_PAIRS / Math.max(1, world.drivers.length));
    const limit = Math.max(1, Math.min(BATCH_SIZE, most));
    const tickets = await readWaiting(database, { zoneId, after, limit });
    const last = tickets.at(-1);
    if (last === undefined) break;
    after = last;
    for (let left = new Map(tickets.map((ticket) => [ticket.taskId, ticket])); left.size > 0; ) {
      const { choices, drivers } = batched.assign([...left.values()], withBudget(world));
      world = { ...world, drivers };
      const told = choices.map((choice) => {
        const ticket = left.get(choice.taskId) as ZoneTicket;
        left.delete(choice.taskId);
        return submitChoice(actors, causeOf(cause, ticket), ticket, batched.name, choice);
      });
      for (const result of await Promise.allSettled(told)) {
        if (result.status === 'rejected') faults.push(result.reason);
        else if (result.value !== undefined) chains.push(result.value.effects);
      }
      await setImmediate();
    }
  }
  // The batch will be retried: choices already submitted are recognized by their ids, and their tickets have moved on.
  if (faults.length > 0)
    throw new AggregateError(faults, `${faults.length} choice(s) could not be submitted`);
  return { effects: Promise.all(chains).then(() => undefined) };
}

function withBudget(world: AssignmentWorld): AssignmentWorld {
  const began = performance.now();
  return { ...world, budget: () => (performance.now() - began) / SLICE_MS };
}

function causeOf(cause: Cause, { taskId, round, attempt }: ZoneTicket): Cause {
  return { ...cause, effectId: deterministicId(cause.effectId, taskId, String(round), String(attempt)) };
}
