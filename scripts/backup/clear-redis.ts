import type { Redis } from 'ioredis';
import { CommandError } from '../shared/command-error.ts';
import { withRedisMasters } from '../shared/redis-masters.ts';

const LIMIT_MS = 10_000;
const BATCH = 500;

/**
 * Deletes every key of an installation. After a restore, Redis is ahead of the database: answers it keeps for guests
 * carry numbers that the database will use again, and clients that come back would be told that they have missed
 * nothing. With its keys gone, numbering starts again and every client reads the state. Rejects with a CommandError while
 * a process still runs.
 */
export async function clearRedis(redisUrl: string, namespace: string): Promise<number> {
  let answered = false;
  try {
    return await withRedisMasters(redisUrl, LIMIT_MS, async (masters) => {
      answered = true;
      return clear(masters, namespace);
    });
  } catch (error) {
    if (answered || !(error instanceof Error)) throw error;
    throw new CommandError(`The Redis of REDIS_URL does not answer: ${error.message}`);
  }
}

async function clear(masters: readonly Redis[], namespace: string): Promise<number> {
  let running = 0;
  for (const redis of masters) running += (await keysOf(redis, namespace, ':*own:*:lease:*')).length;
  if (running > 0)
    throw new CommandError(
      `${running} processes of ${namespace} are running. Stop them all first (systemctl stop wasl.target 'wasl-api@*' wasl-worker).`,
    );
  let count = 0;
  for (const redis of masters) {
    for (const keys of batches(await keysOf(redis, namespace, ':*'))) {
      // One by one: a cluster refuses a command whose keys are in several slots.
      const pipeline = redis.pipeline();
      for (const key of keys) pipeline.unlink(key);
      for (const [error, removed] of (await pipeline.exec()) ?? []) {
        if (error !== null) throw error;
        count += Number(removed);
      }
    }
  }
  return count;
}

/** Keys of every generation (`namespaceOf`). Those with braces are of the job queue, and on a Redis Cluster all. */
async function keysOf(redis: Redis, namespace: string, rest: string): Promise<string[]> {
  const found: string[] = [];
  for (const before of ['', '{'])
    for (const generation of ['', '~*'])
      found.push(...(await keysLike(redis, `${before}${escaped(namespace)}${generation}${rest}`)));
  return found;
}

async function keysLike(redis: Redis, pattern: string): Promise<string[]> {
  const found = new Set<string>();
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', BATCH);
    for (const key of keys) found.add(key);
    cursor = next;
  } while (cursor !== '0');
  return [...found];
}

function escaped(namespace: string): string {
  return namespace.replaceAll(/[\\*?[\]]/g, String.raw`\$&`);
}

function batches(keys: readonly string[]): string[][] {
  const count = Math.ceil(keys.length / BATCH);
  return Array.from({ length: count }, (_, at) => keys.slice(at * BATCH, (at + 1) * BATCH));
}
