import type { SendingSettings } from '../../kernel/process/sending-config.ts';
import type { ChannelDriver } from './channel-driver.ts';
import { ChannelSender, type SenderDependencies } from './channel-sender.ts';

/** Beyond it a closing process waits for no provider. Milliseconds. */
const CLOSE_LIMIT = 5_000;

/** Sends what is queued on the channels of these drivers, each by itself: an outage of one delays none of the others. */
export function startSenders(
  deps: SenderDependencies,
  drivers: readonly ChannelDriver[],
  settings: Pick<SendingSettings, 'parallel' | 'timeoutMs' | 'firstPauseMs'>,
): { close(): Promise<void> } {
  const senders = drivers.map((driver) => new ChannelSender(deps, driver, settings));
  return {
    close: async () => {
      await Promise.all(senders.map((sender) => sender.close(CLOSE_LIMIT)));
    },
  };
}
