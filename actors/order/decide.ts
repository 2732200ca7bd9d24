import type { Decision } from '../runtime/machine.ts';
import { type AnyOrderFacts, namesGroup, type OrderCommand } from './commands.ts';
import { decideGroup } from './decide-group.ts';
import { decideTask } from './decide-task.ts';
import type { OrderEvent } from './events.ts';
import type { OrderState } from './state.ts';

export function decide(state: OrderState, command: OrderCommand, facts: AnyOrderFacts): Decision<OrderEvent> {
  return namesGroup(command) ? decideGroup(state, command, facts) : decideTask(state, command, facts);
}
