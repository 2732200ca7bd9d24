import type { Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { notify } from '../../notifications/notifications.ts';
import { type LowOffer, markLow, removeOldMarks } from './low-stock-store.ts';

type WatchDependencies = Pick<Dependencies, 'database' | 'clock'>;

/**
 * Tells sellers of up to `limit` offers that have fallen below their thresholds, once for each fall: the mark left with
 * the notice goes when the offer is above again. Levels are compared as they stand between commits, so checkouts never
 * wait for it, and what rose again before anybody looked was not low. Two watchers at once leave one mark. Answers how
 * many sellers' offers it told of.
 */
export function watchLowStock({ database, clock }: WatchDependencies, limit: number): Promise<number> {
  return inTransaction(database, async (trx) => {
    await removeOldMarks(trx);
    const low = await markLow(trx, clock.now(), limit);
    for (const offer of low) await notifySeller(trx, offer);
    return low.length;
  });
}

function notifySeller(trx: Transaction, offer: LowOffer): Promise<void> {
  const { id, version, seller_id: sellerId, sku, available, threshold } = offer;
  const data = { offerId: id, sku, titleEn: offer.title_en, titleAr: offer.title_ar, available, threshold };
  const about = { id, version };
  return notify(trx, { kind: 'LOW_STOCK', to: { sellerId }, data, about, requestId: null });
}
