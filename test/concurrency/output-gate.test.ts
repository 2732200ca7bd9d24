import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import type { GroupStore } from '../../actors/runtime/activation-ports.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { type ActivationProcess, startActivations } from '../support/activation-engine.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { FakeCluster } from '../support/fake-ownership.ts';

/** Holds commits back until the test opens the gate. */
class HeldWrites {
  open: () => void = () => undefined;
  waiting = 0;
  #gate: Promise<void> = Promise.resolve();

  shut(): void {
    this.#gate = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  around(store: GroupStore): GroupStore {
    return {
      activate: (ref) => store.activate(ref),
      find: (ref, id) => store.find(ref, id),
      write: async (batch, finished) => {
        this.waiting += 1;
        await this.#gate;
        this.waiting -= 1;
        return store.write(batch, finished);
      },
    };
  }
}

describe('the output gate', () => {
  const writes = new HeldWrites();
  let database: TestDatabase;
  let one: ActivationProcess;

  before(async () => {
    database = await createTestDatabase({ catalogue: false });
    one = startActivations(database.url, new FakeCluster(), undefined, {
      faults: (store) => writes.around(store),
    });
  });

  after(async () => {
    writes.open();
    await one.process.close();
    await database.drop();
  });

  /** Lets everything happen that does not wait for a commit. */
  async function rest(): Promise<void> {
    await until(() => writes.waiting > 0);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  it('lets no push, job or chain command out before the commit', async () => {
    const [key, to] = [await one.process.create(), await one.process.create()];
    await one.process.command(to, 'add', { amount: 1 });
    writes.shut();
    const alert = one.process.command(key, 'alert');
    const passedOn = one.process.command(key, 'pass-on', { amount: 0, to });
    await rest();
    expect([one.process.pushed, one.process.consumed]).to.deep.equal([[], []]);
    expect(one.sticky.gauges().unanswered).to.equal(2);
    writes.open();
    await Promise.all([(await alert).effects, (await passedOn).effects]);
    expect([one.process.pushed.length, one.process.consumed.length]).to.deep.equal([1, 1]);
    expect((await one.process.state(to)).version).to.equal(3);
  });

  it('holds refusals and repeats back, too, until a commit has confirmed them', async () => {
    const key = await one.process.create();
    const id = uuidv7();
    await one.process.command(key, 'add', { amount: 1 }, id);
    const answered: string[] = [];
    const ask = (amount: number, as?: string) =>
      one.process.command(key, 'add', { amount }, as).then(
        ({ replayed }) => void answered.push(replayed ? 'repeated' : 'done'),
        () => void answered.push('refused'),
      );
    for (const question of [() => ask(-5), () => ask(1, id)]) {
      const before = [...answered];
      writes.shut();
      const answer = question();
      await Promise.race([rest(), answer]);
      expect(answered).to.deep.equal(before);
      writes.open();
      await answer;
    }
    expect(answered).to.deep.equal(['refused', 'repeated']);
  });
});
