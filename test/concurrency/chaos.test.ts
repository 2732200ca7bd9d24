import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { type ChaosFigures, runChaos } from '../chaos/chaos.ts';
import type { Episode, Fault } from '../chaos/fault-plan.ts';

/** Has decided, and writes only when others have long taken its actors over. */
const LATE_WRITE: Fault = { do: 'freeze', beforeWrite: true, for: 2_200 };
/** The faults of the long run within a quarter of a minute (`npm run test:chaos` has hundreds of them). */
const EPISODES: readonly Episode[] = [
  [
    { after: 0, fault: { do: 'kill', point: 'committed' } },
    { after: 200, fault: LATE_WRITE },
  ],
  [
    { after: 0, fault: { do: 'postgres' } },
    { after: 200, fault: { do: 'kill', point: 'before-effects' } },
    { after: 600, fault: LATE_WRITE },
  ],
  [
    { after: 0, fault: { do: 'redis', down: 100 } },
    { after: 100, fault: { do: 'kill', point: null } },
    { after: 400, fault: { do: 'purge' } },
    { after: 700, fault: { do: 'redis', down: 0 } },
    { after: 1_000, fault: LATE_WRITE },
    { after: 1_400, fault: { do: 'kill', point: 'row-locked' } },
  ],
];

describe('real processes under load while they and their services are killed', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wasl-chaos-'));
  const stop = new AbortController();
  let figures: ChaosFigures;

  before(async function () {
    this.timeout(300_000);
    figures = await runChaos({
      ...{ folder, seed: 1, episodes: EPISODES, nodes: 3, actors: 60, callers: 48, rate: 300 },
      ...{ commands: 500, calm: [0, 100], sabotage: null, signal: stop.signal, onProgress: () => undefined },
    });
  });

  after(() => {
    stop.abort();
    rmSync(folder, { recursive: true, force: true });
  });

  it('carry out the plan, and no process ends that was meant to continue', () => {
    expect(figures.done).to.deep.equal({
      kills: 4,
      freezes: 3,
      redis: 2,
      postgres: 1,
      purges: 1,
      moves: 0,
      cuts: 0,
      promotions: 0,
      standbys: 0,
    });
    expect(figures.nodes.unexpected).to.equal(0);
  });

  it('lose and double nothing, answer nothing outdated, and finish every chain', () => {
    expect(figures.violations).to.deep.equal([]);
    expect(figures.acknowledged).to.be.at.least(500);
    expect(figures.audit?.commandRows).to.be.at.least(figures.answered.written);
    expect(figures.audit?.transfers).to.be.above(0);
  });

  it('fence former owners', () => {
    expect(figures.nodes.fenced).to.be.above(0);
  });
});
