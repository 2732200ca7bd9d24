import { publish } from '../../../actors/machines/effect.ts';
import type { Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { emit } from '../../kernel/outbox/emit.ts';
import { notify } from '../../notifications/notifications.ts';
import { type LowOffer, markLow, removeOldMarks } from './low-stock-store.ts';

type WatchDependencies = Pick<Dependencies, 'database' | 'clock'>;

/**
 * Notifies sellers of up to `limit` offers that fell below their thresholds, once per fall: the mark is removed when
 * the offer is above again. Checks committed levels, so checkouts never wait for it; a level that recovered in between
 * is not reported. Concurrent runs create one mark. Returns how many offers were reported.
 */
export function watchLowStock({ database, clock }: WatchDependencies, limit: number): Promise<number> {
  return inTransaction(database, async (trx) => {
    await removeOldMarks(trx);
    const now = clock.now();
    const low = await markLow(trx, now, limit);
    for (const offer of low) await tellSeller(trx, offer, now);
    return low.length;
  });
}

async function tellSeller(trx: Transaction, offer: LowOffer, now: Date): Promise<void> {
  const { id, version, seller_id: sellerId, sku, available, threshold } = offer;
  const data = { offerId: id, sku, titleEn: offer.title_en, titleAr: offer.title_ar, available, threshold };
  const about = { id, version };
  await notify(trx, { kind: 'LOW_STOCK', to: { sellerId }, data, about, requestId: null });
  const told = { offerId: id, sku, available, threshold, version };
  await emit(
    trx,
    { about, requestId: null },
    publish([{ kind: 'stock.low', sellerId, at: now.toISOString(), data: told }]),
  );
}
