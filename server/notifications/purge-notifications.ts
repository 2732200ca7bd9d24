import type { Clock } from '../../actors/runtime/ports.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { Batch } from '../kernel/jobs/in-batches.ts';
import { DAY } from '../kernel/jobs/periods.ts';
import type { Config } from '../kernel/process/config.ts';
import { deleteSettled, lockOld, type OldPlace, readOld } from './retention-store.ts';

export interface PurgeDependencies {
  database: Database;
  clock: Clock;
  config: Pick<Config, 'notificationsKept'>;
}

/**
 * Returns a batch function that deletes old notifications with their deliveries, and returns how many it examined.
 * Those with messages waiting for a provider are kept, for ever or for the configured time. Each batch continues after
 * the last one, and starts again from the oldest at the end, so that a long backlog is not read in every batch.
 */
export function purgeNotifications({ database, clock, config }: PurgeDependencies): Batch {
  let after: OldPlace | null = null;
  return async (limit) => {
    const { days, unsentDays } = config.notificationsKept;
    const daysAgo = (count: number) => new Date(clock.now().getTime() - count * DAY);
    const before = daysAgo(days);
    const found = await readOld(database, { before, after, limit });
    after = found.length < limit ? null : (found.at(-1) ?? null);
    if (found.length > 0)
      await inTransaction(database, async (trx) => {
        const held = await lockOld(
          trx,
          found.map(({ id }) => id),
        );
        await deleteSettled(trx, held, unsentDays === null ? null : daysAgo(unsentDays));
      });
    return found.length;
  };
}
