import { expect } from 'chai';
import { Takeover } from '../chaos/takeover.ts';

describe("the chaos run's measurement of takeovers", () => {
  it('runs from the fault to the first response that was requested after it', async () => {
    const takeover = new Takeover();
    takeover.answered(7, 'one', false, 0);
    expect(takeover.ownedBy('one')).to.deep.equal([7]);
    const watched = takeover.watch(7, 'one', 'kill', 10_000);
    takeover.answered(7, 'two', false, 0);
    expect(takeover.samples).to.deep.equal([]);
    takeover.answered(7, 'two', false, performance.now());
    await watched;
    expect(takeover.samples).to.have.length(1);
    expect(takeover.samples[0]).to.include({ fault: 'kill', node: 'one', actor: 7, withoutService: false });
  });

  it('ends when the actor was struck again elsewhere', async () => {
    const takeover = new Takeover();
    const first = takeover.watch(7, 'one', 'kill', 10_000);
    const second = takeover.watch(7, 'two', 'freeze', 10_000);
    await first;
    takeover.answered(7, 'three', false, performance.now());
    await second;
    expect(takeover.samples.map(({ node }) => node)).to.deep.equal(['two']);
  });

  it('gives up after the limit, and reports that time', async () => {
    const takeover = new Takeover();
    await takeover.watch(7, 'one', 'kill', 20);
    expect(takeover.samples).to.have.length(1);
    expect(takeover.samples[0]?.took).to.be.at.least(19);
  });
});
