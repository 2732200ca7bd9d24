import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { NO_METRICS } from '../../actors/runtime/activation/metrics.ts';
import type { GroupStore, GroupWrite } from '../../actors/runtime/activation-ports.ts';
import { type ActivationProcess, startActivations } from '../support/activation-engine.ts';
import { codeOf } from '../support/code-of.ts';
import { commandTo } from '../support/counter-runtime.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { FakeCluster } from '../support/fake-ownership.ts';

type Write = (batch: readonly GroupWrite[], finished?: readonly string[]) => ReturnType<GroupStore['write']>;

/** A store whose next writes can be made to fail. */
class FaultyStore implements GroupStore {
  readonly #inner: GroupStore;
  /** Called in place of the next `write`. */
  next: ((write: Write, batch: readonly GroupWrite[]) => ReturnType<GroupStore['write']>) | null = null;

  constructor(inner: GroupStore) {
    this.#inner = inner;
  }

  activate: GroupStore['activate'] = (ref) => this.#inner.activate(ref);
  find: GroupStore['find'] = (ref, id) => this.#inner.find(ref, id);

  write: Write = (batch, finished) => {
    const { next } = this;
    this.next = null;
    const write: Write = (...args) => this.#inner.write(...args);
    return next === null ? write(batch, finished) : next(write, batch);
  };
}

describe('the activation runtime when things go wrong', () => {
  const cluster = new FakeCluster();
  let database: TestDatabase;
  let one: ActivationProcess;
  let two: ActivationProcess;
  let store: FaultyStore;

  before(async () => {
    database = await createTestDatabase({ catalogue: false });
    one = startActivations(database.url, cluster, undefined, {
      faults: (inner) => {
        store = new FaultyStore(inner);
        return store;
      },
    });
    two = startActivations(database.url, cluster, one.process);
  });

  after(async () => {
    await one.process.close();
    await two.process.close();
    await database.drop();
  });

  const add = (to: ActivationProcess, key: string, amount = 1, id = uuidv7()) =>
    to.process.command(key, 'add', { amount }, id);

  async function versionsOf(key: string): Promise<number[]> {
    const rows = await one.process.database('actor_command').where({ key }).orderBy('version');
    return rows.map((row: { version: number }) => row.version);
  }

  it('notices that a row-locked write has fenced it, and answers from the new state', async () => {
    const key = await one.process.create();
    await add(one, key, 5);
    await one.process.rowLocked.execute(commandTo(key, 'add', { amount: -5 }));
    // Decided from memory this would be accepted: it holds five.
    expect(await codeOf(add(one, key, -1))).to.equal('common.CONFLICT');
    expect((await add(one, key, 2)).reply).to.deep.equal({ count: 2 });
    expect(await versionsOf(key)).to.deep.equal([1, 2, 3, 4]);
  });

  it('never confirms from memory what a row-locked write has changed: no-op, refusal or repeat', async () => {
    const key = await one.process.create();
    const id = uuidv7();
    await add(one, key, 1, id);
    for (let round = 0; round < 5; round += 1) {
      await one.process.rowLocked.execute(commandTo(key, 'add', { amount: 2 }));
      // Memory holds one, and would lead to a refusal.
      expect(await codeOf(add(one, key, -3))).to.equal('none');
      await one.process.rowLocked.execute(commandTo(key, 'add', { amount: 1 }));
      const repeat = await add(one, key, 1, id);
      expect([repeat.replayed, repeat.version]).to.deep.equal([true, 3 * round + 5]);
    }
  });

  it('lets only the newest of two owners write, and the other one takes over again', async () => {
    const key = await one.process.create();
    two.ownership.greedy = true;
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        await new Promise((resolve) => setImmediate(resolve));
        return add(index % 2 === 0 ? one : two, key).catch(() => undefined);
      }),
    );
    two.ownership.greedy = false;
    const state = await one.process.state(key);
    expect(await versionsOf(key)).to.deep.equal(
      Array.from({ length: state.version }, (_, index) => index + 1),
    );
    expect(state.count).to.equal(state.version - 1);
  });

  it('runs a command once when its commit was lost on the way, and once when the response was', async () => {
    const key = await one.process.create();
    store.next = async () => {
      throw new Error('connection lost before the commit');
    };
    expect((await add(one, key)).reply).to.deep.equal({ count: 1 });
    store.next = async (write, batch) => {
      await write(batch);
      throw new Error('connection lost after the commit');
    };
    const answers = await Promise.all([add(one, key), add(one, key), add(one, key)]);
    expect(answers.map(({ reply }) => reply.count).sort()).to.deep.equal([2, 3, 4]);
    expect((await one.process.state(key)).count).to.equal(4);
    expect(await versionsOf(key)).to.deep.equal([1, 2, 3, 4, 5]);
  });

  it('gives up after a second unknown outcome, and the same id still takes effect once', async () => {
    const key = await one.process.create();
    const lost: NonNullable<FaultyStore['next']> = async (write, batch) => {
      store.next = async () => {
        throw new Error('lost again');
      };
      await write(batch);
      throw new Error('lost');
    };
    const id = uuidv7();
    store.next = lost;
    expect(await codeOf(add(one, key, 1, id))).to.equal('common.UNAVAILABLE');
    const again = await add(one, key, 1, id);
    expect([again.replayed, again.reply]).to.deep.equal([true, { count: 1 }]);
    expect((await one.process.state(key)).count).to.equal(1);
  });

  it('lets one faulty command fail alone, among others of its actor and of other actors', async () => {
    const [key, other] = [await one.process.create(), await one.process.create()];
    await Promise.all([add(one, key), add(one, other)]);
    const bad = (index: number) =>
      one.process.runtime.execute({ ...commandTo(key, 'add', { amount: 1 }), reason: `nul \u0000 ${index}` });
    const results = await Promise.allSettled([
      add(one, key),
      bad(1),
      add(one, other),
      add(one, key),
      bad(2),
      bad(3),
      bad(4),
      add(one, key),
      add(one, other),
    ]);
    expect(results.map(({ status }) => status === 'fulfilled')).to.deep.equal([
      ...[true, false, true, true, false, false, false, true, true],
    ]);
    expect([(await one.process.state(key)).count, (await one.process.state(other)).count]).to.deep.equal([
      4, 3,
    ]);
    expect(await versionsOf(key)).to.deep.equal([1, 2, 3, 4, 5]);
  });

  it('finds an id at the commit that memory has forgotten', async () => {
    const key = await one.process.create();
    const id = uuidv7();
    await add(one, key, 7, id);
    await Promise.all(Array.from({ length: 80 }, () => add(one, key)));
    const [repeat, ...news] = await Promise.all([add(one, key, 7, id), add(one, key), add(one, key)]);
    expect([repeat?.replayed, repeat?.reply]).to.deep.equal([true, { count: 7 }]);
    expect(news.map(({ replayed }) => replayed)).to.deep.equal([false, false]);
    expect((await one.process.state(key)).count).to.equal(89);
    expect(await codeOf(add(one, key, 8, id))).to.equal('idempotency.MISMATCH');
  });

  it('writes the others of a batch while another transaction locks one actor’s row', async () => {
    const [held, free] = [await one.process.create(), await one.process.create()];
    await Promise.all([add(one, held), add(one, free)]);
    const blocker = await two.process.database.transaction();
    await blocker.raw('SELECT 1 FROM actor WHERE key = ? FOR UPDATE', [held]);
    const waiting = add(one, held);
    const start = performance.now();
    await Promise.all(Array.from({ length: 20 }, () => add(one, free)));
    // A write waits 50 ms for a lock; other statements wait five seconds.
    expect(performance.now() - start).to.be.lessThan(4_000);
    await blocker.rollback();
    expect((await waiting).reply).to.deep.equal({ count: 2 });
    expect((await one.process.state(free)).count).to.equal(21);
  });

  it('drops everything when its lease is lost, and runs under row locks while it owns nothing', async () => {
    const key = await one.process.create();
    const before = Array.from({ length: 30 }, () => add(one, key));
    one.ownership.available = false;
    one.ownership.lose();
    const after = Array.from({ length: 5 }, () => add(one, key));
    await Promise.all([...before, ...after]);
    expect(one.sticky.gauges().actors).to.equal(0);
    const { epoch } = await one.process.state(key);
    expect(epoch).to.be.greaterThan(1);
    one.ownership.available = true;
    await add(one, key);
    expect((await one.process.state(key)).count).to.equal(36);
    expect(one.sticky.gauges().actors).to.equal(1);
  });

  it('runs a forwarded command once, even if the response is lost on the way', async () => {
    const key = await one.process.create();
    await add(one, key);
    two.ownership.lostForwards = 2;
    expect((await add(two, key)).reply).to.deep.equal({ count: 2 });
    two.ownership.lostForwards = 3;
    expect(await codeOf(add(two, key))).to.equal('common.UNAVAILABLE');
    expect(await codeOf(add(two, key, -9))).to.equal('common.CONFLICT');
    expect((await one.process.state(key)).count).to.equal(2);
  });

  it('reports that an actor has moved when a command is sent to the wrong process', async () => {
    const key = await one.process.create();
    await add(one, key);
    two.ownership.answer = { kind: 'theirs', owner: two.ownership.incarnation };
    expect(await codeOf(add(two, key))).to.equal('common.UNAVAILABLE');
    two.ownership.answer = null;
    expect((await add(two, key)).reply).to.deep.equal({ count: 2 });
  });

  it('hands its actors over under load: every command is answered, and others own them', async () => {
    let degraded = 0;
    const metrics = { ...NO_METRICS, degraded: () => (degraded += 1) };
    const leaving = startActivations(database.url, cluster, one.process, { metrics });
    const keys = await Promise.all(Array.from({ length: 5 }, () => one.process.create()));
    const key = (index: number) => keys[index % keys.length] ?? '';
    await Promise.all(keys.map((each) => add(leaving, each)));
    const load = Array.from({ length: 200 }, (_, index) => add(index % 2 === 0 ? leaving : two, key(index)));
    const handedOver = leaving.sticky.handOver();
    const late = Array.from({ length: 50 }, (_, index) => add(index % 2 === 0 ? leaving : two, key(index)));
    await Promise.all([...load, ...late, handedOver]);
    expect(leaving.sticky.gauges()).to.deep.equal({ actors: 0, unanswered: 0, decided: 0 });
    // Later commands go to the new owners: a row-locked write would fence them with every command.
    for (const each of keys) await add(two, each);
    const before = degraded;
    for (const each of keys) await add(leaving, each);
    expect(degraded).to.equal(before);
    await leaving.process.close();
    for (const each of keys) {
      expect((await add(two, each)).reply).to.deep.equal({ count: 54 });
      expect(cluster.owners.get(`zone:${each}`)).to.equal(two.ownership.incarnation);
    }
  });
});
