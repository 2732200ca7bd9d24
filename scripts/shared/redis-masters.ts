import { Redis } from 'ioredis';
import { parseRedisUrl } from '../../db/redis/redis-address.ts';
import { Topology } from '../../db/redis/topology.ts';

/**
 * For commands that look at all of Redis once: a connection to its only server, to the master that Sentinels name, or to
 * every master of a cluster. Closes them when `work` is done. Rejects when one of them does not answer.
 */
export async function withRedisMasters<T>(
  url: string,
  limitMs: number,
  work: (masters: Redis[]) => Promise<T>,
): Promise<T> {
  const address = parseRedisUrl(url);
  const options = {
    ...{ lazyConnect: true, connectTimeout: limitMs, commandTimeout: limitMs },
    ...{ maxRetriesPerRequest: 0, retryStrategy: () => null },
  };
  const masters: Redis[] = [];
  let cause: unknown;
  try {
    if (address.kind === 'single') masters.push(new Redis(address.url, options));
    else {
      const tls = address.tls ? { tls: {} } : {};
      for (const place of await new Topology(address).masters())
        masters.push(new Redis({ ...place, ...address.credentials, ...tls, ...options }));
    }
    for (const master of masters) {
      master.on('error', (error) => {
        cause = error;
      });
      await master.connect();
      await master.ping();
    }
  } catch (error) {
    for (const master of masters) master.disconnect();
    throw cause ?? error;
  }
  try {
    return await work(masters);
  } finally {
    for (const master of masters) master.disconnect();
  }
}
