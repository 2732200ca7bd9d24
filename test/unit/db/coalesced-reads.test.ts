import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { WaslError } from '../../../actors/errors.ts';
import { CoalescedReads } from '../../../db/coalesced-reads.ts';

/** A table whose reads are answered when the test says so. */
class SlowTable {
  readonly rows = new Map<string, number>();
  readonly reads: { keys: string[]; answer(): void; fail(error: Error): void }[] = [];

  readonly #shared = new CoalescedReads<ReadonlyMap<string, number>>((keys) => {
    const seen = new Map([...this.rows].filter(([key]) => keys.includes(key)));
    return new Promise((resolve, reject) => {
      this.reads.push({ keys: [...keys], answer: () => resolve(seen), fail: reject });
    });
  });

  async find(key: string): Promise<number | undefined> {
    return (await this.#shared.ask(key)).get(key);
  }

  async begun(count: number) {
    while (this.reads.length < count) await setImmediate();
    return this.reads[count - 1];
  }
}

describe('coalesced reads', () => {
  it('are one for all who ask before it begins, and refuse callers beyond the limit', async () => {
    const table = new SlowTable();
    table.rows.set('a', 1);
    const asked = Array.from({ length: 2_000 }, () => table.find('a'));
    const error = await table.find('a').catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(WaslError).and.to.include({ code: 'common.UNAVAILABLE', retryAfter: 2 });
    (await table.begun(1))?.answer();
    expect(new Set(await Promise.all(asked))).to.deep.equal(new Set([1]));
    expect(table.reads).to.have.length(1);
  });

  it('begin soon for the first caller, and then together for all who asked meanwhile', async () => {
    const table = new SlowTable();
    table.rows.set('a', 1).set('b', 2);
    const first = table.find('a');
    const one = await table.begun(1);
    const others = ['a', 'b', 'b', 'none'].map((key) => table.find(key));
    await setImmediate();
    expect(table.reads).to.have.length(1);
    one?.answer();
    expect(await first).to.equal(1);
    const two = await table.begun(2);
    expect(two?.keys).to.deep.equal(['a', 'b', 'none']);
    two?.answer();
    expect(await Promise.all(others)).to.deep.equal([1, 2, 2, undefined]);
    expect(table.reads).to.have.length(2);
  });

  it('never answer with what was true before the question', async () => {
    const table = new SlowTable();
    const early = table.find('a');
    const one = await table.begun(1);
    table.rows.set('a', 1);
    const late = table.find('a');
    one?.answer();
    (await table.begun(2))?.answer();
    expect(await early).to.equal(undefined);
    expect(await late).to.equal(1);
  });

  it('fail for the callers that share one, and for no later caller', async () => {
    const table = new SlowTable();
    table.rows.set('a', 1);
    const asked = [table.find('a'), table.find('b')];
    (await table.begun(1))?.fail(new Error('the connection is gone'));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    const again = table.find('a');
    (await table.begun(2))?.answer();
    expect(await again).to.equal(1);
  });
});
