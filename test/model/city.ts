import { driverApplied } from '../../actors/driver/applying.ts';
import { driverMachine } from '../../actors/driver/machine.ts';
import type { DriverState } from '../../actors/driver/state.ts';
import type { ZoneMap } from '../../actors/geo/zone-map.ts';
import { orderMachine } from '../../actors/order/machine.ts';
import { orderPlaced } from '../../actors/order/placing.ts';
import type { OrderState } from '../../actors/order/state.ts';
import type { Point } from '../../actors/planning/point.ts';
import type { Command, DomainEvent, Machine, Principal } from '../../actors/runtime/machine.ts';
import { zoneCreated } from '../../actors/zone/creation.ts';
import { zoneMachine } from '../../actors/zone/machine.ts';
import type { ZoneState } from '../../actors/zone/state.ts';
import {
  buyer,
  dispatcher,
  PEARL,
  placedGroup,
  SOUQ,
  sellerOf,
  T0,
  WEST_BAY,
} from '../worlds/pure/fixtures.ts';

/** WIDE covers everything, NORTH a part of it with a higher priority. */
export const WIDE = 'zone-wide';
export const NORTH = 'zone-north';
const NORTH_OF = 25.34;
const LUSAIL: Point = { latitude: 25.42, longitude: 51.49 };

const principals = new Map<string, Principal>();

/** The driver with this id. Ids are short here so that a run can be read. */
export function driverWithId(driverId: string): Principal {
  let principal = principals.get(driverId);
  if (principal === undefined) {
    principal = { accountId: `account-${driverId}`, role: 'DRIVER', driverId };
    principals.set(driverId, principal);
  }
  return principal;
}

/** Two zones, either of which may be closed. */
export interface ModelZones extends Pick<ZoneMap, 'homeOf' | 'cover' | 'zonesAt'> {
  readonly closed: Set<string>;
}

export function zonesOpen(): ModelZones {
  const closed = new Set<string>();
  const has = (zoneId: string, latitude: number) =>
    !closed.has(zoneId) && (zoneId === WIDE || latitude > NORTH_OF);
  return {
    closed,
    zonesAt: ({ latitude }) => [NORTH, WIDE].filter((zoneId) => has(zoneId, latitude)),
    homeOf: ({ latitude }) => [NORTH, WIDE].find((zoneId) => has(zoneId, latitude)) ?? null,
    cover: (zoneIds, places) =>
      places.every(({ latitude }) => zoneIds.some((zoneId) => has(zoneId, latitude))),
  };
}

export interface Terms {
  zoneIds: string[];
  cashLimit: string;
  capacity: number;
}

const drivers = new Map<string, DriverState>();

/** A driver on duty. States are immutable: one may be used in any number of runs. */
export function driverOnDuty(driverId: string, terms: Terms): DriverState {
  const key = `${driverId} ${terms.zoneIds.join()} ${terms.cashLimit} ${terms.capacity}`;
  let state = drivers.get(key);
  if (state === undefined) {
    const accountId = `account-${driverId}`;
    const born = driverMachine.evolve(
      null,
      driverApplied({ at: T0, driverId, accountId, fullName: driverId }),
    );
    const facts = { now: T0, version: 1, shiftId: `shift-${driverId}`, routeId: `route-${driverId}` };
    state = after(driverMachine, born, { type: 'approve', by: dispatcher, ...terms }, facts);
    state = after(driverMachine, state, { type: 'start-shift', by: driverWithId(driverId) }, facts);
    drivers.set(key, state);
  }
  return state;
}

const orders = new Map<string, OrderState>();

/** An order whose groups are packed or just placed. Every group has 125.00 to collect. */
export function orderWith(orderId: string, items: readonly number[], stage: 'placed' | 'packed'): OrderState {
  const key = `${orderId} ${items.join()} ${stage}`;
  let state = orders.get(key);
  if (state === undefined) {
    state = orderPlacedWith(orderId, items);
    for (const groupId of stage === 'placed' ? [] : Object.keys(state.groups)) {
      state = after(orderMachine, state, { type: 'accept', by: sellerOf(0), groupId }, { now: T0 });
      state = after(orderMachine, state, { type: 'pack', by: sellerOf(0), groupId }, { now: T0 });
    }
    orders.set(key, state);
  }
  return state;
}

function orderPlacedWith(orderId: string, items: readonly number[]): OrderState {
  const groups = items.map((units, index) => ({
    ...placedGroup(),
    groupId: groupIdOf(orderId, index),
    // In the past already: the run sets a timer of its own.
    acceptBy: T0,
    pickup: index === 0 ? SOUQ : PEARL,
    items: units,
  }));
  const dropoff = orderId.endsWith('1') ? LUSAIL : WEST_BAY;
  const placed = orderPlaced({
    at: T0,
    orderId,
    number: orderId,
    buyerAccountId: buyer.accountId ?? '',
    dropoff,
    groups,
  });
  return orderMachine.evolve(null, placed);
}

export function groupIdOf(orderId: string, index: number): string {
  return `${orderId}-group-${index}`;
}

export function zoneEmpty(zoneId: string): ZoneState {
  return zoneMachine.evolve(null, zoneCreated({ at: T0, zoneId, name: { en: '', ar: '' }, active: true }));
}

function after<S, C extends Command, E extends DomainEvent, F>(
  machine: Pick<Machine<S, C, E, F>, 'decide' | 'evolve'>,
  state: S,
  command: C,
  facts: F,
): S {
  const decision = machine.decide(state, command, facts);
  if (decision.outcome !== 'accepted') throw new Error(JSON.stringify(decision));
  return decision.events.reduce((now, event) => machine.evolve(now, event), state);
}
