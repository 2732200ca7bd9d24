import { expect } from 'chai';
import { replayCommand } from './replay.ts';
import { type Outcome, simulate } from './simulation.ts';

async function keeps(faults: readonly string[], seeds: number): Promise<Outcome['figures'][]> {
  const figures: Outcome['figures'][] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const outcome = await simulate(seed, { faults });
    const { violation, story } = outcome;
    // An assertion, as the mutants require.
    if (violation !== null)
      expect.fail(`${replayCommand(seed, faults)}\n\n${story(80)}\n\nseed ${seed}: ${violation}`);
    figures.push(outcome.figures);
  }
  return figures;
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

describe('the simulation, with', function () {
  this.timeout(600_000);

  it('processes that are cut off while others go on, keeps every promise', async () => {
    const figures = await keeps(['partition', 'freeze'], 12);
    expect(sum(figures.map(({ partitions }) => partitions))).to.be.above(12);
  });

  it('a primary that is lost and its standby promoted, keeps every promise', async () => {
    const figures = await keeps(['promote', 'partition', 'kill'], 8);
    expect(sum(figures.map(({ promotions }) => promotions))).to.be.above(8);
  });

  it('a standby that lacks what was acknowledged, notices it', async () => {
    for (const seed of [1, 2, 3]) {
      const { violation } = await simulate(seed, { faults: ['promote'], synchronous: false });
      expect(violation, `seed ${seed}`).not.to.equal(null);
    }
  });
});
