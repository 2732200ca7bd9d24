import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import { doneWithin } from '../../../db/deadline.ts';

/** Milliseconds: a driver's request must not wait for a presence store that does not respond. */
const NOTE_TIMEOUT_MS = 300;

/** Any request by a driver shows that the driver is online. */
export async function noteSignOfLife(presence: DriverPresence, driverId: string): Promise<void> {
  await doneWithin(presence.seen(driverId), NOTE_TIMEOUT_MS);
}
