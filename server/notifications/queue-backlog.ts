import type { Condition } from '../dispatch/alerts/alerts.ts';

interface Row {
  channel: string;
  since: Date;
  count: number;
}

/** Messages have been in sending for so long that their sender must be gone. No channel has a sender yet. */
export const queueBacklog: Condition = {
  kind: 'QUEUE_BACKLOG',
  async causes({ trx, settings }) {
    const { rows } = await trx.raw<{ rows: Row[] }>(
      `SELECT channel, min(updated_at) AS since, count(*) AS count FROM notification_deliveries
        WHERE status = 'SENDING' AND updated_at < now() - make_interval(mins => ?)
        GROUP BY channel ORDER BY channel`,
      [settings.queueBacklogMinutes],
    );
    return rows.map(({ channel, since, count }) => {
      const data = { channel, since: since.toISOString(), count };
      return { key: channel, subjectType: 'CHANNEL', subjectId: channel, data };
    });
  },
};
