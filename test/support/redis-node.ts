import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Place } from '../../db/redis/redis-address.ts';
import { freePort } from '../../scripts/embedded/ports.ts';
import { recordedProcesses, send } from '../../scripts/embedded/processes.ts';
import { type RedisService, startRedis } from '../../scripts/embedded/redis.ts';
import type { RedisBinary } from '../../scripts/embedded/redis-binary.ts';

export interface RedisNodeOptions {
  binary: RedisBinary;
  /** Has a folder for each node. */
  folder: string;
  name: string;
  lines(port: number): Promise<string[]> | string[];
  sentinel?: boolean;
}

/** One of several servers of Redis, which can be killed, stopped and started again on its port. */
export class RedisNode {
  readonly name: string;
  readonly port: number;
  readonly #options: RedisNodeOptions;
  readonly #lines: readonly string[];
  #service: RedisService | null = null;

  private constructor(options: RedisNodeOptions, port: number, lines: readonly string[]) {
    this.name = options.name;
    this.#options = options;
    this.port = port;
    this.#lines = lines;
  }

  static async start(options: RedisNodeOptions): Promise<RedisNode> {
    const port = await freePort();
    const node = new RedisNode(options, port, await options.lines(port));
    await node.start();
    return node;
  }

  get place(): Place {
    return { host: '127.0.0.1', port: this.port };
  }

  get version(): string {
    return this.#service?.version ?? '';
  }

  async start(): Promise<void> {
    const { binary, folder, name, sentinel = false } = this.#options;
    this.#service = await startRedis({
      binary,
      dataDir: join(folder, name),
      runDir: join(folder, 'run'),
      logFile: join(folder, 'logs', `${name}.log`),
      durable: false,
      name,
      port: this.port,
      lines: this.#lines,
      sentinel,
    });
  }

  signal(signal: NodeJS.Signals): void {
    for (const { name, pid } of recordedProcesses(join(this.#options.folder, 'run')))
      if (name === this.name) send(pid, signal);
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.#service?.exited;
  }

  /** One command on a connection of its own. */
  async ask(command: string, ...args: (string | number)[]): Promise<unknown> {
    const redis = new Redis(this.port, '127.0.0.1', {
      ...{ lazyConnect: true, retryStrategy: () => null, commandTimeout: 5_000, maxRetriesPerRequest: 0 },
    });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await redis.call(command, ...args);
    } finally {
      redis.disconnect();
    }
  }

  async text(command: string, ...args: (string | number)[]): Promise<string> {
    return String(await this.ask(command, ...args));
  }
}
