import type { Cause, Condition } from '../dispatch/alerts/alerts.ts';
import { type ChannelSettings, channelsOn } from './open-drivers.ts';
import { readOverdue, readStuck } from './sent-notification-store.ts';

/**
 * Messages of a channel have been in sending for so long that their sender must have died, or, on a channel with a
 * driver, overdue for so long that its provider must be unavailable.
 */
export function queueBacklog({ config }: { config: ChannelSettings }): Condition {
  return {
    kind: 'QUEUE_BACKLOG',
    async causes({ trx, settings }) {
      const minutes = settings.queueBacklogMinutes;
      const rows = [
        ...(await readStuck(trx, minutes)),
        ...(await readOverdue(trx, channelsOn(config), minutes)),
      ];
      // One alert per channel, about its oldest message.
      const byChannel = new Map<string, Cause>();
      for (const { channel, since } of rows.sort((a, b) => Number(a.since) - Number(b.since))) {
        if (byChannel.has(channel)) continue;
        const data = { channel, since: since.toISOString() };
        byChannel.set(channel, { key: channel, subjectType: 'CHANNEL', subjectId: channel, data });
      }
      return [...byChannel.values()];
    },
  };
}
