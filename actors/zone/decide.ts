import type { Decision } from '../runtime/machine.ts';
import type { AnyZoneFacts, ZoneCommand } from './commands.ts';
import type { ZoneEvent } from './events.ts';
import type { ZoneState } from './state.ts';

export function decide(_state: ZoneState, command: ZoneCommand, _facts: AnyZoneFacts): Decision<ZoneEvent> {
  throw new Error(`${command.type}: to come`);
}
