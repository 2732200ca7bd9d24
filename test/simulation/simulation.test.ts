import { expect } from 'chai';
import { replayCommand } from './replay.ts';
import { simulate } from './simulation.ts';

/** `npm run test:simulation -- --seeds 20000` runs more. */
const SEEDS = 60;
const PER_TEST = 30;
/** Last events of a failing run that are printed here; the replay prints all. */
const MAX_STORY_LINES = 80;

describe('the runtime, its leases, chains and relay under simulated faults', () => {
  for (let first = 1; first <= SEEDS; first += PER_TEST) {
    const last = Math.min(first + PER_TEST - 1, SEEDS);
    it(`keeps its promises, seeds ${first} to ${last}`, async function () {
      // When it runs beside the browser tests, it gets only a part of the processor.
      this.timeout(600_000);
      for (let seed = first; seed <= last; seed += 1) {
        const { violation, hash, story } = await simulate(seed);
        if (violation === null) continue;
        throw new Error(
          `seed ${seed} (hash ${hash}): ${violation}\n${replayCommand(seed)}\n\n${story(MAX_STORY_LINES)}\n\nseed ${seed}: ${violation}`,
        );
      }
    });
  }

  it('repeats a seed the same way every time, and differs between seeds', async function () {
    this.timeout(300_000);
    const seeds = [3, 4, 57, 91];
    const runs = [];
    for (const seed of [...seeds, ...seeds]) runs.push(await simulate(seed));
    const [once, again] = [runs.slice(0, seeds.length), runs.slice(seeds.length)];
    expect(once.map(({ hash }) => hash)).to.deep.equal(again.map(({ hash }) => hash));
    expect(once.map(({ story }) => story())).to.deep.equal(again.map(({ story }) => story()));
    expect(new Set(once.map(({ hash }) => hash)).size).to.equal(seeds.length);
  });
});
