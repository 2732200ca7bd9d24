import type { Effect, EventContext } from '../runtime/machine.ts';
import type { AnyOrderFacts } from './commands.ts';
import type { OrderEvent } from './events.ts';
import type { OrderState } from './state.ts';

export function react(
  _before: OrderState | null,
  _event: OrderEvent,
  _after: OrderState,
  _context: EventContext,
  _facts: AnyOrderFacts | null,
): Effect[] {
  return [];
}
