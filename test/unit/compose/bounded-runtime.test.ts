import { expect } from 'chai';
import type { ActorRuntime, CommandRequest } from '../../../actors/runtime/runtime.ts';
import { boundedRuntime } from '../../../server/compose/bounded-runtime.ts';

describe('commands by row lock', () => {
  const request = (role: 'BUYER' | 'SYSTEM') => ({ by: { role } }) as unknown as CommandRequest;

  /** A database that answers nothing until it is told to. */
  function slow() {
    const waiting: (() => void)[] = [];
    const runtime: ActorRuntime = {
      execute: () =>
        new Promise((resolve) => {
          waiting.push(() => resolve({ version: 1, replayed: false, reply: {}, effects: Promise.resolve() }));
        }),
    };
    return { runtime, waiting };
  }
  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { code?: string; retryAfter?: number }) => `${error.code} ${error.retryAfter}`,
    );

  it('use at most the connections but two; a bounded number waits, the others are refused at once', async () => {
    const { runtime, waiting } = slow();
    let shed = 0;
    const bounded = boundedRuntime(runtime, { connections: 10, onShed: () => (shed += 1) });
    const sent = Array.from({ length: 8 + 256 + 50 }, () => outcomeOf(bounded.execute(request('BUYER'))));
    const refused = await Promise.all(sent.slice(-50));
    expect(new Set(refused)).to.deep.equal(new Set(['common.UNAVAILABLE 1']));
    expect([waiting.length, shed]).to.deep.equal([8, 50]);
    // Each that ends lets the next begin.
    for (let ended = 0; ended < 8 + 256; ended += 1) {
      waiting[ended]?.();
      await new Promise(setImmediate);
    }
    expect(new Set(await Promise.all(sent.slice(0, -50)))).to.deep.equal(new Set(['done']));
    expect(shed).to.equal(50);
  });

  it('are refused after two seconds of waiting, while those of the service itself run', async () => {
    const { runtime, waiting } = slow();
    const bounded = boundedRuntime(runtime, { connections: 3, onShed: () => undefined });
    void bounded.execute(request('BUYER'));
    await new Promise(setImmediate);
    const begun = performance.now();
    const late = outcomeOf(bounded.execute(request('BUYER')));
    const own = outcomeOf(bounded.execute(request('SYSTEM')));
    waiting[1]?.();
    expect(await own).to.equal('done');
    expect(await late).to.equal('common.UNAVAILABLE 1');
    expect(performance.now() - begun).to.be.within(1_900, 10_000);
    expect(waiting).to.have.length(2);
  });
});
