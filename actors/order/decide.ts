import type { Decision } from '../runtime/machine.ts';
import type { AnyOrderFacts, OrderCommand } from './commands.ts';
import type { OrderEvent } from './events.ts';
import type { OrderState } from './state.ts';

export function decide(
  _state: OrderState,
  command: OrderCommand,
  _facts: AnyOrderFacts,
): Decision<OrderEvent> {
  throw new Error(`${command.type}: to come`);
}
