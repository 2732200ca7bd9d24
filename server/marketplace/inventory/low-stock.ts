import type { OutboxRow } from '../../../actors/runtime/store.ts';
import type { Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { tell } from '../../notifications/notifications.ts';
import { type LowOffer, markLow, removeOldMarks } from './low-stock-store.ts';

type WatchDependencies = Pick<Dependencies, 'database' | 'clock' | 'ids' | 'actors'>;

/**
 * Tells sellers of up to `limit` offers that have fallen below their thresholds, once for each fall: the mark left with
 * the notice goes when the offer is above again. Levels are compared as they stand between commits, so checkouts never
 * wait for it, and what rose again before anybody looked was not low. Two watchers at once leave one mark. Answers how
 * many sellers' offers it told of.
 */
export async function watchLowStock(deps: WatchDependencies, limit: number): Promise<number> {
  const left = await inTransaction(deps.database, async (trx) => {
    await removeOldMarks(trx);
    const rows: OutboxRow[] = [];
    for (const offer of await markLow(trx, deps.clock.now(), limit))
      rows.push(await tellOf(trx, deps, offer));
    return rows;
  });
  for (const outbox of left) await deps.actors.publish({ outbox });
  return left.length;
}

async function tellOf(trx: Transaction, { ids }: WatchDependencies, offer: LowOffer): Promise<OutboxRow> {
  const { id, version, seller_id: sellerId, sku, available, threshold } = offer;
  const data = { offerId: id, sku, titleEn: offer.title_en, titleAr: offer.title_ar, available, threshold };
  const about = { id, version };
  const { outbox } = await tell(trx, ids, {
    kind: 'LOW_STOCK',
    to: { sellerId },
    data,
    about,
    requestId: null,
  });
  return outbox;
}
