import { expect } from 'chai';
import type { GroupWrite } from '../../../actors/runtime/activation-ports.ts';
import { codeOf } from '../../support/code-of.ts';
import { HeldProcess, keyOf } from './held-store.ts';

describe('an owner that can no longer trust its memory', () => {
  it('loads the actor again after a commit whose outcome is unknown', async () => {
    const process = new HeldProcess();
    process.store.held = false;
    const write = process.store.write.bind(process.store);
    const bases: number[] = [];
    let lost = true;
    process.store.write = async (writes: readonly GroupWrite[]) => {
      bases.push(...writes.map((each) => (each.kind === 'commit' ? each.commit.baseVersion : -1)));
      if (!lost) return write(writes);
      lost = false;
      throw new Error('the connection broke');
    };
    await process.person('a');
    expect(process.store.activations).to.equal(2);
    // Both times on what the database holds: the first decision is forgotten.
    expect(bases).to.deep.equal([1, 1]);
  });

  it('drops its actors, and those it is just activating, the moment its lease is lost', async () => {
    const process = new HeldProcess();
    process.store.held = false;
    await process.person('held');
    const activate = process.store.activate.bind(process.store);
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    process.store.activate = async () => {
      process.store.activate = activate;
      await arrived;
      return activate();
    };
    // Another process may claim the actor now. This test has no row-locked fallback, so the command fails.
    const taking = process.person('taken').catch((error: Error) => error.message);
    await process.settle();
    process.ownership.lose();
    expect(process.runtime.gauges().actors).to.equal(0);
    arrive();
    expect(await taking).to.equal('not by row lock');
    expect(process.runtime.gauges().actors).to.equal(0);
    expect(process.ownership.released).not.to.include(`zone:${keyOf('held')}`);
  });

  it('after an activation knows only the ids that came with it: older ones are looked up at the commit', async () => {
    const process = new HeldProcess();
    process.store.held = false;
    const recent = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ id: `${index}`, version: 1, requestHash: Buffer.alloc(32) },
        outcome: { ok: true, reply: {} } as const,
      }));
    for (const [actor, count] of [
      ['few', 63],
      ['many', 64],
    ] as const) {
      process.store.activate = async () => ({
        ...{ version: 1, epoch: 1, schema: 1, state: { count: 0, complaints: 0 } },
        recent: recent(count),
      });
      await process.person(actor);
      // Refused now, it may have been accepted long ago.
      expect(await codeOf(process.person(actor, -5))).to.equal('common.CONFLICT');
    }
    const verified = process.store.batches.flatMap(({ writes }) =>
      writes.map(({ kind, verifyNew = false }) => [kind, verifyNew !== false]),
    );
    expect(verified).to.deep.equal([
      ['commit', false],
      ['check', false],
      ['commit', true],
      ['check', true],
    ]);
  });
});
