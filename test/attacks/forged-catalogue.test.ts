import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { until } from '../../scripts/shared/waiting.ts';
import { type ApiService, startApi } from '../../server/compose/compose.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { onlyKey } from '../../server/kernel/process/secret-config.ts';
import { Secrets, SIGNATURE_BYTES } from '../../server/kernel/security/secrets.ts';
import { ApiClient, type Schema } from '../support/api-client.ts';
import { createTestDatabase, redisUrl, type TestDatabase } from '../support/database.ts';
import { freshAddress, testEnvironment } from '../support/service.ts';

type Product = Schema<'Product'>;

/** Milliseconds within which a process has read a forged value in time, on the busiest machine. */
const READ_LIMIT_MS = 30_000;
const SIGNED = SIGNATURE_BYTES['redis-value'];

describe('attack: answers about the catalogue, written to Redis by somebody else (S14)', () => {
  const namespace = `t-${randomUUID().slice(0, 12)}`;
  const apis: ApiService[] = [];
  let readers: ApiClient[] = [];
  let database: TestDatabase;
  let redis: Redis;
  let id: string;
  let price: string;
  let genuine: Buffer;
  let description: string;

  before(async function () {
    // Two services start.
    this.timeout(60_000);
    database = await createTestDatabase();
    redis = new Redis(redisUrl());
    const config = loadConfig(
      testEnvironment(database.url, {
        CATALOGUE_LAG_MS: '100',
        LIMIT_BROWSE_PER_MINUTE: '100000',
        REDIS_NAMESPACE: namespace,
      }),
    );
    for (let count = 0; count < 2; count += 1) apis.push(await startApi(config));
    readers = apis.map(({ url }) => new ApiClient(url, freshAddress()));
  });

  after(async () => {
    await Promise.all(apis.map((api) => api.close()));
    await database?.drop();
    redis?.disconnect();
  });

  const sql = () => {
    const [api] = apis;
    if (api === undefined) throw new Error('no process');
    return api.deps.database;
  };
  const keyOf = (product: string) => `${namespace}:catalogue-answer:product:${product}:ar`;
  const inArabic = async (index: number, product: string) =>
    (await readers[index]?.call<Product>('GET', `/products/${product}?locale=ar`))?.body as Product;
  const priceOf = ({ variants }: Product) => variants[0]?.bestOffer?.price.amount ?? '';
  const redescribe = async (product: string) => {
    const description_ar = randomUUID();
    await sql()('products').where({ id: product }).update({ description_ar });
    return description_ar;
  };
  const forged = async () => {
    const counter = apis[1]?.deps.metrics.registry.getSingleMetric('wasl_frames_refused_total');
    return (await counter?.get())?.values.find(({ labels }) => labels.channel === 'catalogue')?.value ?? 0;
  };

  beforeEach(async () => {
    id = (await sql()('products').where({ active: true }).orderBy('id').limit(1))[0]?.id;
    await shareOne();
  });

  /** The first process shares an answer that the second one does not have, and would take from Redis. */
  async function shareOne() {
    // The second one shares its own when it is asked again: now, and not over the forged value later.
    for (let time = 1; time <= 2; time += 1) await inArabic(1, id);
    description = await redescribe(id);
    const shared = async () => {
      await inArabic(0, id);
      genuine = (await redis.getBuffer(keyOf(id))) ?? Buffer.alloc(0);
      return genuine.includes(description);
    };
    await until(shared, { failure: 'nothing was shared' });
    price = priceOf(JSON.parse(genuine.subarray(genuine.indexOf('\n', SIGNED) + 1).toString()));
  }

  const bytes = (value: Buffer, change: (text: string) => string) =>
    Buffer.from(change(value.toString('latin1')), 'latin1');
  const cheaper = (value: Buffer) => bytes(value, (text) => text.replaceAll(`"${price}"`, '"0.01"'));

  /** Who has another secret signs as the service does. */
  const signedByOthers = (text: Buffer) => {
    const end = text.indexOf('\n');
    const hash = createHash('sha256').update(text.subarray(end + 1));
    const etag = `"${hash.digest('base64url').slice(0, 27)}"`;
    const others = new Secrets(onlyKey('a-secret-of-the-attackers-own-0123456789'));
    const parts = [keyOf(id), text.toString('latin1', 0, end), etag];
    return Buffer.concat([others.sign('redis-value', ...parts), text]);
  };

  const attacks: [string, () => Buffer][] = [
    ['a price that was changed', () => cheaper(genuine)],
    ['a price without a signature', () => cheaper(genuine.subarray(SIGNED))],
    ['a price signed with another secret', () => signedByOthers(cheaper(genuine.subarray(SIGNED)))],
    [
      'a genuine answer under another stamp',
      () =>
        Buffer.concat([
          genuine.subarray(0, SIGNED),
          bytes(genuine.subarray(SIGNED), (text) => text.replace(/^\d+/, (stamp) => `${Number(stamp) - 1}`)),
        ]),
    ],
  ];
  for (const [what, make] of attacks) {
    it(`${what} is not shown`, async () => {
      const before = await forged();
      // A process waits 50 ms for Redis; on a busy machine that may pass, and it has rendered the product by itself.
      const limit = performance.now() + READ_LIMIT_MS;
      for (let attempt = 1; (await forged()) === before; attempt += 1) {
        expect(performance.now(), 'the forged value was never read').to.be.below(limit);
        if (attempt > 1) await shareOne();
        const value = make();
        expect(value.equals(genuine), 'nothing was forged').to.equal(false);
        await redis.set(keyOf(id), value);
        // Until it hears of the change, the second process answers from its own memory.
        const heard = async () => {
          const product = await inArabic(1, id);
          expect(priceOf(product)).to.equal(price);
          return JSON.stringify(product).includes(description);
        };
        await until(heard, { failure: 'the second process never heard of the change' });
      }
      expect(await forged()).to.equal(before + 1);
    });
  }

  it("another product's genuine answer is not shown", async () => {
    const found = await sql()('products').where({ active: true }).whereNot({ id }).first('id');
    await redis.set(keyOf(found.id), genuine);
    expect((await inArabic(1, found.id)).id).to.equal(found.id);
  });

  it('a genuine answer of the other process is shown', async () => {
    await redis.set(keyOf(id), genuine);
    const before = await forged();
    expect(priceOf(await inArabic(1, id))).to.equal(price);
    expect(await forged()).to.equal(before);
  });
});
