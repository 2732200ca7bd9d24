import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { AskedReads } from '../../../consoles/shared/live/asked-reads.ts';

describe('reads that live events call for', () => {
  let batches: string[][];
  let failing: number;
  let faults: number;
  let reads: AskedReads;
  let clock: SinonFakeTimers;
  beforeEach(() => {
    clock = useFakeTimers();
    [batches, failing, faults] = [[], 0, 0];
    reads = new AskedReads({
      atOnce: 2,
      read: async (ids) => {
        batches.push([...ids]);
        if (failing > 0) {
          failing -= 1;
          throw new Error('not now');
        }
      },
      onFault: () => {
        faults += 1;
      },
      pauses: { first: 1_000, longest: 4_000 },
    });
  });
  afterEach(() => {
    reads.close();
    clock.restore();
  });

  it('run a limited number at once, and all of them in the end', async () => {
    reads.ask(['a', 'b', 'c', 'a']);
    await clock.tickAsync(0);
    expect(batches).to.deep.equal([['a', 'b'], ['c']]);
  });

  it('are tried again without a new event', async () => {
    failing = 3;
    reads.ask(['a']);
    await clock.tickAsync(20_000);
    expect([faults, new Set(batches.flat())]).to.deep.equal([3, new Set(['a'])]);
  });

  it('that are requested meanwhile wait, and run together', async () => {
    failing = 1;
    reads.ask(['a']);
    await clock.tickAsync(0);
    expect(faults).to.equal(1);
    reads.ask(['b']);
    await clock.tickAsync(2_000);
    expect(batches[1]?.toSorted()).to.deep.equal(['a', 'b']);
  });

  it('are given up after ten failures in a row, and start again at the next request', async () => {
    failing = 10;
    reads.ask(['a']);
    await clock.tickAsync(60_000);
    await clock.tickAsync(60_000);
    expect(batches.length).to.equal(10);
    reads.ask(['b']);
    await clock.tickAsync(0);
    expect(batches[10]).to.deep.equal(['b']);
  });

  it('are dropped once everything was read again', async () => {
    failing = 1;
    reads.ask(['a']);
    await clock.tickAsync(0);
    expect(faults).to.equal(1);
    reads.clear();
    await clock.tickAsync(60_000);
    expect(batches.length).to.equal(1);
  });
});
