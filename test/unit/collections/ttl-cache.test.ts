import { expect } from 'chai';
import { TtlCache } from '../../../server/kernel/collections/ttl-cache.ts';

describe('a short-lived cache', () => {
  it('reads once for all who ask within its time, and again after an error', async () => {
    const cache = new TtlCache<number>({ ttlMs: 60_000, maxEntries: 2 });
    let reads = 0;
    const read = async () => {
      reads += 1;
      if (reads === 1) throw new Error('database away');
      return reads;
    };
    expect(await cache.get('a', read).catch(() => null)).to.equal(null);
    expect(await Promise.all([cache.get('a', read), cache.get('a', read)])).to.deep.equal([2, 2]);
    expect(await cache.get('b', read)).to.equal(3);
    expect(await cache.get('c', read)).to.equal(4);
    expect(await cache.get('a', read), 'the oldest is gone').to.equal(5);
    const none = new TtlCache<number>({ ttlMs: 0, maxEntries: 10 });
    expect([await none.get('a', read), await none.get('a', read)]).to.deep.equal([6, 7]);
  });
});
