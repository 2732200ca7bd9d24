import type { PlannedOrder } from '../model/day-plan.ts';
import type { OrderRecord } from '../record/logbook-types.ts';

/** A way to shop: by app or by pages. */
export interface Shopping {
  /** From an empty cart to the placed order. Null if no order was placed. */
  buy(planned: PlannedOrder): Promise<OrderRecord | null>;
  /** Cancels the order if planned, as long as the buyer may. */
  callOff(planned: PlannedOrder, order: OrderRecord): Promise<void>;
}
