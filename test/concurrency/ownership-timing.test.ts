import { expect } from 'chai';
import { LEASE_TIMING } from '../../db/redis/lease-registry.ts';
import { NodeOwnership } from '../../db/redis/ownership.ts';
import { HandTime } from '../support/hand-time.ts';
import { MemoryRegister, SharedMemory } from '../support/memory-lease-registry.ts';
import { actor, silent } from '../support/ownership-world.ts';

/** The durations of a real installation, on a clock that the test advances. */
describe('the timing of leases', () => {
  let time: HandTime;
  let memory: SharedMemory;
  let count = 0;
  beforeEach(() => {
    time = new HandTime();
    memory = new SharedMemory(time);
    count = 0;
  });

  async function join() {
    count += 1;
    const register = new MemoryRegister(memory, LEASE_TIMING);
    const node = `node-${count}`;
    let ids = 0;
    const newId = () => {
      ids += 1;
      return String(ids);
    };
    const ownership = new NodeOwnership({ register, node, log: silent, time, newId });
    await ownership.start();
    return { ownership, register };
  }

  it('wait 3 s in an empty Redis, and not at all in one that has been up', async () => {
    const one = await join();
    await time.advance(2_999);
    expect(one.ownership.available).to.equal(false);
    await time.advance(1);
    expect(one.ownership.available).to.equal(true);
    const two = await join();
    expect(two.ownership.available).to.equal(true);
  });

  it('hold a lease for 1.5 s without Redis, while others regard it as live for 2 s', async () => {
    const [one, two] = [await join(), await join()];
    await time.advance(3_000);
    const ref = actor();
    expect(await one.ownership.claim(ref)).to.deep.equal({ kind: 'mine' });
    one.register.away = true;
    // Renewed for the last time at this very moment.
    await time.advance(1_499);
    expect(one.ownership.incarnation).to.equal('node-1.1');
    await time.advance(1);
    expect(one.ownership.incarnation).to.equal('node-1.2');
    expect(await two.ownership.claim(ref)).to.deep.equal({ kind: 'theirs', owner: 'node-1.1' });
    await time.advance(499);
    expect((await two.ownership.claim(ref)).kind).to.equal('theirs');
    await time.advance(1);
    expect((await two.ownership.claim(ref)).kind).to.equal('mine');
  });

  it('free the actors of a process that returns, without waiting for its old lease', async () => {
    const [one, two] = [await join(), await join()];
    await time.advance(3_000);
    const ref = actor();
    await one.ownership.claim(ref);
    one.register.away = true;
    await time.advance(1_600);
    one.register.away = false;
    await time.advance(400);
    expect((await two.ownership.claim(ref)).kind).to.equal('mine');
  });

  it('allow owners again 5 s after a loss', async () => {
    const { ownership } = await join();
    await time.advance(3_000);
    time.leap(1_500);
    expect(ownership.available).to.equal(false);
    await time.advance(4_999);
    expect(ownership.available).to.equal(false);
    await time.advance(1);
    expect(ownership.available).to.equal(true);
  });

  it('renew a claim before Redis forgets it', async () => {
    const { ownership } = await join();
    await time.advance(3_000);
    const ref = actor();
    await ownership.claim(ref);
    await time.advance(LEASE_TIMING.ownTtl / 2);
    await ownership.claim(ref);
    await time.advance(LEASE_TIMING.ownTtl / 2 + 1_000);
    expect(memory.get(`zone:${ref.key}`)).to.equal(ownership.incarnation);
  });
});
