import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../../db/root.ts';
import { loadContract } from '../../../server/kernel/http/contract.ts';
import {
  booleanCell,
  type Cell,
  mangled,
  priceCell,
  sameText,
  wholeCell,
} from '../../../server/marketplace/seller-imports/cells.ts';
import { FIELD_RULES } from '../../../server/marketplace/seller-imports/field-rules.ts';
import { offerSheet } from '../../../server/marketplace/seller-imports/offer-sheet.ts';
import { readFile, UnreadableFile } from '../../../server/marketplace/seller-imports/read-file.ts';

const valueOrFault = <T>(cell: Cell<T>) => {
  if (cell === null) return null;
  return 'value' in cell ? cell.value : cell.fault.code;
};

describe('cells of a seller’s file', () => {
  it('prices: as people and spreadsheets write them', () => {
    const given = [
      ...['47.50', '47.5', '47', '0047.50', '47,50', '1,234.5', '1,234', 'QAR 47.50', '47.50 ر.ق'],
      ...['٤٧٫٥٠', '۴۷٫۵', "'47.50", ' 47.500 ', ''],
    ];
    expect(given.map((text) => valueOrFault(priceCell(text)))).to.deep.equal([
      ...['47.50', '47.50', '47.00', '47.50', '47.50', '1234.50', '1234.00', '47.50', '47.50'],
      ...['47.50', '47.50', '47.50', '47.50', null],
    ]);
  });

  it('prices: anything else is refused, and what a spreadsheet did is named', () => {
    const given = ['0', '0.00', '-5', '1000000', '47.505', 'cheap', '=1+1', '1.2E+05', '12-May', '#NAME?'];
    expect(given.map((text) => valueOrFault(priceCell(text)))).to.deep.equal([
      ...['price', 'price', 'price', 'price', 'price', 'price', 'price'],
      ...['excel-number', 'excel-date', 'excel-error'],
    ]);
  });

  it('numbers, states', () => {
    const numbers = ['25', '٢٥', '25.0', '1,000', '2.5', '-1', '1000001', '########'];
    expect(numbers.map((text) => valueOrFault(wholeCell(text, 0)))).to.deep.equal([
      ...[25, 25, 25, 1000, 'number', 'number', 'number', 'excel-error'],
    ]);
    expect(valueOrFault(wholeCell('0', 1))).to.equal('number');
    const states = ['TRUE', 'yes', '1', '١', 'نعم', 'False', 'لا', '0', 'maybe', ''];
    expect(states.map((text) => valueOrFault(booleanCell(text)))).to.deep.equal([
      ...[true, true, true, true, true, false, false, false, 'boolean', null],
    ]);
  });

  it('SKUs that a spreadsheet turned into numbers are recognised', () => {
    expect(mangled('123', '00123')).to.equal(true);
    expect(mangled('1.23457E+11', '123456789012')).to.equal(true);
    expect(mangled('124', '00123')).to.equal(false);
    expect(mangled('123', '0A123')).to.equal(false);
  });

  it('texts are the same whatever their line ends', () => {
    expect(sameText('one\r\ntwo', 'one\ntwo ')).to.equal(true);
    expect(sameText('one\ntwo', 'one two')).to.equal(false);
  });
});

describe('fields of a seller’s file', () => {
  it('may contain what the contract allows in the same fields of requests', () => {
    const { schemas = {} } = loadContract(join(projectRoot, 'openapi.yaml')).document.components ?? {};
    const field = (schema: string, name: string) => {
      const { maxLength, pattern } = (schemas as Record<string, Described>)[schema]?.properties[name] ?? {};
      return { maxLength, pattern };
    };
    expect(FIELD_RULES).to.deep.equal({
      name: field('LocalizedName', 'en'),
      description: field('LocalizedDescription', 'en'),
      sku: field('CreateVariantRequest', 'sku'),
    });
  });

  interface Described {
    properties: Record<string, { maxLength?: number; pattern?: string }>;
  }
});

describe('a seller’s file', () => {
  const read = (text: string) => readFile(text, offerSheet);
  const cellsOf = async (text: string) => (await read(text)).rows.map(({ row, cells }) => [row, ...cells]);

  async function fault(text: string): Promise<unknown[]> {
    try {
      await read(text);
    } catch (error) {
      if (error instanceof UnreadableFile) return [error.code, error.about];
      throw error;
    }
    return [];
  }

  it('is read with commas, semicolons or tabs, quotes, a byte order mark and any line ends', async () => {
    const files = [
      'sku,price\nA,1\nB,2\n',
      '\ufeffsku;price\r\nA;1\r\nB;2',
      'sep=;\r\nsku;price\r\n"A";"1"\r\nB;2\r\n',
      'SKU\tPrice \nA\t1\nB\t2\n\t\n\n',
      'price,s_k_u\n1,A\n2,B',
    ];
    for (const text of files.slice(0, 2))
      expect(await cellsOf(text), text).to.deep.equal([
        [2, 'A', '1'],
        [3, 'B', '2'],
      ]);
    expect(await cellsOf(files[2] ?? '')).to.deep.equal([
      [2, 'A', '1'],
      [3, 'B', '2'],
    ]);
    expect(await cellsOf(files[3] ?? '')).to.deep.equal([
      [2, 'A', '1'],
      [3, 'B', '2'],
    ]);
    const { columns } = await read(files[4] ?? '');
    expect(columns).to.deep.equal(['price', 'sku']);
  });

  it('keeps quotes, line ends and separators within a cell, and an unclosed quote', async () => {
    expect(await cellsOf('sku,price\n"A, ""B""\nC",1\n5" pipe,2\n')).to.deep.equal([
      [2, 'A, "B"\nC', '1'],
      [3, '5" pipe', '2'],
    ]);
  });

  it('counts rows as a spreadsheet does, and leaves out empty ones', async () => {
    expect(await cellsOf('sku,price\n,\nA,1\n , \nB,2\n,,,\n')).to.deep.equal([
      [3, 'A', '1'],
      [5, 'B', '2'],
    ]);
  });

  it('has limits on columns and on the length of rows, and says so', async () => {
    const names = Array.from({ length: 501 }, (_, index) => `c${index}`);
    expect(await fault(`sku,price${','.repeat(9_000)}\nA,1\n`)).to.deep.equal([]);
    expect(await fault(`sku,price,${names.join(',')}\nA,1\n`)).to.deep.equal(['too-many-columns', 500]);
    expect(await fault(`sku,price\n${','.repeat(400_000)}\n`)).to.deep.equal(['unreadable', 2]);
  });

  it('names columns that are not read, and marks rows with more cells than columns', async () => {
    const { ignored, rows } = await read('sku,price,sellerId,available\nA,12,50,x,y,z\nB,1,,\n');
    expect(ignored).to.deep.equal(['sellerId']);
    expect(rows.map(({ tooManyCells }) => tooManyCells)).to.deep.equal([true, false]);
  });

  it('is refused as a whole with what is wrong', async () => {
    expect(await fault('')).to.deep.equal(['empty', '']);
    expect(await fault('sku,price\n')).to.deep.equal(['empty', '']);
    expect(await fault('price\n1\n')).to.deep.equal(['column-missing', 'sku / offerId']);
    expect(await fault('sku,SKU\nA,B\n')).to.deep.equal(['column-twice', 'sku']);
    expect(await fault('sku,price\n\ufffd,1\n')).to.deep.equal(['encoding', '']);
    expect(await fault('sku,price\nA,1\n"B,2\n')).to.deep.equal(['unreadable', 3]);
    const many = `sku\n${Array.from({ length: 20_001 }, (_, index) => `S${index}`).join('\n')}`;
    expect(await fault(many)).to.deep.equal(['too-many-rows', 20_000]);
  });
});
