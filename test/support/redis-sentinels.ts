import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { locateRedis } from '../../scripts/embedded/redis-binary.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { RedisNode } from './redis-node.ts';

const MASTER = 'wasl';
const WAIT = { limitMs: 30_000, everyMs: 50 } as const;

/** A master, its replica, and three Sentinels that watch them: real servers without persistence. */
export class RedisSentinels {
  readonly servers: readonly RedisNode[];
  readonly sentinels: readonly RedisNode[];

  private constructor(servers: readonly RedisNode[], sentinels: readonly RedisNode[]) {
    this.servers = servers;
    this.sentinels = sentinels;
  }

  /** @param downAfter Milliseconds after which a silent master counts as down. */
  static async start(folder: string, downAfter = 2_000): Promise<RedisSentinels> {
    for (const each of ['run', 'logs']) mkdirSync(join(folder, each), { recursive: true });
    const binary = await locateRedis(join(projectRoot, '.data', 'redis-dist'));
    const [servers, sentinels]: [RedisNode[], RedisNode[]] = [[], []];
    const all = new RedisSentinels(servers, sentinels);
    try {
      const master = await RedisNode.start({ binary, folder, name: 'server-1', lines: () => [] });
      servers.push(master);
      const follows = [`replicaof 127.0.0.1 ${master.port}`, 'repl-diskless-sync-delay 0'];
      servers.push(await RedisNode.start({ binary, folder, name: 'server-2', lines: () => follows }));
      await until(async () => (await all.#replication(1)).includes('master_link_status:up'), WAIT);
      for (const number of [1, 2, 3]) {
        const lines = [
          'sentinel resolve-hostnames no',
          `sentinel monitor ${MASTER} 127.0.0.1 ${master.port} 2`,
          `sentinel down-after-milliseconds ${MASTER} ${downAfter}`,
          `sentinel failover-timeout ${MASTER} 10000`,
        ];
        const name = `sentinel-${number}`;
        sentinels.push(await RedisNode.start({ binary, folder, name, lines: () => lines, sentinel: true }));
      }
      await all.whole();
      return all;
    } catch (error) {
      await all.close();
      throw error;
    }
  }

  get url(): string {
    const places = this.sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `redis+sentinel://${places}/${MASTER}`;
  }

  get description(): string {
    return `Redis ${this.servers[0]?.version} with a replica and three Sentinels`;
  }

  async master(): Promise<RedisNode> {
    for (const sentinel of this.sentinels) {
      const answer = await sentinel.ask('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', MASTER).catch(() => null);
      const port = Array.isArray(answer) ? Number(answer[1]) : 0;
      const found = this.servers.find((server) => server.port === port);
      if (found !== undefined) return found;
    }
    throw new Error('no Sentinel knows the master');
  }

  /** SIGKILL, and back empty as a replica once the other has taken over. Returns how long that took. */
  async failOver(): Promise<number> {
    const master = await this.master();
    const began = performance.now();
    await master.kill();
    await until(async () => (await this.master()) !== master, WAIT);
    const took = performance.now() - began;
    await master.start();
    await this.whole();
    return took;
  }

  /** Resolves when all Sentinels know each other and the replica, which follows its master. */
  async whole(): Promise<void> {
    await until(async () => {
      const master = await this.master().catch(() => undefined);
      if (master === undefined) return false;
      const replica = this.servers.findIndex((server) => server !== master);
      const replication = await this.#replication(replica).catch(() => '');
      if (!replication.includes('role:slave') || !replication.includes('master_link_status:up')) return false;
      const views = await Promise.all(
        this.sentinels.map((sentinel) => sentinel.ask('SENTINEL', 'MASTER', MASTER).catch(() => [])),
      );
      return views.every((view) => {
        const fields = (Array.isArray(view) ? view : []).map(String);
        const value = (name: string) => fields[fields.indexOf(name) + 1];
        return (
          value('num-other-sentinels') === '2' && value('num-slaves') === '1' && value('flags') === 'master'
        );
      });
    }, WAIT);
  }

  async close(): Promise<void> {
    await Promise.all([...this.servers, ...this.sentinels].map((node) => node.kill()));
  }

  async #replication(index: number): Promise<string> {
    return (await this.servers[index]?.text('INFO', 'replication')) ?? '';
  }
}
