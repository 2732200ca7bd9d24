import type { Effect, EventContext } from '../runtime/machine.ts';
import type { AnyDriverFacts } from './commands.ts';
import type { DriverEvent } from './events.ts';
import type { DriverState } from './state.ts';

export function react(
  _before: DriverState | null,
  _event: DriverEvent,
  _after: DriverState,
  _context: EventContext,
  _facts: AnyDriverFacts | null,
): Effect[] {
  return [];
}
