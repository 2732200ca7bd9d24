import type { EventContext, RowOp } from '../runtime/machine.ts';
import type { OrderEvent } from './events.ts';
import type { OrderState } from './state.ts';

export function project(_state: OrderState, _events: readonly OrderEvent[], _context: EventContext): RowOp[] {
  return [];
}
