import type { WaitingTask } from '../../../actors/assignment/world.ts';
import { ZERO } from '../../../actors/money/money.ts';
import { findTask, type LocatedTask, type OrderState } from '../../../actors/order/state.ts';
import type { Database } from '../../../db/database.ts';
import { PresentReads } from '../../../db/stores/present-reads-store.ts';
import { orderStates } from './assignment-store.ts';
import { findTicket } from './ticket-store.ts';

/** A task as a choice sees it, waiting or not. */
export interface LookedAtTask {
  task: WaitingTask;
  /** Whether the goods go back to the store. */
  returns: boolean;
}

/** The orders' states tell what is waiting and who is excluded. Omits tasks that do not exist. */
export async function waitingTasks(
  database: Database,
  asked: readonly { taskId: string; orderId: string }[],
): Promise<Map<string, LookedAtTask>> {
  const present = new PresentReads(database);
  const [states, tickets] = await Promise.all([
    orderStates(database, [...new Set(asked.map(({ orderId }) => orderId))]),
    Promise.all(asked.map(({ taskId }) => findTicket(present, taskId))),
  ]);
  const found = new Map<string, LookedAtTask>();
  asked.forEach(({ taskId, orderId }, index) => {
    const state = states.get(orderId);
    const located = state === undefined ? undefined : findTask(state, taskId);
    if (state === undefined || located === undefined) return;
    const ticket = tickets[index] ?? null;
    const refused = ticket?.round === located.task.round ? ticket.refused : [];
    found.set(taskId, lookedAt(state, located, refused));
  });
  return found;
}

function lookedAt(state: OrderState, { group, task }: LocatedTask, refused: readonly string[]): LookedAtTask {
  const returns = task.status === 'RETURNING';
  return {
    task: {
      taskId: task.taskId,
      pickupLat: group.pickup.latitude,
      pickupLng: group.pickup.longitude,
      dropoffLat: state.dropoff.latitude,
      dropoffLng: state.dropoff.longitude,
      // Returned goods are not paid for.
      cod: returns ? ZERO : group.cashDue,
      items: group.items,
      dueBy: task.dueBy,
      excluded: task.excluded.map(({ driverId, until }) => ({ driverId, until: until ?? null })),
      refused: [...refused],
    },
    returns,
  };
}
