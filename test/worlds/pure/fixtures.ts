import { driverApplied } from '../../../actors/driver/applying.ts';
import { orderPlaced, type PlacedGroup } from '../../../actors/order/placing.ts';
import { plusMinutes, plusSeconds } from '../../../actors/planning/instants.ts';
import type { Point } from '../../../actors/planning/point.ts';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type { EventContext, Principal } from '../../../actors/runtime/machine.ts';
import { zoneCreated } from '../../../actors/zone/creation.ts';

/** The same name gives the same UUID in every test. */
export const idOf = (name: string): string => deterministicId('test', name);

export const T0 = '2026-03-01T08:00:00.000Z';
export const minutes = (count: number): string => plusMinutes(T0, count);
export const seconds = (count: number): string => plusSeconds(T0, count);

export const SOUQ: Point = { latitude: 25.2867, longitude: 51.5333 };
export const WEST_BAY: Point = { latitude: 25.3275, longitude: 51.5305 };
export const PEARL: Point = { latitude: 25.3712, longitude: 51.551 };

export const buyer: Principal = { accountId: idOf('buyer'), role: 'BUYER' };
export const system: Principal = { accountId: null, role: 'SYSTEM' };
export const dispatcher: Principal = { accountId: idOf('dispatcher'), role: 'DISPATCHER' };
export const secondDispatcher: Principal = { accountId: idOf('dispatcher-2'), role: 'DISPATCHER' };
export const admin: Principal = { accountId: idOf('admin'), role: 'ADMIN' };
export const sellerOf = (group: number): Principal => ({
  accountId: idOf(`owner-${group}`),
  role: 'SELLER_OWNER',
  sellerId: idOf(`seller-${group}`),
});
export const staffOf = (group: number): Principal => ({
  accountId: idOf(`staff-${group}`),
  role: 'SELLER_STAFF',
  sellerId: idOf(`seller-${group}`),
});
export const driverCalled = (name: string): Principal => ({
  accountId: idOf(`account-${name}`),
  role: 'DRIVER',
  driverId: idOf(name),
});

export const ORDER = idOf('order');
export const ZONE = idOf('zone');
export const groupId = (group: number): string => idOf(`group-${group}`);
export const taskId = (group: number): string => idOf(`task-${group}`);

/** A group with goods for 100.00, shipping 25.00 and commission 10.00, so 125.00 to collect. */
export function placedGroup(group = 0, changes: Partial<PlacedGroup> = {}): PlacedGroup {
  return {
    groupId: groupId(group),
    sellerId: idOf(`seller-${group}`),
    acceptBy: minutes(240),
    method: 'STANDARD',
    promisedUntil: minutes(4 * 24 * 60),
    goods: '100.00',
    shipping: '25.00',
    commission: '10.00',
    pickup: SOUQ,
    items: 2,
    ...changes,
  };
}

export function orderCreation(groups: readonly PlacedGroup[] = [placedGroup()]) {
  return orderPlaced({
    at: T0,
    orderId: ORDER,
    number: 'W-1001',
    buyerAccountId: idOf('buyer'),
    dropoff: WEST_BAY,
    groups: [...groups],
  });
}

export function driverCreation(name: string) {
  const accountId = idOf(`account-${name}`);
  return driverApplied({ at: T0, driverId: idOf(name), accountId, fullName: name });
}

export function zoneCreation(name = 'zone') {
  return zoneCreated({ at: T0, zoneId: idOf(name), name: { en: name, ar: name }, active: true });
}

export function contextOf(changes: Partial<EventContext> = {}): EventContext {
  return {
    version: 2,
    at: T0,
    by: system,
    command: 'test',
    reason: null,
    id: (name) => idOf(`row-${name}`),
    ...changes,
  };
}
