// A stock system without the live channel: it accepts new orders and reports its counts, every minute.
// Where webhooks or the live channel can be used, prefer them: they say at once what this finds out later.
import { isProblemCode, type Wasl } from '../index.ts';

/** One round: accepts what is new and returns the numbers of the accepted orders. */
export async function acceptNewOrders(wasl: Wasl, signal: AbortSignal): Promise<string[]> {
  const accepted: string[] = [];
  for await (const group of wasl.list('listOrderGroups', {
    query: { status: 'PENDING_ACCEPTANCE', limit: 100 },
    signal,
  })) {
    try {
      // The same key for the same order: sent again after a crash, it takes effect once.
      const { orderNumber } = await wasl.call('acceptOrderGroup', {
        path: { id: group.id },
        idempotencyKey: `accept-${group.id}`,
        signal,
      });
      accepted.push(orderNumber);
    } catch (error) {
      // Cancelled meanwhile, or accepted by a person.
      if (!isProblemCode(error, 'order.INVALID_STATE')) throw error;
    }
  }
  return accepted;
}

/** Rounds until the signal aborts. */
export async function poll(wasl: Wasl, signal: AbortSignal, everyMs = 60_000): Promise<void> {
  while (!signal.aborted) {
    await acceptNewOrders(wasl, signal);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
