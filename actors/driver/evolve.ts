import type { DriverEvent } from './events.ts';
import type { DriverState } from './state.ts';

export function evolve(_state: DriverState | null, event: DriverEvent): DriverState {
  throw new Error(`${event.type}: to come`);
}
