import { expect } from 'chai';
import {
  afterSaving,
  type CountRow,
  countable,
  type Level,
  piecesOf,
  scan,
  type,
} from '../../../../consoles/seller/stock/count-model.ts';

const level = (sku: string, warehouseId: string, onHand: number, version: number): Level => ({
  ...{ offerId: `offer ${sku}`, variantId: `variant ${sku}`, sku, warehouseId, onHand, version },
  ...{ reserved: 0, available: onHand, lowStockThreshold: null, updatedAt: '2026-02-10T09:05:05.000Z' },
});

describe('a count of stock', () => {
  const levels = [level('A-1', 'east', 5, 3), level('A-1', 'west', 7, 9), level('b-2', 'west', 1, 1)];
  const known = countable(levels, 'east');
  const scanned = (...skus: string[]) =>
    skus.reduce<CountRow[]>((rows, sku) => {
      const next = scan(rows, known, sku);
      if (next === null) throw new Error(`${sku} is not known`);
      return next;
    }, []);

  it('adds a unit with each scan, however the SKU is written, the latest first', () => {
    const rows = scanned('A-1', 'B-2 ', ' a-1');
    expect(rows.map(({ sku, counted, stood, version }) => [sku, counted, stood, version])).to.deep.equal([
      ['A-1', '2', 5, 3],
      // It lies in another warehouse only: none was counted here.
      ['b-2', '1', 0, 0],
    ]);
    expect(scan(rows, known, 'C-3')).to.equal(null);
  });

  it('takes what is typed as it is, and says whether it is a number of units', () => {
    const pieces = (text: string) => {
      const [row] = type(scanned('A-1'), 'offer A-1', text);
      return row === undefined ? undefined : piecesOf(row);
    };
    expect(['12', ' ٤٠ ', '0', '1000000'].map(pieces)).to.deep.equal([12, 40, 0, 1_000_000]);
    expect(['', '-1', '1.5', 'x', '1000001'].map(pieces)).to.deep.equal([null, null, null, null, null]);
    const [row] = scan(type(scanned('A-1'), 'offer A-1', 'x'), known, 'A-1') ?? [];
    expect(row?.counted, 'starts again after something that is not a number').to.equal('1');
  });

  it('keeps what could not be saved, beside the present values', () => {
    const rows = scanned('A-1', 'b-2');
    const result = (sku: string, status: 'COUNTED' | 'STALE' | 'NOT_FOUND', now: Level | null) => ({
      ...{ offerId: `offer ${sku}`, warehouseId: 'east', status, level: now },
    });
    const stale = afterSaving(rows, [
      result('A-1', 'STALE', level('A-1', 'east', 4, 4)),
      result('b-2', 'COUNTED', level('b-2', 'east', 1, 1)),
    ]);
    expect(
      stale.map(({ sku, counted, stood, version, verdict }) => [sku, counted, stood, version, verdict]),
    ).to.deep.equal([['A-1', '1', 4, 4, 'STALE']]);
    expect(afterSaving(stale, [result('A-1', 'NOT_FOUND', null)])[0]).to.include({
      ...{ verdict: 'NOT_FOUND', stood: 4, counted: '1' },
    });
  });
});
