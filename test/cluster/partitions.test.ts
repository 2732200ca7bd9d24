import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { type ChaosFigures, runChaos } from '../chaos/chaos.ts';
import type { Episode, Fault } from '../chaos/fault-plan.ts';
import { type Loss, Network, type Peer } from '../chaos/network.ts';
import { report } from '../chaos/report.ts';
import { say } from './say.ts';

const cut = (from: readonly Peer[], loss: Loss, seconds: number): Fault => {
  return { do: 'cut', from, loss, for: seconds * 1_000 };
};
const alone = (fault: Fault): Episode => [{ after: 0, fault }];

const EPISODES: readonly Episode[] = [
  alone(cut(['redis'], 'all', 6)),
  alone(cut(['postgres'], 'all', 6)),
  alone(cut(['redis', 'postgres'], 'all', 6)),
  // Its commits arrive, and it does not learn so.
  alone(cut(['postgres'], 'answers', 5)),
  // Its claims and messages arrive, and it hears nothing.
  alone(cut(['redis'], 'answers', 5)),
  alone(cut(['redis'], 'requests', 5)),
  // Two of three, cut off from different services.
  [
    { after: 0, fault: cut(['redis'], 'all', 6) },
    { after: 1_000, fault: cut(['postgres'], 'all', 6) },
  ],
  // All from Redis, one after the other: no two of them agree for a while.
  [
    { after: 0, fault: cut(['redis'], 'all', 5) },
    { after: 500, fault: cut(['redis'], 'all', 5) },
    { after: 1_000, fault: cut(['redis'], 'all', 5) },
  ],
];

describe('processes in network namespaces of their own', function () {
  this.timeout(420_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'wasl-partitions-'));
  const stop = new AbortController();
  let figures: ChaosFigures;

  before(async function () {
    const lacking = await Network.lacking();
    if (lacking !== null) {
      say(`skipped, since this machine refuses network namespaces: ${lacking}`);
      this.skip();
    }
    figures = await runChaos({
      ...{ folder, namespaces: true, seed: 11, episodes: EPISODES },
      // Within what the service tolerates: it refuses to work beyond two seconds.
      clock: (place) => [null, { ahead: 1_200, gains: 2 }, { ahead: -1_200, gains: -2 }][place] ?? null,
      ...{ nodes: 3, actors: 120, callers: 60, rate: 250, commands: 3_000, calm: [3_000, 5_000] },
      ...{ sabotage: null, signal: stop.signal, onProgress: say },
    });
    for (const line of report(figures).lines) say(line);
    say(
      figures.noDelay === null
        ? 'each way with 4 ms of delay and 0.5 % loss'
        : `without delay: ${figures.noDelay}`,
    );
  });

  after(() => {
    stop.abort();
    rmSync(folder, { recursive: true, force: true });
  });

  it('lose and double nothing, and answer nothing outdated, cut off from Redis, PostgreSQL or both', () => {
    expect(figures.violations).to.deep.equal([]);
    expect(figures.acknowledged).to.be.at.least(3_000);
    expect(figures.done.cuts).to.equal(EPISODES.flat().length);
    expect(figures.nodes.unexpected).to.equal(0);
  });

  it('fence owners that others took over from', () => {
    expect(figures.nodes.fenced).to.be.above(0);
  });
});
