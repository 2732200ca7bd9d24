import type { Decision } from '../runtime/machine.ts';
import type { AnyDriverFacts, DriverCommand } from './commands.ts';
import type { DriverEvent } from './events.ts';
import type { DriverState } from './state.ts';

export function decide(
  _state: DriverState,
  command: DriverCommand,
  _facts: AnyDriverFacts,
): Decision<DriverEvent> {
  throw new Error(`${command.type}: to come`);
}
