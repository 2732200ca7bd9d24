import { expect } from 'chai';
import { retiredWords } from '../../scripts/checks/retired-words.ts';

describe('the check of retired words', () => {
  it('names file, line, the word as written, and what to write instead', () => {
    const found = retiredWords('docs/page.md', 'An import is read.\nWhoever asks reads it anew.\n');
    expect(found.map(({ line, text }) => [line, text])).to.deep.equal([
      [2, 'anew'],
      [2, 'Whoever'],
    ]);
    expect(found[0]?.instead).to.include('again');
  });

  it('refuses old names and limits without a unit', () => {
    for (const text of [
      'const MOST_ROWS = 5;',
      'const PATIENCE = 3_000;',
      'new DutyRunner()',
      'class StickyRuntime {}',
    ])
      expect(retiredWords('x.ts', text), text).to.have.length(1);
  });

  it('accepts plain English', () => {
    for (const text of ['There is no such zone.', 'MAX_ROWS', 'on duty', 'a new address', 'they go astray'])
      expect(retiredWords('x.ts', text), text).to.deep.equal([]);
  });
});
