import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import { doneWithin } from '../../../db/deadline.ts';

/** Milliseconds: a driver's step must not wait for a store of live state that is silent. */
const PATIENCE = 300;

/** Whatever a driver asks for shows that the driver is there. */
export async function noteSignOfLife(presence: DriverPresence, driverId: string): Promise<void> {
  await doneWithin(presence.seen(driverId), PATIENCE);
}
