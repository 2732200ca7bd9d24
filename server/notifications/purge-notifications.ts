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
 * A batch that deletes notifications past their time, with their deliveries, and answers how many it looked at. What
 * waits for a provider stays, for ever or for as long as the configuration says: the next batch goes on behind it, and
 * after the last one they are looked at from the beginning again, so that a long backlog is not read in every batch.
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
