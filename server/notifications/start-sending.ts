import { type DriverDependencies, openDrivers } from './open-drivers.ts';
import type { SenderDependencies } from './sending/channel-sender.ts';
import { startSenders } from './sending/sending.ts';

/**
 * Starts sending messages on the channels for which the configuration names a driver; messages on other channels stay
 * queued. Rejects if a driver cannot be created as configured.
 */
export async function startSending(
  deps: SenderDependencies & DriverDependencies,
): Promise<{ close(): Promise<void> }> {
  return startSenders(deps, await openDrivers(deps), deps.config.sending);
}
