import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { onlyKey } from '../../server/kernel/process/secret-config.ts';
import { Secrets, SIGNATURE_BYTES } from '../../server/kernel/security/secrets.ts';
import {
  CatalogueCache,
  type CatalogueCacheOptions,
} from '../../server/marketplace/catalogue/catalogue-cache.ts';
import type { ChangeFeed } from '../../server/marketplace/catalogue/change-feed.ts';
import { readBenchOptions } from './bench-options.ts';
import { startDurableServices } from './durable-services.ts';
import { type Line, median, printReport } from './report.ts';

/** Bytes of a product's answer, and of a list of a hundred. */
const SIZES = [5_400, 54_000];
const ROUNDS = 7;

type Signer = CatalogueCacheOptions['secrets'];

const SIGNED: Signer = new Secrets(onlyKey('a secret of the bench, 32 bytes and more'));
/** The same way without the signature. */
const UNSIGNED: Signer = { sign: () => Buffer.alloc(SIGNATURE_BYTES['redis-value']), isSigned: () => true };

/** What it costs to sign what is kept in Redis: answers of the catalogue, read from it by another process. */
export async function benchSignatures(args: readonly string[]): Promise<void> {
  const values = readBenchOptions('signatures', { answers: { type: 'string', default: '1000' } }, args);
  const answers = Number(values.answers);
  const services = await startDurableServices();
  const redis = new Redis(services.redisUrl);
  try {
    // The cache does not wait for a connection.
    await redis.ping();
    const lines: Line[] = [];
    for (const bytes of SIZES) lines.push(...(await measure(redis, bytes, answers)));
    const note = `${answers} answers of each size, given to Redis and read from it, ${ROUNDS} times in turn; medians`;
    printReport([services.description, note], lines);
  } finally {
    redis.disconnect();
    await services.stop();
  }
}

async function measure(redis: Redis, bytes: number, answers: number): Promise<Line[]> {
  const times = new Map<Signer, number[]>([
    [UNSIGNED, []],
    [SIGNED, []],
  ]);
  await roundTrip(redis, SIGNED, bytes, answers);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [secrets, found] of times) found.push(await roundTrip(redis, secrets, bytes, answers));
  const [without = Number.NaN, signed = Number.NaN] = [...times.values()].map(median);
  const each = (value: number): string => `${value.toFixed(1)} µs`;
  const what = `an answer of ${bytes / 1_000} kB`;
  return [
    { what: `${what}, not signed`, bar: '', value: each(without), ok: null },
    { what: `${what}, signed`, bar: '', value: `${each(signed)}, ${each(signed - without)} more`, ok: null },
  ];
}

/** Microseconds of processor time in this process for giving an answer to Redis and reading it. */
async function roundTrip(redis: Redis, secrets: Signer, bytes: number, answers: number): Promise<number> {
  const namespace = `bench-${randomUUID()}`;
  const cache = () =>
    new CatalogueCache({ feed: unchanging(), redis, namespace, secrets, onForged: () => undefined });
  const body = { text: 'x'.repeat(bytes) };
  const given = Math.min(answers, Math.floor((15 * 2 ** 20) / bytes));
  const [writer, reader] = [cache(), cache()];
  const used = process.cpuUsage();
  for (let index = 0; index < given; index += 1)
    for (let twice = 0; twice < 2; twice += 1)
      await writer.answer(`key-${index}`, async () => ({ origin: 'shelves', body }));
  let late = 0;
  for (let index = 0; index < given; index += 1)
    await reader.answer(`key-${index}`, async () => {
      late += 1;
      return { origin: 'shelves', body };
    });
  const { user, system } = process.cpuUsage(used);
  // On a busy machine a reply may come too late, and the answer is made again.
  if (late > given / 10) throw new Error(`${late} of ${given} answers did not come from Redis in time`);
  await redis.flushdb();
  return (user + system) / given;
}

/** A catalogue that never changes. */
function unchanging(): ChangeFeed {
  const feed = {
    stamp: 1,
    isFresh: true,
    refresh: async () => undefined,
    isValid: () => true,
    covers: () => true,
  };
  return feed as unknown as ChangeFeed;
}
