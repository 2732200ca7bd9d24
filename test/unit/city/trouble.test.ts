import { expect } from 'chai';
import { planDay } from '../../../scripts/city/model/plan-day.ts';
import { type Trouble, troubleOf } from '../../../scripts/city/model/trouble.ts';

describe('trouble in which dispatchers have to step in', () => {
  const { orders } = planDay({ seed: 3, orders: 4_000, drivers: 1, hours: 10 });
  const keys = orders.flatMap(({ groups }) => groups.map(({ key }) => key));
  const all = keys.map((key) => troubleOf(3, key));
  const share = (fits: (trouble: Trouble) => boolean) => (100 * all.filter(fits).length) / all.length;

  it('is the same for the same group, and different with another seed', () => {
    expect(keys.map((key) => troubleOf(3, key))).to.deep.equal(all);
    expect(keys.map((key) => troubleOf(4, key))).to.not.deep.equal(all);
  });

  it('is rare, and of every kind', () => {
    expect(share(({ handOver }) => handOver !== null)).to.be.within(1.5, 3.5);
    expect(share(({ reversal }) => reversal !== null)).to.be.within(1, 3);
    expect(share(({ withoutCode }) => withoutCode)).to.be.within(1, 3);
    expect(share(({ bundled }) => bundled)).to.be.within(1.5, 3.5);
    const ends = new Set(all.flatMap(({ handOver }) => handOver?.end ?? []));
    expect([...ends].sort()).to.deep.equal(['CALLED_OFF', 'DONE', 'MISSED']);
    const after = all.flatMap(({ reversal }) => reversal?.after ?? []);
    expect(
      after.some((minutes) => minutes > 10),
      'too late',
    ).to.equal(true);
    expect(after.filter((minutes) => minutes < 10).length).to.be.above(after.length / 2);
  });
});
