import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { type ChaosFigures, runChaos } from '../chaos/chaos.ts';
import type { Episode, Fault } from '../chaos/fault-plan.ts';
import { report } from '../chaos/report.ts';
import { say } from './say.ts';

const alone = (fault: Fault): Episode => [{ after: 0, fault }];
const KILLED: Fault = { do: 'redis', down: 0 };

/** On each kind of Redis: its faults alone, then together with those of processes and PostgreSQL. */
const EPISODES = {
  cluster: [
    alone({ do: 'move' }),
    alone(KILLED),
    alone({ do: 'move' }),
    [
      { after: 0, fault: KILLED },
      { after: 500, fault: { do: 'kill', point: 'committed' } },
    ],
    [
      { after: 0, fault: { do: 'move' } },
      { after: 0, fault: { do: 'freeze', for: 2_500 } },
    ],
    [
      { after: 0, fault: KILLED },
      { after: 1_000, fault: { do: 'postgres' } },
      { after: 2_000, fault: { do: 'freeze', for: 3_000 } },
    ],
  ],
  sentinel: [
    alone(KILLED),
    [
      { after: 0, fault: KILLED },
      { after: 500, fault: { do: 'kill', point: 'before-commit' } },
      { after: 1_000, fault: { do: 'freeze', for: 3_000 } },
    ],
    alone(KILLED),
  ],
} as const satisfies Record<string, readonly Episode[]>;

for (const topology of ['cluster', 'sentinel'] as const) {
  describe(`owners on a ${topology} of Redis under load`, function () {
    this.timeout(420_000);
    const folder = mkdtempSync(path.join(tmpdir(), `wasl-${topology}-`));
    const stop = new AbortController();
    let figures: ChaosFigures;

    before(async () => {
      figures = await runChaos({
        ...{ folder, topology, seed: 7, episodes: EPISODES[topology] },
        ...{ nodes: 3, actors: 120, callers: 60, rate: 300, commands: 5_000, calm: [4_000, 6_000] },
        ...{ sabotage: null, signal: stop.signal, onProgress: say },
      });
      for (const line of report(figures).lines) say(line);
    });

    after(() => {
      stop.abort();
      rmSync(folder, { recursive: true, force: true });
    });

    it('lose and double no acknowledged command, and answer nothing outdated', () => {
      expect(figures.violations).to.deep.equal([]);
      expect(figures.acknowledged).to.be.at.least(5_000);
      expect(figures.audit?.commandRows).to.be.at.least(figures.answered.written);
      expect(figures.nodes.unexpected).to.equal(0);
    });

    it('go on by row lock meanwhile, and own actors again afterwards', () => {
      expect(figures.done.redis).to.equal(
        EPISODES[topology].flat().filter(({ fault }) => fault.do === 'redis').length,
      );
      expect(figures.nodes.degraded).to.be.above(0);
      expect(figures.nodes.activated).to.be.above(0);
    });
  });
}
