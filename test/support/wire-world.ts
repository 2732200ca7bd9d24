import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { v7 as uuidv7 } from 'uuid';
import type { ForwardedAnswer } from '../../actors/runtime/activation-ports.ts';
import type { CommandRequest } from '../../actors/runtime/runtime.ts';
import { areaNamespace } from '../../db/redis/areas.ts';
import type { CommandChannel } from '../../db/redis/command-channel.ts';
import { incarnationOf } from '../../db/redis/incarnation.ts';
import { RedisChannel } from '../../db/redis/redis-channel.ts';
import { NodeTransport, TRANSPORT_LIMITS, type TransportLimits } from '../../db/redis/transport.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { closeRedis, openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { redisUrl } from './database.ts';
import { testFrames } from './frames.ts';
import { MemorySwitchboard } from './memory-channel.ts';
import { actor, silent } from './ownership-world.ts';

/** A command that carries a number. */
export function request(n: number): CommandRequest {
  return {
    ref: actor(),
    type: 'add',
    payload: { n },
    by: { accountId: null, role: 'SYSTEM' },
    id: uuidv7(),
    requestId: null,
    correlationId: uuidv7(),
  };
}

export const done = (n: unknown): ForwardedAnswer => ({
  ok: true,
  version: 1,
  replayed: false,
  reply: { n: Number(n) },
});

export interface Station {
  wire: NodeTransport;
  /** The incarnation that other processes address it by; a test may change it. */
  incarnation: string;
  node: string;
}

/** Several processes that can reach each other. */
export abstract class WireWorld {
  readonly #stations: Station[] = [];

  async join(limits: Partial<TransportLimits> = {}): Promise<Station> {
    const node = randomUUID();
    const line = await this.line(node);
    const station: { -readonly [K in keyof Station]: Station[K] } = {
      node,
      incarnation: incarnationOf(node, randomUUID()),
      wire: new NodeTransport({
        line,
        node,
        incarnation: () => station.incarnation,
        log: silent,
        limits: { ...TRANSPORT_LIMITS, ...limits },
      }),
    };
    this.#stations.push(station);
    return station;
  }

  async close(): Promise<void> {
    for (const { wire } of this.#stations) wire.close();
    await this.disconnect();
  }

  protected abstract line(node: string): Promise<CommandChannel>;
  protected abstract disconnect(): Promise<void>;
}

export class MemoryWires extends WireWorld {
  readonly switchboard = new MemorySwitchboard();
  protected async line(node: string): Promise<CommandChannel> {
    return this.switchboard.line(node);
  }
  protected async disconnect(): Promise<void> {}
}

export class RedisWires extends WireWorld {
  readonly #namespace: string;
  readonly #connections: Redis[] = [];
  readonly #url: string;

  constructor(url = redisUrl()) {
    super();
    this.#url = url;
    const redisNamespace = `t-${randomUUID().slice(0, 12)}`;
    this.#namespace = areaNamespace({ redisUrl: url, redisNamespace }, 'owners');
  }

  /** Waits until every process sees all its connections as down. */
  async down(): Promise<void> {
    await until(() => this.#connections.every(({ status }) => status !== 'ready'));
  }

  protected async line(node: string): Promise<CommandChannel> {
    const [pub, sub] = [await this.#connect('publish'), await this.#connect('subscribe')];
    const line = new RedisChannel({
      pub,
      sub,
      namespace: this.#namespace,
      node,
      frames: testFrames(),
      log: silent,
    });
    await line.listening();
    return line;
  }

  protected async disconnect(): Promise<void> {
    await Promise.all(this.#connections.map(closeRedis));
  }

  async #connect(role: 'publish' | 'subscribe'): Promise<Redis> {
    const redis = openRedis({ redisUrl: this.#url }, { role, log: silent, namespace: this.#namespace });
    this.#connections.push(redis);
    await redisReady(redis, 5_000);
    return redis;
  }
}
