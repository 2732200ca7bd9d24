import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { csvOf, freeText, plainText } from '../../../server/kernel/http/csv.ts';

const HOSTILE = [
  '=1+1',
  "'=1+1",
  '@SUM(A1)',
  'Dates;=HYPERLINK("https://evil.example")',
  'Dates; +974',
  "Dates;'=1",
  'Dates\n=1+1',
  'Dates\r\n-2',
  '\r=1',
  ';\t=1;;=2',
  'Dates, "fresh";=1',
];
const HARMLESS = ['Dates', 'a;b', "O'Neil's; 5 kg", 'two\nlines', ' - none', 'a - b = c', ''];

describe('free text in a table for spreadsheets (S21)', () => {
  it('starts no formula, whether cells are separated by commas or by semicolons', () => {
    for (const text of HOSTILE) {
      const table = csvOf([['id', freeText(text), 'last']]);
      for (const delimiter of [',', ';']) {
        // Excel is as lenient with quotes inside a cell.
        const rows = parse(table, { delimiter, relax_quotes: true, relax_column_count: true });
        for (const cell of rows.flat())
          expect(cell.trimStart(), JSON.stringify([text, cell])).to.not.match(/^[=+\-@]/);
      }
    }
  });

  it('is unchanged where it is harmless, and is restored when read back', () => {
    for (const text of HARMLESS) expect(freeText(text)).to.equal(text);
    for (const text of [...HOSTILE, ...HARMLESS]) expect(plainText(freeText(text))).to.equal(text);
  });
});
