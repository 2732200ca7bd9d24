import { expect } from 'chai';
import { ForwardError } from '../../actors/runtime/activation-ports.ts';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import { realTimers } from '../../db/real-timers.ts';
import { type ActivationProcess, startActivations } from '../support/activation-engine.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { FakeCluster, type FakeOwnership } from '../support/fake-ownership.ts';

describe('a process that knows who owns an actor', () => {
  const cluster = new FakeCluster();
  let database: TestDatabase;
  let one: ActivationProcess;
  let two: ActivationProcess;
  let claims = 0;

  before(async () => {
    database = await createTestDatabase({ catalogue: false });
    one = startActivations(database.url, cluster);
    // Its clock stands still: cached owners age only when the test advances it.
    two = startActivations(database.url, cluster, one.process, { timers: { ...realTimers, now: () => 0 } });
    const claim = two.ownership.claim.bind(two.ownership);
    two.ownership.claim = (ref: ActorRef) => {
      claims += 1;
      return claim(ref);
    };
  });

  after(async () => {
    await one.process.close();
    await two.process.close();
    await database.drop();
  });

  const add = (to: ActivationProcess, key: string, amount = 1) => to.process.command(key, 'add', { amount });

  /** An actor of the first process, whose owner the second one has just learned. */
  async function known(): Promise<string> {
    const key = await one.process.create();
    await add(one, key);
    await add(two, key);
    claims = 0;
    return key;
  }

  it('does not ask the registry again while that owner responds', async () => {
    const key = await known();
    for (let count = 0; count < 50; count += 1) await add(two, key);
    expect(claims).to.equal(0);
    expect(cluster.owners.get(`zone:${key}`)).to.equal(one.ownership.incarnation);
    expect((await one.process.state(key)).count).to.equal(52);
  });

  it('asks at once when that owner has lost the actor, and loses no attempt by it', async () => {
    const key = await known();
    one.ownership.lose();
    // The owner responds "moved"; then as many commands are misrouted as the limit allows.
    cluster.owners.set(`zone:${key}`, two.ownership.incarnation);
    expect((await add(two, key)).reply).to.deep.equal({ count: 3 });
    expect(claims).to.equal(1);
    expect((await add(two, key)).reply).to.deep.equal({ count: 4 });
  });

  it('asks at once when that owner is gone, or is another incarnation by now', async () => {
    for (const reason of ['absent', 'moved'] as const) {
      const key = await known();
      let inVain = 0;
      const forward = two.ownership.forward.bind(two.ownership);
      // The cached owner and two of the registry's answers are misrouted: the third attempt is still left.
      two.ownership.forward = async (...args: Parameters<FakeOwnership['forward']>) => {
        inVain += 1;
        if (inVain <= 3) throw new ForwardError(reason);
        return forward(...args);
      };
      expect((await add(two, key)).reply).to.deep.equal({ count: 3 });
      expect([inVain, claims]).to.deep.equal([4, 3]);
      two.ownership.forward = forward;
    }
  });

  it('forgets all owners when its own lease is lost', async () => {
    const key = await known();
    two.ownership.lose();
    await add(two, key);
    expect(claims).to.equal(1);
  });
});
