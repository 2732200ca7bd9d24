import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { onlyKey } from '../../server/kernel/process/secret-config.ts';
import { Secrets } from '../../server/kernel/security/secrets.ts';
import { CatalogueCache } from '../../server/marketplace/catalogue/catalogue-cache.ts';
import type { ChangeFeed } from '../../server/marketplace/catalogue/change-feed.ts';

const MIB = 2 ** 20;

describe('attack: ever new catalogue queries (S14)', () => {
  /** A cache with a Redis that only counts what it is given, and a catalogue that never changes. */
  function ground() {
    const given: number[] = [];
    const redis = {
      status: 'ready',
      getBuffer: async () => null,
      set: async (_key: string, value: Buffer) => void given.push(value.length),
    };
    const feed = {
      stamp: 1,
      isFresh: true,
      refresh: async () => undefined,
      isValid: () => true,
      covers: () => true,
    };
    const cache = new CatalogueCache({
      feed: feed as unknown as ChangeFeed,
      redis: redis as unknown as Redis,
      namespace: 'test',
      secrets: new Secrets(onlyKey('test-application-secret-0123456789abcdef')),
      onForged: () => undefined,
    });
    const ask = (key: string, bytes: number) =>
      cache.answer(key, async () => ({ origin: 'shelves', body: { text: 'x'.repeat(bytes) } }));
    return { given, ask };
  }

  it('leave nothing in Redis until one is repeated', async () => {
    const { given, ask } = ground();
    for (let page = 0; page < 100; page += 1) await ask(`page-${page}`, 5_000);
    expect(given).to.deep.equal([]);
    for (let again = 0; again < 3; again += 1) await ask('page-1', 5_000);
    expect(given).to.have.length(1);
  });

  it('fill a Redis that may not evict with 16 MiB per process in ten minutes, repeated or not', async () => {
    const { given, ask } = ground();
    for (let page = 0; page < 40; page += 1)
      for (let twice = 0; twice < 2; twice += 1) await ask(`page-${page}`, MIB);
    const total = given.reduce((sum, bytes) => sum + bytes, 0);
    expect(total).to.be.within(14 * MIB, 16 * MIB);
  });
});
