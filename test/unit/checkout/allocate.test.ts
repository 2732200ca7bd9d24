import { expect } from 'chai';
import fc from 'fast-check';
import { allocate, type FreeStock, type WantedLine } from '../../../server/marketplace/inventory/allocate.ts';

const line = (offerId: string, quantity: number, sellerId = 'seller'): WantedLine => ({
  offerId,
  sellerId,
  quantity,
});
const free = (offerId: string, warehouseId: string, available: number): FreeStock => ({
  offerId,
  warehouseId,
  available,
});

describe('allocation of stock to lines', () => {
  it('takes a seller’s lines from one warehouse if one has them all', () => {
    const stock = [free('a', 'w1', 50), free('a', 'w2', 3), free('b', 'w2', 4)];
    expect(allocate([line('a', 2), line('b', 4)], stock)).to.deep.equal({
      ok: true,
      allocations: [
        { offerId: 'a', warehouseId: 'w2', quantity: 2 },
        { offerId: 'b', warehouseId: 'w2', quantity: 4 },
      ],
    });
  });

  it('takes the fullest of several sufficient warehouses, the lower id on a tie', () => {
    const result = allocate([line('a', 2)], [free('a', 'w3', 5), free('a', 'w2', 9), free('a', 'w1', 9)]);
    expect(result).to.deep.equal({
      ok: true,
      allocations: [{ offerId: 'a', warehouseId: 'w1', quantity: 2 }],
    });
  });

  it('lets several warehouses fill a line together, fullest first', () => {
    const stock = [free('a', 'w1', 2), free('a', 'w2', 5), free('a', 'w3', 4)];
    expect(allocate([line('a', 8)], stock)).to.deep.equal({
      ok: true,
      allocations: [
        { offerId: 'a', warehouseId: 'w2', quantity: 5 },
        { offerId: 'a', warehouseId: 'w3', quantity: 3 },
      ],
    });
  });

  it('where no warehouse has everything, moves as few units as possible to the warehouse that gives most', () => {
    const stock = [free('a', 'w1', 5), free('b', 'w1', 3), free('a', 'w2', 9), free('b', 'w2', 2)];
    expect(allocate([line('a', 5), line('b', 5)], stock)).to.deep.equal({
      ok: true,
      allocations: [
        { offerId: 'a', warehouseId: 'w1', quantity: 5 },
        { offerId: 'b', warehouseId: 'w1', quantity: 3 },
        { offerId: 'b', warehouseId: 'w2', quantity: 2 },
      ],
    });
  });

  it('keeps sellers apart', () => {
    const stock = [free('a', 'w1', 1), free('b', 'w9', 1)];
    const result = allocate([line('a', 1, 's1'), line('b', 1, 's2')], stock);
    expect(result).to.deep.equal({
      ok: true,
      allocations: [
        { offerId: 'a', warehouseId: 'w1', quantity: 1 },
        { offerId: 'b', warehouseId: 'w9', quantity: 1 },
      ],
    });
  });

  it('names every line that cannot be filled and fills none', () => {
    const result = allocate(
      [line('a', 3), line('b', 1), line('c', 1)],
      [free('a', 'w1', 2), free('c', 'w1', 1)],
    );
    expect(result).to.deep.equal({
      ok: false,
      shortages: [
        { offerId: 'a', requested: 3, available: 2 },
        { offerId: 'b', requested: 1, available: 0 },
      ],
    });
  });

  it('fills lines exactly and takes from no row more than it has', () => {
    const offers = ['a', 'b', 'c'];
    const amounts = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 9, maxLength: 9 });
    const wanted = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(amounts, wanted, fc.boolean(), (available, quantities, oneSeller) => {
        const stock = offers.flatMap((offerId, o) =>
          ['w1', 'w2', 'w3'].map((warehouseId, w) => free(offerId, warehouseId, available[o * 3 + w]!)),
        );
        const lines = offers.map((offerId, o) => line(offerId, quantities[o]!, oneSeller ? 's' : `s${o}`));
        const total = (offerId: string) =>
          stock.reduce((sum, row) => sum + (row.offerId === offerId ? row.available : 0), 0);
        const result = allocate(lines, stock);
        expect(result.ok).to.equal(lines.every(({ offerId, quantity }) => total(offerId) >= quantity));
        if (!result.ok) return;
        for (const { offerId, quantity } of lines) {
          const parts = result.allocations.filter((part) => part.offerId === offerId);
          expect(parts.reduce((sum, part) => sum + part.quantity, 0)).to.equal(quantity);
          expect(new Set(parts.map((part) => part.warehouseId)).size).to.equal(parts.length);
        }
        for (const part of result.allocations) {
          const row = stock.find((s) => s.offerId === part.offerId && s.warehouseId === part.warehouseId)!;
          expect(part.quantity).to.be.within(1, row.available);
        }
      }),
    );
  });
});
