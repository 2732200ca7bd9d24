import { ZERO } from '../money/money.ts';
import type { Happened } from './behaviour.ts';
import { DEFAULT_CAPACITY, type DriverState } from './state.ts';

/** The first event of a driver, written by the application's transaction together with the row in `drivers`. */
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

/** The initial state of a driver. */
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
