import { expect } from 'chai';
import { cellsOf, clipboardOf, readCell } from '../../../../consoles/seller/products/cell-text.ts';
import {
  areaOf,
  clear,
  copy,
  fillDown,
  NO_EDITS,
  paste,
  redo,
  settle,
  textAt,
  undo,
  write,
} from '../../../../consoles/seller/products/grid-model.ts';
import {
  afterAnswer,
  type GridAnswer,
  type GridData,
  gridColumns,
  type Level,
  levelKey,
  type Offer,
  requestsOf,
  sheetOf,
  withAnswer,
} from '../../../../consoles/seller/products/grid-rows.ts';
import { filterOf, paramsOf } from '../../../../consoles/seller/products/shelf-address.ts';

const STORE = 'store';
const columns = gridColumns([STORE], true);
const [PRICE, STATE, THRESHOLD, STOCK] = [0, 1, 2, 3];

function offer(id: string, amount: string, version = 1): Offer {
  const price = { amount, currency: 'QAR' };
  return { id, price, active: true, lowStockThreshold: null, version } as Offer;
}

function level(offerId: string, onHand: number, version = 4): Level {
  return { offerId, warehouseId: STORE, onHand, version } as Level;
}

function dataOf(count: number): GridData {
  const ids = Array.from({ length: count }, (_, index) => `o${index}`);
  return {
    offers: ids.map((id) => offer(id, '10.00')),
    levels: new Map([[levelKey('o0', STORE), level('o0', 25)]]),
  };
}

function open(count = 4) {
  const data = dataOf(count);
  return {
    data,
    sheet: sheetOf(
      data,
      data.offers.map(({ id }) => id),
      columns,
    ),
  };
}

const at = (row: number, column: number) => ({ row, column });
const cell = (row: number, column: number) => areaOf(at(row, column), at(row, column));

describe('texts of cells', () => {
  it('are parsed as people and spreadsheets write them, with both kinds of digits', () => {
    for (const [text, value] of [
      ['47.5', '47.50'],
      [' 1,234.50 ', '1234.50'],
      ['١٬٢٣٤٫٥٠', '1234.50'],
      ['QAR 45', '45.00'],
      ['٤٧٫٥ ر.ق', '47.50'],
      ['47,5', '47.50'],
      ['\u200f٩٩\u200f', '99.00'],
      ['007.10', '7.10'],
      ['.5', '0.50'],
      ['12.5000', '12.50'],
    ] as const)
      expect(readCell('price', text), text).to.deep.equal({ value });
    expect(readCell('count', '۱٬۲۰۰')).to.deep.equal({ value: '1200' });
    expect(readCell('count', '25.00')).to.deep.equal({ value: '25' });
    expect(readCell('threshold', ' ')).to.deep.equal({ value: '' });
    expect(['yes', 'نعم', 'ON', '1', 'معروض'].map((text) => readCell('state', text))).to.deep.equal(
      Array(5).fill({ value: 'ON' }),
    );
  });

  it('are errors where they are not values, and nothing is guessed', () => {
    for (const [kind, text, fault] of [
      ['price', '', 'price'],
      ['price', '12.345', 'price'],
      ['price', '1,23,4', 'price'],
      ['price', '-5', 'price'],
      ['price', '0', 'priceZero'],
      ['price', '1000000', 'priceHigh'],
      ['count', '2.5', 'count'],
      ['count', '1000001', 'countHigh'],
      ['threshold', '0', 'threshold'],
      ['state', 'perhaps', 'state'],
    ] as const)
      expect(readCell(kind, text), `${kind} ${text}`).to.deep.equal({ fault });
  });

  it('come from a clipboard and go back to it with tabs, line ends and quotes', () => {
    expect(cellsOf('1\t2\r\n3\t4\r\n')).to.deep.equal([
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(cellsOf('"a ""b""\tc"\td\n\ne')).to.deep.equal([['a "b"\tc', 'd'], [''], ['e']]);
    expect(cellsOf('"open\tx')).to.deep.equal([['"open', 'x']]);
    expect(cellsOf('')).to.deep.equal([['']]);
    const rows = [
      ['plain', 'a "b"\nc'],
      ['', 'tab\there'],
    ];
    expect(cellsOf(clipboardOf(rows))).to.deep.equal(rows);
  });
});

describe('the model of the grid', () => {
  it('stores what differs from the saved state, and moves back and forth through the changes', () => {
    const { sheet } = open();
    const one = write(sheet, NO_EDITS, [{ place: at(0, PRICE), text: '12' }]);
    expect(textAt(sheet, one, at(0, PRICE))).to.equal('12.00');
    const wrong = write(sheet, one, [{ place: at(1, PRICE), text: 'dear' }]);
    expect(textAt(sheet, wrong, at(1, PRICE))).to.equal('dear');
    expect(wrong.cells.get('o1/price')?.fault).to.equal('price');
    const back = undo(undo(wrong));
    expect([back.cells.size, undo(back)]).to.deep.equal([0, back]);
    expect(redo(redo(back)).cells).to.deep.equal(wrong.cells);
    expect(write(sheet, one, [{ place: at(0, PRICE), text: '10.00' }]).cells.size, 'as saved').to.equal(0);
    expect(write(sheet, one, [{ place: at(0, PRICE), text: '12.00' }]), 'nothing has changed').to.equal(one);
    expect(redo(write(sheet, undo(one), [{ place: at(2, STATE), text: 'off' }])).cells.size).to.equal(1);
  });

  it('pastes one cell into the whole selection, a block from its corner on, and nothing outside', () => {
    const { sheet } = open();
    const filled = paste(sheet, NO_EDITS, areaOf(at(0, PRICE), at(2, PRICE)), '١٢٫٥');
    expect([...filled.edits.cells.keys()]).to.deep.equal(['o0/price', 'o1/price', 'o2/price']);
    const block = paste(sheet, NO_EDITS, cell(2, THRESHOLD), '5\t100\n6\t200\n7\t300');
    expect(block.area).to.deep.equal({ top: 2, bottom: 3, left: THRESHOLD, right: STOCK });
    expect(copy(sheet, block.edits, block.area)).to.equal('5\t100\n6\t200');
    expect(undo(block.edits).cells.size, 'a paste is one step').to.equal(0);
    const locked = sheetOf(
      dataOf(2),
      ['o0', 'o1'],
      columns.map((each) => ({ ...each, locked: true })),
    );
    expect(paste(locked, NO_EDITS, cell(0, PRICE), '5').edits).to.equal(NO_EDITS);
  });

  it('fills down from the first selected row or the one above, and clears back to what is saved', () => {
    const { sheet } = open();
    const one = write(sheet, NO_EDITS, [{ place: at(0, PRICE), text: '12' }]);
    const all = fillDown(sheet, one, areaOf(at(3, PRICE), at(0, PRICE)));
    expect(copy(sheet, all, areaOf(at(0, PRICE), at(3, PRICE)))).to.equal('12.00\n12.00\n12.00\n12.00');
    expect(textAt(sheet, fillDown(sheet, one, cell(1, PRICE)), at(1, PRICE))).to.equal('12.00');
    expect(fillDown(sheet, one, cell(0, PRICE)), 'nothing is above').to.equal(one);
    expect(clear(sheet, all, areaOf(at(1, PRICE), at(3, PRICE))).cells.size).to.equal(1);
  });
});

describe('saving the grid', () => {
  it('sends each row once with its version, valid cells alone, in requests of 500', () => {
    const { data, sheet } = open(501);
    const texts = data.offers.flatMap((_, row) => [
      { place: at(row, PRICE), text: '12' },
      { place: at(row, STOCK), text: '7' },
    ]);
    const edits = write(sheet, NO_EDITS, [...texts, { place: at(1, PRICE), text: 'dear' }]);
    const [first, second, ...others] = requestsOf(data, edits, columns);
    expect([first?.offers?.length, first?.counts?.length, second?.offers, others]).to.deep.equal([
      ...[500, 501, undefined, []],
    ]);
    expect(first?.offers?.[0]).to.deep.equal({
      ...{ offerId: 'o0', version: 1, price: { amount: '12.00', currency: 'QAR' } },
    });
    expect(first?.counts?.slice(0, 2).map(({ version }) => version)).to.deep.equal([4, 0]);
    expect(first?.offers?.some(({ offerId }) => offerId === 'o1')).to.equal(false);
  });

  it('keeps what was typed in a row that someone else changed, until it is resolved', () => {
    const { data, sheet } = open();
    const edits = write(sheet, NO_EDITS, [
      { place: at(0, PRICE), text: '11' },
      { place: at(1, PRICE), text: '12' },
      { place: at(2, PRICE), text: '13' },
      { place: at(0, STOCK), text: '30' },
    ]);
    const [request = {}] = requestsOf(data, edits, columns);
    const answer: GridAnswer = {
      offers: [
        { offerId: 'o0', status: 'SAVED', refusal: null, offer: offer('o0', '11.00', 2) },
        { offerId: 'o1', status: 'CONFLICT', refusal: null, offer: offer('o1', '99.00', 5) },
        { offerId: 'o2', status: 'CONFLICT', refusal: null, offer: offer('o2', '13.00', 5) },
      ],
      counts: [
        {
          ...{ offerId: 'o0', warehouseId: STORE, status: 'REFUSED', level: null },
          refusal: { code: 'auth.FORBIDDEN', message: '' },
        },
      ],
    };
    const now = withAnswer(data, answer);
    // While the save was under way, its cell was edited again.
    const typed = write(sheet, edits, [{ place: at(0, PRICE), text: '11.5' }]);
    const after = afterAnswer(typed, request, answer, sheetOf(now, [], columns));
    expect([...after.verdicts]).to.deep.equal([
      ['o1/price', 'CONFLICT'],
      ['o0/store', 'auth.FORBIDDEN'],
    ]);
    expect([...after.edits.cells].map(([key, { text }]) => [key, text])).to.deep.equal([
      ['o0/price', '11.50'],
      ['o1/price', '12.00'],
      ['o0/store', '30'],
    ]);
    expect(sheetOf(now, [], columns).savedAt('o1', columns[PRICE] as never), 'theirs').to.equal('99.00');
    const waiting = requestsOf(now, after.edits, columns, after.verdicts);
    expect(waiting[0]?.offers?.map(({ offerId, version }) => [offerId, version])).to.deep.equal([['o0', 2]]);
    const mine = requestsOf(now, after.edits, columns);
    expect(mine[0]?.offers?.map(({ offerId, version }) => [offerId, version])).to.deep.equal([
      ['o0', 2],
      ['o1', 5],
    ]);
    const theirs = settle(after.edits, ['o1/price']);
    expect(theirs.cells.has('o1/price')).to.equal(false);
    expect(undo(undo(theirs)).cells.has('o1/price'), 'no step brings it back').to.equal(false);
  });
});

describe('the address of the list of products', () => {
  it('contains its filters, the same for the same filters; anything else is ignored', () => {
    const filter = filterOf(new URLSearchParams('stock=LOW&lacks=ARABIC&q=+dates+&state=ODD&category=1&x=2'));
    expect(filter).to.deep.equal({ q: 'dates', lacks: 'ARABIC', stock: 'LOW' });
    expect(paramsOf(filter).toString()).to.equal('q=dates&lacks=ARABIC&stock=LOW');
    expect(filterOf(paramsOf(filter))).to.deep.equal(filter);
  });
});
