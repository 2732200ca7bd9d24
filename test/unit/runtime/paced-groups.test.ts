import { expect } from 'chai';
import { PacedGroups, TooManyWaiting } from '../../../actors/runtime/paced-groups.ts';
import { HandTimers } from './held-store.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('paced batches', () => {
  let timers: HandTimers;
  let groups: (readonly number[])[];
  let expected: number[];
  let release: (() => void)[];
  let held: boolean;
  let paced: PacedGroups<number, number>;

  beforeEach(() => {
    timers = new HandTimers();
    groups = [];
    expected = [];
    release = [];
    held = false;
    paced = new PacedGroups({
      timers,
      expect: (at) => expected.push(at),
      run: async (calls) => {
        groups.push(calls);
        if (held) await new Promise<void>((go) => release.push(go));
        if (calls.includes(13)) throw new Error('thirteen');
        return calls.map((call) => call * 2);
      },
    });
  });

  const ask = (...calls: number[]) => Promise.all(calls.map((call) => paced.ask(call)));

  it('work on a single call at once, and answer it', async () => {
    expect(await ask(21)).to.deep.equal([42]);
    expect(expected).to.deep.equal([10]);
  });

  it('delay the next batch longer after a larger one, and announce it', async () => {
    await ask(1, 2, 3);
    const next = ask(4);
    await turn();
    expect(groups).to.deep.equal([[1, 2, 3]]);
    expect(expected).to.deep.equal([30]);
    const joined = ask(5);
    timers.pass(30);
    expect(await Promise.all([next, joined])).to.deep.equal([[8], [10]]);
    expect(groups).to.deep.equal([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('wait 50 ms at most', async () => {
    await ask(...Array.from({ length: 60 }, (_, n) => n + 100));
    const next = ask(1);
    timers.pass(50);
    expect(await next).to.deep.equal([2]);
  });

  it('run one after the other, in the order of their calls', async () => {
    held = true;
    const [first, second] = [ask(1), turn().then(() => ask(2))];
    await turn();
    timers.pass(60);
    await turn();
    expect(groups).to.deep.equal([[1]]);
    release[0]?.();
    await first;
    await turn();
    timers.pass(60);
    await turn();
    release[1]?.();
    await second;
    expect(groups).to.deep.equal([[1], [2]]);
  });

  it('fail for every call of one that fails, and for no other', async () => {
    const outcomes = await Promise.allSettled([paced.ask(1), paced.ask(13)]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    timers.pass(50);
    expect(await ask(2)).to.deep.equal([4]);
  });

  it('hold 64 calls, and refuse a call when 4,096 wait', async () => {
    held = true;
    const calls = Array.from({ length: 64 + 4_096 }, () => paced.ask(1));
    // What is over the limit before the first batch has left is refused already.
    const outcomes = Promise.allSettled(calls);
    await turn();
    expect(groups.map(({ length }) => length)).to.deep.equal([64]);
    const refused = calls.slice(4_096);
    for (const each of refused) {
      const error = await each.then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).to.be.instanceOf(TooManyWaiting);
    }
    held = false;
    release[0]?.();
    for (let round = 0; round < 70; round += 1) {
      await turn();
      timers.pass(50);
    }
    expect((await outcomes).filter(({ status }) => status === 'fulfilled')).to.have.length(4_096);
  });
});
