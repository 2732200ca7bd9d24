import { expect } from 'chai';
import type { OrderGroup, OrderLine } from '../../../../consoles/seller/orders/order-types.ts';
import { MAX_PRINTED, pickList, printAddress } from '../../../../consoles/seller/print/papers.ts';

const STORE = { id: 'store', name: 'West Bay' };

function line(variantId: string, quantity: number): OrderLine {
  return { id: `line-${variantId}`, variantId, sku: variantId.toUpperCase(), quantity } as OrderLine;
}

function group(orderNumber: string, lines: OrderLine[], toGather: OrderGroup['toGather'] = []): OrderGroup {
  return { orderNumber, lines, toGather } as OrderGroup;
}

describe('papers of a seller', () => {
  it('list each product once on the pick list, with all its orders, sorted by SKU', () => {
    const [shelf, ...others] = pickList([
      group('W-1', [line('dates', 2), line('coffee', 1)]),
      group('W-2', [line('dates', 3)]),
    ]);
    expect(others).to.deep.equal([]);
    expect(shelf?.units).to.equal(6);
    expect(
      shelf?.picks.map(({ line: { sku }, quantity, orders }) => ({ sku, quantity, orders })),
    ).to.deep.equal([
      { sku: 'COFFEE', quantity: 1, orders: [{ orderNumber: 'W-1', quantity: 1 }] },
      {
        sku: 'DATES',
        quantity: 5,
        orders: [
          { orderNumber: 'W-1', quantity: 2 },
          { orderNumber: 'W-2', quantity: 3 },
        ],
      },
    ]);
  });

  it('list separately what lies in another warehouse, and no unit twice', () => {
    const gathered = { lineId: 'line-dates', quantity: 2, fromWarehouse: STORE, toWarehouse: STORE };
    const all = { lineId: 'line-oud', quantity: 1, fromWarehouse: STORE, toWarehouse: STORE };
    const shelves = pickList([group('W-1', [line('dates', 5), line('oud', 1)], [gathered, all])]);
    expect(
      shelves.map(({ warehouse, picks, units }) => [
        warehouse?.name ?? null,
        picks.map(({ line: { sku }, quantity }) => `${quantity} ${sku}`),
        units,
      ]),
    ).to.deep.equal([
      [null, ['3 DATES'], 3],
      ['West Bay', ['2 DATES', '1 OUD'], 3],
    ]);
  });

  it('cover a hundred orders at most', () => {
    const ids = Array.from({ length: MAX_PRINTED + 5 }, (_, index) => `id-${index}`);
    const address = new URL(printAddress(ids, 'labels'), 'https://wasl.example');
    expect(address.searchParams.get('orders')?.split(',')).to.deep.equal(ids.slice(0, MAX_PRINTED));
  });
});
