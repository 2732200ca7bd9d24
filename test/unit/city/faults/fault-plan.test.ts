import { expect } from 'chai';
import { type CityFault, planFaults, usualCounts } from '../../../city/faults/fault-plan.ts';
import { type FaultTargets, Havoc } from '../../../city/faults/havoc.ts';

const COUNTS = {
  'kill-api': 4,
  'kill-worker': 1,
  'kill-redis': 2,
  'empty-redis': 1,
  'restart-postgres': 1,
  'cut-connections': 0,
};

describe("the city's faults", () => {
  it('are the same for the same seed, as many as requested, in order and within the day', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const plan = planFaults({ seed, span: 60_000, counts: COUNTS });
      expect(plan).to.deep.equal(planFaults({ seed, span: 60_000, counts: COUNTS }));
      const times = plan.map(({ at }) => at);
      expect(times).to.deep.equal([...times].sort((one, other) => one - other));
      expect(times[0]).to.be.at.least(60_000 * 0.08);
      expect(times.at(-1)).to.be.at.most(60_000 * 0.8);
      for (const [kind, wanted] of Object.entries(COUNTS))
        expect(plan.filter(({ fault }) => fault.do === kind)).to.have.length(wanted);
    }
  });

  it('differ from seed to seed', () => {
    const orders = new Set(
      Array.from({ length: 20 }, (_, seed) =>
        planFaults({ seed, span: 60_000, counts: COUNTS })
          .map(({ fault }) => fault.do)
          .join(),
      ),
    );
    expect(orders.size).to.be.greaterThan(15);
  });

  it('are of every kind on the shortest day, and more on a longer one', () => {
    expect(Object.values(usualCounts(20_000))).to.deep.equal([1, 1, 1, 1, 1, 1]);
    expect(usualCounts(600_000)['kill-api']).to.equal(30);
  });
});

/** Records what is done to it, and is healthy again after this many checks. */
class Noted implements FaultTargets {
  readonly done: string[] = [];
  looks = 3;

  #note(what: string): Promise<void> {
    this.done.push(what);
    return Promise.resolve();
  }

  killApi = () => this.#note('kill-api');
  killWorker = () => this.#note('kill-worker');
  killRedis = (down: number) => this.#note(`kill-redis ${down}`);
  emptyRedis = () => this.#note('empty-redis');
  restartPostgres = () => this.#note('restart-postgres');
  cutConnections = () => this.#note('cut-connections');

  async isHealthy(): Promise<boolean> {
    this.looks -= 1;
    return this.looks <= 0;
  }
}

describe('carrying faults out', () => {
  const plan = (
    ['kill-api', 'kill-worker', 'empty-redis', 'restart-postgres', 'cut-connections'] as const
  ).map((kind, index): { at: number; fault: CityFault } => ({ at: index, fault: { do: kind } }));

  it('follows the plan, counts what was done, and waits until everything is healthy', async () => {
    const targets = new Noted();
    const havoc = new Havoc({
      targets,
      plan: [...plan, { at: 6, fault: { do: 'kill-redis', down: 7 } }],
      progress: () => 10,
      hurry: new AbortController().signal,
      signal: new AbortController().signal,
    });
    await havoc.run();
    expect(targets.done).to.deep.equal([...plan.map(({ fault }) => fault.do), 'kill-redis 7']);
    expect(targets.looks).to.be.at.most(0);
    expect([...havoc.done])
      .to.deep.include(['API killed', 1])
      .and.deep.include(['Redis killed', 1]);
    expect(havoc.now).to.equal(null);
  });

  it('carries out each kind once when the day ends early', async () => {
    const ending = new AbortController();
    const targets = new Noted();
    const later = (kind: 'kill-api' | 'empty-redis') => ({ at: 60_000, fault: { do: kind } });
    const havoc = new Havoc({
      targets,
      plan: [{ at: 0, fault: { do: 'kill-api' } }, later('kill-api'), later('empty-redis')],
      progress: () => 0,
      hurry: ending.signal,
      signal: new AbortController().signal,
    });
    const over = havoc.run();
    ending.abort();
    await over;
    expect(targets.done).to.deep.equal(['kill-api', 'empty-redis']);
  });

  it('does nothing more when it is stopped', async () => {
    const closing = new AbortController();
    const targets = new Noted();
    const havoc = new Havoc({
      targets,
      plan: [{ at: 60_000, fault: { do: 'kill-api' } }],
      progress: () => 0,
      hurry: new AbortController().signal,
      signal: closing.signal,
    });
    const over = havoc.run();
    closing.abort();
    await over;
    expect(targets.done).to.deep.equal([]);
  });
});
