import type { Condition } from '../dispatch/alerts/alerts.ts';
import { readStuck } from './sent-notification-store.ts';

/** Messages have been in sending for so long that their sender must be gone. No channel has a sender yet. */
export const queueBacklog: Condition = {
  kind: 'QUEUE_BACKLOG',
  async causes({ trx, settings }) {
    const rows = await readStuck(trx, settings.queueBacklogMinutes);
    return rows.map(({ channel, since, count }) => {
      const data = { channel, since: since.toISOString(), count };
      return { key: channel, subjectType: 'CHANNEL', subjectId: channel, data };
    });
  },
};
