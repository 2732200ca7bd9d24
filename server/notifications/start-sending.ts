import { type DriverDependencies, openDrivers } from './open-drivers.ts';
import type { SenderDependencies } from './sending/channel-sender.ts';
import { startSenders } from './sending/sending.ts';

/**
 * Begins to send what is queued on the channels that the configuration names a driver for; the others' messages stay
 * queued. Rejects when a driver cannot be made as configured.
 */
export async function startSending(
  deps: SenderDependencies & DriverDependencies,
): Promise<{ close(): Promise<void> }> {
  return startSenders(deps, await openDrivers(deps), deps.config.sending);
}
