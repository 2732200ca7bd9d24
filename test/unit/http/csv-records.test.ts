import { expect } from 'chai';
import sinon from 'sinon';
import { CsvReadError, csvRecords } from '../../../server/kernel/http/csv-records.ts';

describe('rows of an untrusted table', () => {
  const FORM = { maxRowCharacters: 100_000, maxRows: 1_000 };
  afterEach(() => sinon.restore());

  async function read(text: string, form = FORM): Promise<string[][]> {
    const rows: string[][] = [];
    for await (const { cells } of csvRecords(text, form)) rows.push(cells);
    return rows;
  }

  async function fault(text: string): Promise<unknown[]> {
    try {
      await read(text);
    } catch (error) {
      if (error instanceof CsvReadError) return [error.code, error.row];
      throw error;
    }
    return [];
  }

  it('keep characters whole wherever the text is cut into pieces', async () => {
    for (const before of [0, 1, 2, 3]) {
      const cell = 'x'.repeat(before) + '🌴'.repeat(6_000);
      expect(await read(`a,b\n${cell},ت\n`)).to.deep.equal([
        ['a', 'b'],
        [cell, 'ت'],
      ]);
    }
  });

  it('end where a row is too long or there are too many, empty ones included', async () => {
    expect(await fault(','.repeat(8_000_000))).to.deep.equal(['unreadable', 1]);
    expect(await fault(`a\n"${'x'.repeat(8_000_000)}`)).to.deep.equal(['unreadable', 2]);
    expect(await fault(`a\n${'\n'.repeat(1_000_000)}`)).to.deep.equal(['too-long', 1_001]);
    expect(await fault(`a\n${',,\n'.repeat(1_000_000)}`)).to.deep.equal(['too-long', 1_001]);
  });

  it('yield to other work, within a row and between rows', async () => {
    let now = 0;
    // Each read of the clock finds that it is time to yield to the event loop.
    sinon.stub(performance, 'now').callsFake(() => (now += 1_000));
    for (const text of [','.repeat(90_000), `a\n${'b\n'.repeat(900)}`]) {
      let turns = 0;
      let reading = true;
      const turn = () => {
        turns += 1;
        if (reading) setImmediate(turn);
      };
      setImmediate(turn);
      await read(text);
      reading = false;
      expect(turns).to.be.at.least(20);
    }
  });
});
