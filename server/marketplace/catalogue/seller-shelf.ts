import type { Database, Transaction } from '../../../db/database.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import { admitWork } from '../sellers/sellers.ts';
import { readCovers } from './product-image-store.ts';
import { renderImage } from './product-images.ts';
import { lockShelf, readShelf, type ShelfPage, type ShelfRow, writeSwitches } from './shelf-store.ts';

type Schemas = components['schemas'];
type SwitchResult = Schemas['SwitchedShelf']['items'][number];

/** Products that a seller sells or could sell, each with its first picture. */
export async function readShelfPage(
  database: Database,
  page: ShelfPage,
): Promise<{ row: ShelfRow; shown: Schemas['ShelfRow'] }[]> {
  const rows = await readShelf(database, page);
  const covers = await readCovers(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const cover = covers.get(row.id);
    return { row, shown: renderRow(row, cover === undefined ? null : renderImage(cover)) };
  });
}

function renderRow(row: ShelfRow, cover: Schemas['ProductImage'] | null): Schemas['ShelfRow'] {
  const { id, titleEn, titleAr, lowest, highest, changedAt, sortKey: _, ...rest } = row;
  return {
    productId: id,
    title: { en: titleEn, ar: titleAr },
    ...rest,
    cover,
    prices: lowest === null || highest === null ? null : { lowest: qar(lowest), highest: qar(highest) },
    changedAt: changedAt.toISOString(),
  };
}

/**
 * Activates or deactivates products as described in the contract, and returns what was switched for each. Own products
 * are locked first, then offers, each in one order, as in all code that changes both. Throws seller.INVALID_STATE.
 */
export async function switchShelf(
  trx: Transaction,
  sellerId: string,
  { active, items }: Schemas['SwitchShelfRequest'],
): Promise<SwitchResult[]> {
  await admitWork(trx, sellerId, 'edit-products');
  const { products, offers } = await lockShelf(
    trx,
    sellerId,
    items.map(({ productId }) => productId),
  );
  const productOf = new Map(products.map((product) => [product.id, product]));
  const offersOf = groupBy(offers, ({ productId }) => productId);
  const results = items.map((item): SwitchResult => {
    const { productId } = item;
    const found = productOf.get(productId);
    if (found === undefined) return { productId, status: 'NOT_FOUND', product: false, offerIds: [] };
    const due = dueSwitches(item, active, { ...found, offers: offersOf.get(productId) ?? [] });
    const switched = due.product || due.offerIds.length > 0;
    return { productId, status: switched ? 'SWITCHED' : 'UNCHANGED', ...due };
  });
  await writeSwitches(trx, {
    active,
    products: [...new Set(results.filter(({ product }) => product).map(({ productId }) => productId))],
    offers: [...new Set(results.flatMap(({ offerIds }) => offerIds))],
  });
  return results;
}

function dueSwitches(
  { product, offerIds }: Schemas['ShelfSwitch'],
  active: boolean,
  found: { own: boolean; active: boolean; offers: readonly { id: string; active: boolean }[] },
): Pick<SwitchResult, 'product' | 'offerIds'> {
  const otherwise = found.offers.filter((offer) => offer.active !== active).map(({ id }) => id);
  const turns = found.own && found.active !== active;
  if (product !== undefined || offerIds !== undefined) {
    const named = new Set(offerIds);
    return { product: product === true && turns, offerIds: otherwise.filter((id) => named.has(id)) };
  }
  if (!found.own) return { product: false, offerIds: otherwise };
  // A reactivated own product keeps its active offers. If none is active, all are activated, or the product would not
  // be for sale.
  const allOff = otherwise.length === found.offers.length;
  return { product: turns, offerIds: active && allOff ? otherwise : [] };
}
