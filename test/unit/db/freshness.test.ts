import { expect } from 'chai';
import { Freshness, MARKS_KEPT_MS } from '../../../db/freshness.ts';

describe('how old the data of a standby can be', () => {
  const marked = (...marks: readonly [at: number, timeline: number, position: number][]) => {
    const freshness = new Freshness();
    for (const [at, timeline, position] of marks) freshness.mark({ at, timeline, position });
    return freshness;
  };
  const standby = (position: number | null, followed: number | null = 1) => ({ position, followed });

  it('is told by the newest moment whose commits it has replayed', () => {
    const freshness = marked([0, 1, 100], [2_000, 1, 200], [4_000, 1, 300]);
    expect(freshness.asOf(standby(99))).to.equal(null);
    expect(freshness.asOf(standby(100))).to.equal(0);
    expect(freshness.asOf(standby(299))).to.equal(2_000);
    expect(freshness.asOf(standby(900))).to.equal(4_000);
  });

  it('does not grow while the primary writes nothing', () => {
    expect(marked([0, 1, 100], [2_000, 1, 100], [60_000, 1, 100]).asOf(standby(100))).to.equal(60_000);
  });

  it('is not known of one that follows another history, however far it has come', () => {
    const promoted = marked([0, 1, 100], [2_000, 2, 150]);
    expect(promoted.asOf(standby(900, 1)), 'a standby of the former primary').to.equal(null);
    expect(promoted.asOf(standby(120, 2)), 'only what the new timeline has counts').to.equal(null);
    expect(promoted.asOf(standby(150, 2))).to.equal(2_000);
  });

  it('is not known before the primary was seen, nor of one that does not tell', () => {
    expect(marked().asOf(standby(100))).to.equal(null);
    expect(marked([0, 1, 100]).asOf(standby(null))).to.equal(null);
    expect(marked([0, 1, 100]).asOf(standby(100, null))).to.equal(null);
  });

  it('is not judged by what was written too long ago', () => {
    const freshness = marked([0, 1, 100], [MARKS_KEPT_MS + 1, 1, 200]);
    expect(freshness.asOf(standby(150))).to.equal(null);
  });
});
