import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { JobReport } from '../../kernel/jobs/scheduled-job.ts';
import { type NewMessage, storeMessages } from './message-store.ts';
import { bodyOf } from './publish-consumer.ts';
import { advancePlace, lockPlace, noteChanged, type Told } from './stock-watch-store.ts';

/** Offers that one run tells of at most. */
const MAX_OFFERS = 1_000;

/**
 * Tells sellers' webhooks of offers whose available units have changed, each with its present number. It reads the log of
 * changes instead of taking part in them, so no checkout writes a row more or waits for another; what changed several
 * times between two runs is told once.
 */
export function tellStockChanges({
  database,
  clock,
  limit = MAX_OFFERS,
}: {
  database: Database;
  clock: Clock;
  limit?: number;
}): Promise<JobReport> {
  return inTransaction(database, async (trx) => {
    const place = await lockPlace(trx);
    if (place === null) return { items: 0, more: false };
    const told = place.wanted ? await noteChanged(trx, place, limit) : [];
    const now = clock.now();
    if (told.length > 0)
      await storeMessages(
        trx,
        told.map((each) => messageOf(each, now)),
      );
    // With more left, the next run begins at the same place: what was told does not differ any more.
    const more = told.length === limit;
    if (!more && (place.wanted || place.idle)) await advancePlace(trx, place);
    return { items: told.length, more };
  });
}

function messageOf({ offerId, sellerId, sku, available, version }: Told, now: Date): NewMessage {
  const kind = 'stock.changed';
  const at = now.toISOString();
  return {
    ...{
      id: uuidv7(),
      seller_id: sellerId,
      kind,
      subject_id: offerId,
      subject_version: version,
      happened_at: at,
    },
    body: bodyOf({ kind, at, data: { offerId, sku, available, version } }),
  };
}
