import { driverMachine } from '../../../actors/driver/machine.ts';
import { driverRows } from '../../../actors/driver/project.ts';
import type { DriverState } from '../../../actors/driver/state.ts';
import { orderMachine } from '../../../actors/order/machine.ts';
import { orderRows } from '../../../actors/order/project.ts';
import type { OrderState } from '../../../actors/order/state.ts';
import {
  type DeltaRows,
  foldThrough,
  NO_ROWS,
  type PastActor,
  type PastCommand,
} from '../../../actors/runtime/fold.ts';
import type { ActorKind, RowOp } from '../../../actors/runtime/machine.ts';
import { type AnyMachine, anyMachine } from '../../../actors/runtime/registry.ts';
import { zoneMachine } from '../../../actors/zone/machine.ts';
import type { PastBase } from '../../../db/stores/history-store.ts';

export type PastRow = RowOp['row'];

/** The same machines that made the decisions, so the past follows the same rules. */
const MACHINES: Readonly<Record<ActorKind, AnyMachine>> = {
  order: anyMachine(orderMachine),
  driver: anyMachine(driverMachine),
  zone: anyMachine(zoneMachine),
};
/** The part that is not in the states: the queue's rows. */
const DELTAS: Readonly<Record<ActorKind, DeltaRows | null>> = {
  order: null,
  driver: null,
  zone: {
    key: 'task_id',
    of: (state, events, context) =>
      MACHINES.zone.project(state, events, context).filter(({ table }) => table === 'zone_tickets'),
  },
};

export function fold(
  kind: ActorKind,
  base: PastActor | null,
  commands: readonly PastCommand[],
  through: string,
): PastActor | null {
  return foldThrough(MACHINES[kind], base, commands, through, DELTAS[kind]);
}

/** The state in a snapshot; null if there is none and the actor is folded from its creation. */
export function baseOf(kind: ActorKind, { version, schema, state, rows: kept }: PastBase): PastActor | null {
  if (state === null) return null;
  const key = DELTAS[kind]?.key;
  const rows =
    kept === null || key === undefined ? NO_ROWS : new Map(kept.map((row) => [String(row[key]), row]));
  return { version, state: MACHINES[kind].upcast(state, schema), rows };
}

const projected = new WeakMap<object, readonly RowOp[]>();

/** The rows that mirrored the actor then. States are immutable, so each is projected once. */
export function rowsOf(kind: 'order' | 'driver', { state, version }: PastActor): readonly RowOp[] {
  const known = projected.get(state as object);
  if (known !== undefined) return known;
  const rows =
    kind === 'order' ? orderRows(state as OrderState, version) : driverRows(state as DriverState, version);
  projected.set(state as object, rows);
  return rows;
}
