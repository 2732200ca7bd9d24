import { expect } from 'chai';
import { linesOf } from '../../../../consoles/dispatch/board/alert-history.ts';

const entry = (
  version: number,
  change: 'RAISED' | 'UPDATED' | 'ACKNOWLEDGED',
  note: string | null = null,
) => ({
  ...{ version, change, note, at: `2026-02-10T13:0${version}:00.000Z` },
});

describe('the history of an alert', () => {
  it('combines consecutive updates into one line, newest first', () => {
    const history = [
      entry(1, 'RAISED'),
      entry(2, 'UPDATED'),
      entry(3, 'UPDATED'),
      entry(4, 'ACKNOWLEDGED', 'I call them'),
      entry(5, 'UPDATED'),
      entry(6, 'UPDATED'),
      entry(7, 'UPDATED'),
    ];
    expect(linesOf(history)).to.deep.equal([
      { newest: history[6], since: history[4]?.at, count: 3 },
      { newest: history[3], since: history[3]?.at, count: 1 },
      { newest: history[2], since: history[1]?.at, count: 2 },
      { newest: history[0], since: history[0]?.at, count: 1 },
    ]);
  });
});
