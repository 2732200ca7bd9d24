import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { fillCart, lockOrCreateCart } from '../cart/cart.ts';
import { linesOfOrder } from './order-line-store.ts';

export type ReorderedLine = components['schemas']['ReorderedLine'];

/**
 * Adds the offers of an order to its buyer's cart, in the ordered quantities. What cannot be bought is left out and
 * reported; that never fails the reorder. The cart shows prices that differ from those paid then.
 */
export async function reorder(
  trx: Transaction,
  ids: Ids,
  order: { orderId: string; accountId: string; locale: Locale },
): Promise<ReorderedLine[]> {
  const { orderId, accountId, locale } = order;
  const lines = await linesOfOrder(trx, orderId);
  await lockOrCreateCart(trx, { kind: 'account', accountId }, ids);
  const incoming = lines.map(({ offerId, quantity, unitPrice }) => ({
    offerId,
    quantity,
    seenPrice: unitPrice,
  }));
  const filled = await fillCart(trx, ids, accountId, incoming);
  return filled.map(({ incoming: { offerId, quantity }, before, after, reason }, index) => {
    const line = lines[index];
    const name = (locale === 'ar' ? line?.nameAr : line?.nameEn) ?? '';
    return { offerId, name, requested: quantity, added: Math.max(0, after - before), reason };
  });
}
