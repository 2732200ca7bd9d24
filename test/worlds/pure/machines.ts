import { driverMachine } from '../../../actors/driver/machine.ts';
import { orderMachine } from '../../../actors/order/machine.ts';
import type { ActorKind, Command, DomainEvent, Machine } from '../../../actors/runtime/machine.ts';
import type { AnyMachine } from '../../../actors/runtime/registry.ts';
import { zoneMachine } from '../../../actors/zone/machine.ts';

export type Machines = Readonly<Record<ActorKind, AnyMachine>>;

/** The machines as they are. */
export const REAL: Machines = {
  order: folded(orderMachine),
  driver: folded(driverMachine),
  zone: folded(zoneMachine),
};

/** The machine without its own types, as the runtime handles all kinds alike. */
export function folded<S, C extends Command, E extends DomainEvent, F>(
  machine: Machine<S, C, E, F>,
): AnyMachine {
  return machine as unknown as AnyMachine;
}
