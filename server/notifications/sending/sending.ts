import type { SendingSettings } from '../../kernel/process/sending-config.ts';
import type { ChannelDriver } from './channel-driver.ts';
import { ChannelSender, type SenderDependencies } from './channel-sender.ts';

/** Milliseconds that a closing process waits for providers. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Starts a sender per driver, so that an outage of one channel does not delay the others. */
export function startSenders(
  deps: SenderDependencies,
  drivers: readonly ChannelDriver[],
  settings: Pick<SendingSettings, 'parallel' | 'timeoutMs' | 'firstPauseMs'>,
): { close(): Promise<void> } {
  const senders = drivers.map((driver) => new ChannelSender(deps, driver, settings));
  return {
    close: async () => {
      await Promise.all(senders.map((sender) => sender.close(CLOSE_TIMEOUT_MS)));
    },
  };
}
