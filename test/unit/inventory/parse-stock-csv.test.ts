import { expect } from 'chai';
import { MAX_ROWS, parseStockCsv } from '../../../server/marketplace/inventory/parse-stock-csv.ts';
import { stockCsv } from '../../../server/marketplace/inventory/stock-csv.ts';

describe('files of counted stock', () => {
  const row = (
    line: number,
    sku: string,
    warehouse: string,
    onHand: number,
    version: number | null = null,
  ) => ({
    ...{ line, sku, warehouse, onHand, version },
  });
  const faultsOf = async (text: string) =>
    (await parseStockCsv(text)).faults.map(({ line, column, code }) => [line, column, code]);

  it('are read as spreadsheets write them', async () => {
    const plain = [row(2, 'A-1', 'Main, old', 5), row(3, 'B 2', '', 0)];
    for (const text of [
      'sku,warehouse,onHand\nA-1,"Main, old",5\nB 2,,0\n',
      '\ufeffSKU;Warehouse;On hand\r\nA-1;Main, old;5\r\nB 2;;0\r\n\r\n',
      'on_hand\tsku\tnote\twarehouse\n٥\tA-1\t"a ""quoted"" word"\tMain, old\n0\tB 2\t=1+1\t\n',
    ])
      expect(await parseStockCsv(text)).to.deep.equal({ rows: plain, faults: [] });
    // A quoted field continues over a line: the next row is named by the line it begins on.
    expect((await parseStockCsv('sku,note,onHand\nA,"two\nlines",1\nB,,x\n')).faults[0]?.line).to.equal(4);
  });

  it('are read as this service writes them, even if a spreadsheet would take something for a formula', async () => {
    const level = {
      ...{ offerId: 'o', warehouseId: 'w-1', sellerId: 's', variantId: 'v', updatedAt: new Date(0) },
      lowStockThreshold: null,
    };
    const skus = ['A-1', '=1+1', "'=1", '-5', '@x', "O'Neill", 'a "b", c'];
    const text = stockCsv(
      skus.map((sku) => ({ ...level, sku, warehouseName: '+974;\n', onHand: 7, reserved: 2, version: 3 })),
    );
    expect(text).not.to.match(/(?:^|,)"?[=+@-]/m);
    const { rows, faults } = await parseStockCsv(text);
    expect(faults).to.deep.equal([]);
    expect(rows.map(({ line: _, ...rest }) => rest)).to.deep.equal(
      skus.map((sku) => ({ sku, warehouse: 'w-1', onHand: 7, version: 3 })),
    );
    expect(await faultsOf('sku,onHand,version\nA,1,old\nB,1,\n')).to.deep.equal([[2, 'version', 'number']]);
  });

  it('report what is wrong, where, and what to do', async () => {
    const text = 'sku,onHand\nA,1\n,2\nB,-1\nC,1.5\nD,"1,000"\nE\nF,1000001\nG,7,extra\n';
    const { rows, faults } = await parseStockCsv(text);
    expect(rows).to.deep.equal([row(2, 'A', '', 1), row(9, 'G', '', 7)]);
    expect(faults.map(({ line, column }) => [line, column])).to.deep.equal([
      [3, 'sku'],
      [4, 'onHand'],
      [5, 'onHand'],
      [6, 'onHand'],
      [7, 'onHand'],
      [8, 'onHand'],
    ]);
    expect(faults[0]?.message).to.equal('Enter the SKU of one of your offers.');
    expect(await faultsOf('sku,onHand\nE\n')).to.deep.equal([[2, 'onHand', 'number']]);
    expect(await faultsOf(`sku,onHand\n${'x'.repeat(300)},1\n`)).to.deep.equal([[2, null, 'too-long']]);
  });

  it('that are not valid are refused with the reason', async () => {
    expect(await faultsOf('')).to.deep.equal([[1, null, 'empty']]);
    expect(await faultsOf('sku,onHand\n')).to.deep.equal([[1, null, 'empty']]);
    expect(await faultsOf('article;pieces\nA;1\n')).to.deep.equal([
      [1, 'sku', 'column-missing'],
      [1, 'onHand', 'column-missing'],
    ]);
    expect(await faultsOf('sku,note,on hand,onHand,note\nA,,1,2,\n')).to.deep.equal([
      [1, null, 'column-twice'],
    ]);
    expect((await faultsOf('sku,onHand\n"A,1\n'))[0]?.[2]).to.equal('unreadable');
    expect((await faultsOf(`sku,onHand\n${'A'.repeat(5_000)},1\n`))[0]?.[2]).to.equal('unreadable');
    expect((await faultsOf(`sku,onHand\n${'A,1\n'.repeat(MAX_ROWS + 1)}`))[0]?.[2]).to.equal('too-many-rows');
    expect((await faultsOf(`sku,onHand\n${',,\n'.repeat(10_000)}`))[0]?.[2]).to.equal('too-many-rows');
    expect((await parseStockCsv(`sku,onHand\n${'A,1\n'.repeat(MAX_ROWS)}`)).rows).to.have.length(MAX_ROWS);
  });
});
