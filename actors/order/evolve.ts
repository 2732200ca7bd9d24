import type { OrderEvent } from './events.ts';
import type { OrderState } from './state.ts';

export function evolve(_state: OrderState | null, event: OrderEvent): OrderState {
  throw new Error(`${event.type}: to come`);
}
