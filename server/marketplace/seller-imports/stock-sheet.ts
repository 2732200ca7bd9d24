import {
  countOwnLevels,
  levelKey,
  readPresentLevels,
  readWarehouseNames,
  warehouseFinder,
} from '../inventory/inventory.ts';
import { CellReader, plain, versionCell, wholeCell } from './cells.ts';
import { namedOffers, OnlyOnce, skuViolation } from './named-offers.ts';
import { changed, faulty, type Judged, judged, type Sheet } from './sheet.ts';

interface Count {
  judged: Judged;
  offerId: string;
  warehouseId: string;
  onHand: number;
  /** Null accepts any version. */
  version: number | null;
}

/** Counted stock, one row per offer and warehouse. */
export const stockSheet: Sheet = {
  columns: ['offerId', 'sku', 'warehouse', 'onHand', 'version'],
  informative: ['titleEn', 'titleAr', 'variant', 'warehouseName', 'reserved', 'available'],
  needed: [['sku', 'offerId'], ['onHand']],
  keyOf: ({ sku, offerId, warehouse }) =>
    `${plain(sku) || plain(offerId)} in ${plain(warehouse).toLowerCase()}`,
  async judge(trx, deps, { sellerId, accountId, write, cause }, rows) {
    const named = await namedOffers(trx, sellerId, rows);
    const findPlace = warehouseFinder(await readWarehouseNames(trx, sellerId));
    const offerIds = named.flatMap((each) => ('offer' in each ? [each.offer.id] : []));
    const present = await readPresentLevels(trx, sellerId, [...new Set(offerIds)]);
    const levels = new Map(present.map((level) => [levelKey(level), level]));
    const once = new OnlyOnce();
    const counts: Count[] = [];
    const all = rows.map(({ row, cells }, index): Judged => {
      const reader = new CellReader(cells);
      const onHand = reader.read('onHand', (cell) => wholeCell(cell, 0));
      const version = reader.read('version', versionCell);
      if (reader.text('onHand') === '') reader.fault('onHand', 'missing');
      const place = findPlace(reader.text('warehouse'));
      if (place === 'unknown') reader.fault('warehouse', 'unknown-warehouse');
      if (place === 'ambiguous') reader.fault('warehouse', 'several-warehouses');
      const offer = named[index];
      if (offer === undefined || 'fault' in offer || 'sku' in offer) {
        const fault =
          offer !== undefined && 'sku' in offer ? skuViolation(offer, 'not-offered') : offer?.fault;
        return faulty(row, ...(fault === undefined ? [] : [fault]), ...reader.faults);
      }
      if (typeof place === 'string' || onHand === undefined) return faulty(row, ...reader.faults);
      const key = { offerId: offer.offer.id, warehouseId: place.id };
      const level = levels.get(levelKey(key));
      const twice = once.take(levelKey(key), row, 'sku');
      if (version !== undefined && version !== (level?.version ?? 0)) reader.fault('version', 'stale');
      if (twice !== null || reader.faults.length > 0)
        return faulty(row, ...(twice === null ? [] : [twice]), ...reader.faults);
      const before = level === undefined ? null : String(level.onHand);
      const result = judged(row, changed('onHand', before, String(onHand)));
      counts.push({ judged: result, ...key, onHand, version: version ?? null });
      return result;
    });
    if (!write) return all;
    const due = counts.filter((count) => count.judged.status === 'CHANGED');
    const counting = { sellerId, accountId, reason: null, skipUnchanged: true, importId: cause };
    const outcomes = await countOwnLevels(trx, deps, { ...counting, counts: due });
    for (const [index, { judged: row }] of due.entries()) {
      const status = outcomes[index]?.status ?? 'STALE';
      if (status === 'UNCHANGED') row.status = 'UNCHANGED';
      if (status !== 'STALE') continue;
      row.status = 'FAULTY';
      row.faults.push({ column: 'version', code: 'stale', value: '' });
    }
    return all;
  },
};
