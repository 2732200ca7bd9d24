import { ZERO } from '../money/money.ts';
import type { Happened } from './behaviour.ts';
import { DEFAULT_CAPACITY, type DriverState } from './state.ts';

/** The first event of a driver, written with the row in `drivers` by the application's transaction. */
export type DriverApplied = Happened<
  'DRIVER_APPLIED',
  { driverId: string; accountId: string; fullName: string }
>;

export function driverApplied(facts: Omit<DriverApplied, 'type' | 'v' | 'moves'>): DriverApplied {
  return {
    type: 'DRIVER_APPLIED',
    v: 1,
    moves: [{ subject: 'DRIVER', id: facts.driverId, from: null, to: 'APPLIED' }],
    ...facts,
  };
}

/** The state that a driver begins with. */
export function appliedDriver({ driverId, accountId }: DriverApplied): DriverState {
  return {
    driverId,
    accountId,
    status: 'APPLIED',
    zoneIds: [],
    capacity: DEFAULT_CAPACITY,
    cashOnHand: ZERO,
    reservations: {},
    work: {},
    tombstones: [],
  };
}
