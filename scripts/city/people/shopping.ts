import type { PlannedOrder } from '../model/day-plan.ts';
import type { OrderRecord } from '../record/logbook-types.ts';

/** A way to shop: by app or by pages. */
export interface Shopping {
  /** From an empty cart to the placed order. Null when it did not come about. */
  buy(planned: PlannedOrder): Promise<OrderRecord | null>;
  /** Calls the order off when its plan says so, as long as the buyer may. */
  callOff(planned: PlannedOrder, order: OrderRecord): Promise<void>;
}
