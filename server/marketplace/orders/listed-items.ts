import type { Database } from '../../../db/database.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { firstLines } from './order-line-store.ts';
import { orderedPictures } from './ordered-pictures.ts';
import type { ListedItems } from './render-order.ts';

const MAX_LINES_SHOWN = 4;

/** Items bought with each of these orders, by order, shortened for lists. */
export async function listedItems(
  database: Database,
  orders: readonly { id: string }[],
  locale: Locale,
): Promise<(orderId: string) => ListedItems> {
  const lines = await firstLines(
    database,
    orders.map(({ id }) => id),
    MAX_LINES_SHOWN,
  );
  const variantIds = lines.map(({ variantId }) => variantId);
  const pictures = await orderedPictures(database, variantIds, locale);
  const linesOf = groupBy(lines, ({ orderId }) => orderId);
  return (orderId) => {
    const own = linesOf.get(orderId) ?? [];
    const items = own.flatMap(({ variantId, nameEn, nameAr, quantity }) => {
      const picture = pictures.get(variantId);
      return picture === undefined ? [] : [{ ...picture, name: locale === 'ar' ? nameAr : nameEn, quantity }];
    });
    return { items, itemCount: own[0]?.units ?? 0 };
  };
}
