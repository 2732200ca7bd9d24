import { expect } from 'chai';
import { type PhaseState, releasesOf, unfinishedReleases, unfitBecause } from '../../../db/schema-fit.ts';

/** `1b` has gone through its first phase, `2a…` is in its second. */
function states(...texts: string[]): PhaseState[] {
  return texts.map((text) => ({
    release: Number(text[0]),
    phase: text[1] === 'b' ? 'before' : 'after',
    done: !text.endsWith('…'),
  }));
}

describe('which releases may run on a schema', () => {
  const cases: [string, string[], number, number][] = [
    ['an empty database', [], 0, 0],
    ['the first phase of release 1 under way', ['1b…'], 0, 0],
    ['release 1', ['1b'], 1, 0],
    ['release 1 finished', ['1b', '1a'], 1, 1],
    ['the first phase of release 2 under way', ['1b', '1a', '2b…'], 1, 1],
    ['release 2, and release 1 still', ['1b', '1a', '2b'], 2, 1],
    ['the second phase of release 2 under way', ['1b', '1a', '2b', '2a…'], 2, 2],
    ['release 2 finished', ['1b', '1a', '2b', '2a'], 2, 2],
    ['release 3, and release 2 still', ['1b', '1a', '2b', '2a', '3b'], 3, 2],
  ];
  for (const [what, texts, newest, oldest] of cases)
    it(what, () => expect(releasesOf(states(...texts))).to.deep.equal({ newest, oldest }));

  it('is said in one sentence to a process that may not', () => {
    const may = (newest: number, oldest: number, release: number) =>
      unfitBecause({ newest, oldest }, release);
    expect(may(2, 1, 1)).to.equal(null);
    expect(may(2, 1, 2)).to.equal(null);
    expect(may(2, 2, 2)).to.equal(null);
    expect(may(0, 0, 1)).to.include('no schema of a release yet');
    expect(may(1, 1, 2)).to.include('the schema of release 1, which is too old for release 2');
    expect(may(2, 2, 1)).to.include('release 1 can no longer run on it; start release 2');
    for (const sentence of [may(0, 0, 1), may(1, 1, 2), may(2, 2, 1), may(3, 2, 1)])
      expect(sentence).to.match(/^[^\n]+ \(docs\/upgrades\.md\)\.$/);
  });

  it('tells which second phases are left', () => {
    expect(unfinishedReleases(states('1b', '1a', '2b'))).to.deep.equal([2]);
    expect(unfinishedReleases(states('1b', '1a', '2b', '2a…'))).to.deep.equal([2]);
    expect(unfinishedReleases(states('1b', '1a', '2b', '2a'))).to.deep.equal([]);
  });
});
