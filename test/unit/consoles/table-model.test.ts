import { expect } from 'chai';
import { dirham } from '../../../consoles/dispatch/parts/amounts.ts';
import { foldText } from '../../../consoles/shared/ui/fold-text.ts';
import { type Column, csvOf, filterRows, sortRows } from '../../../consoles/shared/ui/table-model.ts';

interface Driver {
  name: string;
  tasks: number | null;
}

const COLUMNS: readonly Column<Driver>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name },
  { id: 'tasks', header: 'Tasks', value: ({ tasks }) => tasks, numeric: true },
];
const ROWS: readonly Driver[] = [
  { name: 'راشد المري', tasks: 9 },
  { name: 'Driver 10', tasks: null },
  { name: 'Driver 9', tasks: 10 },
  { name: 'أحمد', tasks: 2 },
];
const names = (rows: readonly Driver[]) => rows.map(({ name }) => name);

describe('the model of a table', () => {
  it('sorts numbers as numbers, numbers within texts too, and empty values last', () => {
    const byTasks = (direction: 'ascending' | 'descending') =>
      sortRows(ROWS, COLUMNS, { column: 'tasks', direction }, 'en').map(({ tasks }) => tasks);
    expect(byTasks('ascending')).to.deep.equal([2, 9, 10, null]);
    expect(byTasks('descending')).to.deep.equal([10, 9, 2, null]);
    const byName = sortRows(ROWS, COLUMNS, { column: 'name', direction: 'ascending' }, 'en');
    expect(names(byName).slice(0, 2)).to.deep.equal(['Driver 9', 'Driver 10']);
    expect(sortRows(ROWS, COLUMNS, null, 'en')).to.equal(ROWS);
  });

  it('searches by words as people type them', () => {
    expect(names(filterRows(ROWS, COLUMNS, 'driver 10'))).to.deep.equal(['Driver 10', 'Driver 9']);
    expect(names(filterRows(ROWS, COLUMNS, 'احمد'))).to.deep.equal(['أحمد']);
    expect(names(filterRows(ROWS, COLUMNS, '  '))).to.have.length(4);
    expect(foldText('مُدَرِّسَة ١٢٣ Café')).to.equal('مدرسه 123 cafe');
  });

  it('exports what a spreadsheet opens unchanged, and never as a formula', () => {
    const rows = [
      { name: '=HYPERLINK("x")', tasks: 1 },
      { name: 'a, b\nc', tasks: null },
    ];
    const shown: Column<Driver> = { id: 'actions', header: 'Actions', cell: () => null };
    expect(csvOf([...COLUMNS, shown], rows)).to.equal(
      '\ufeffName,Tasks\r\n"\'=HYPERLINK(""x"")",1\r\n"a, b\nc",\r\n',
    );
    const amounts: Column<string>[] = [{ id: 'amount', header: 'Amount', value: (text) => text }];
    const lines = csvOf(amounts, ['-5.00', '-2+3', '+97455512345', '@SUM(A1)', '\t=1']).split('\r\n');
    expect(lines.slice(1, -1)).to.deep.equal(['-5.00', "'-2+3", "'+97455512345", "'@SUM(A1)", "'\t=1"]);
  });

  it('sorts amounts by their value, whatever they look like', () => {
    const amounts: Column<string>[] = [
      { id: 'amount', header: 'Amount', value: (text) => text, order: (text) => dirham(text) },
    ];
    const texts = ['100.00', '-5.00', '20.50', '-30.00'];
    const sorted = (direction: 'ascending' | 'descending') =>
      sortRows(texts, amounts, { column: 'amount', direction }, 'ar');
    expect(sorted('ascending')).to.deep.equal(['-30.00', '-5.00', '20.50', '100.00']);
    expect(sorted('descending')).to.deep.equal(['100.00', '20.50', '-5.00', '-30.00']);
  });
});
