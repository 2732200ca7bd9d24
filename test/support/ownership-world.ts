import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import { areaNamespace } from '../../db/redis/areas.ts';
import type { LeaseRegistry, LeaseTiming } from '../../db/redis/lease-registry.ts';
import { type NodeTime, realTime } from '../../db/redis/node-time.ts';
import { NodeOwnership } from '../../db/redis/ownership.ts';
import { RedisLeaseRegistry } from '../../db/redis/redis-lease-registry.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { closeRedis, openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { redisUrl } from './database.ts';
import { MemoryRegister, SharedMemory } from './memory-lease-registry.ts';

export const silent = pino({ level: 'silent' });

/** Leases so long that none lapses on a slow machine, and short pauses. Milliseconds. */
export const PATIENT: LeaseTiming = {
  ttl: 10_000,
  margin: 1_000,
  heartbeat: 50,
  bootWait: 100,
  dwell: 100,
  ownTtl: 600_000,
  answer: 2_000,
};

/** Short leases, for processes that really are stopped or lose Redis. */
export const SHORT: LeaseTiming = {
  ttl: 1_000,
  margin: 250,
  heartbeat: 150,
  bootWait: 300,
  dwell: 300,
  ownTtl: 600_000,
  answer: 300,
};

export const actor = (): ActorRef => ({ kind: 'zone', key: uuidv7() });

/** Real time as one process sees it; the process can be suspended for a while, in which none of its timers runs. */
export class ProcessTime implements NodeTime {
  #leapt = 0;
  now(): number {
    return realTime.now() + this.#leapt;
  }
  after(ms: number, run: () => void): () => void {
    return realTime.after(ms, run);
  }
  soon(run: () => void): void {
    realTime.soon(run);
  }
  leap(ms: number): void {
    this.#leapt += ms;
  }
}

/** A process's connection to the lease registry, which a test can delay or cut. */
export class Gate implements LeaseRegistry {
  readonly #register: LeaseRegistry;
  /** Counts of the requests that were answered. */
  readonly answered = { take: 0, renew: 0, lives: 0, claim: 0, ownerOf: 0, release: 0, drop: 0 };
  cut = false;
  /** The answer to a claim is held back until this resolves. */
  hold: Promise<void> = Promise.resolve();

  constructor(register: LeaseRegistry) {
    this.#register = register;
  }
  take(incarnation: string) {
    return this.#pass('take', () => this.#register.take(incarnation));
  }
  renew(incarnation: string, boot: string) {
    return this.#pass('renew', () => this.#register.renew(incarnation, boot));
  }
  async claim(incarnation: string, boot: string, refs: readonly ActorRef[]) {
    const answer = await this.#pass('claim', () => this.#register.claim(incarnation, boot, refs));
    await this.hold;
    return answer;
  }
  lives(incarnation: string) {
    return this.#pass('lives', () => this.#register.lives(incarnation));
  }
  ownerOf(ref: ActorRef) {
    return this.#pass('ownerOf', () => this.#register.ownerOf(ref));
  }
  release(incarnation: string, refs: readonly ActorRef[]) {
    return this.#pass('release', () => this.#register.release(incarnation, refs));
  }
  drop(incarnation: string) {
    return this.#pass('drop', () => this.#register.drop(incarnation));
  }

  async #pass<T>(what: keyof Gate['answered'], ask: () => Promise<T>): Promise<T> {
    if (this.cut) throw new Error('No answer.');
    const answer = await ask();
    this.answered[what] += 1;
    return answer;
  }
}

export interface Member {
  ownership: NodeOwnership;
  time: ProcessTime;
  gate: Gate;
  /** Incarnations that were current when the listener was notified of a loss. */
  lost: string[];
}

/** Several processes on one lease registry. */
export abstract class OwnershipWorld {
  readonly #members: Member[] = [];

  /** One more process; `settled`: wait until it may claim. */
  async join(options: { timing?: Partial<LeaseTiming>; settled?: boolean } = {}): Promise<Member> {
    const timing = { ...PATIENT, ...options.timing };
    const time = new ProcessTime();
    const gate = new Gate(await this.register(timing));
    const ownership = new NodeOwnership({
      register: gate,
      node: randomUUID(),
      log: silent,
      time,
      timing,
    });
    const member: Member = { ownership, time, gate, lost: [] };
    ownership.onLost(() => member.lost.push(ownership.incarnation));
    this.#members.push(member);
    await ownership.start();
    if (options.settled !== false) await until(() => ownership.available);
    return member;
  }

  /** As kill -9 does: the process renews no lease and releases none. */
  async kill(member: Member): Promise<void> {
    member.gate.cut = true;
    await member.ownership.close();
  }

  async close(): Promise<void> {
    for (const { ownership } of this.#members) await ownership.close();
    await this.disconnect();
  }

  /** Empties the lease registry. */
  abstract empty(): Promise<void>;
  protected abstract register(timing: LeaseTiming): Promise<LeaseRegistry>;
  protected abstract disconnect(): Promise<void>;
}

export class MemoryWorld extends OwnershipWorld {
  readonly #memory = new SharedMemory(realTime);
  async empty(): Promise<void> {
    this.#memory.empty();
  }
  protected async register(timing: LeaseTiming): Promise<LeaseRegistry> {
    return new MemoryRegister(this.#memory, timing);
  }
  protected async disconnect(): Promise<void> {}
}

export class RedisWorld extends OwnershipWorld {
  readonly #namespace: string;
  readonly #connections: Redis[] = [];
  readonly #url: string;

  constructor(url = redisUrl()) {
    super();
    this.#url = url;
    const redisNamespace = `t-${randomUUID().slice(0, 12)}`;
    this.#namespace = areaNamespace({ redisUrl: url, redisNamespace }, 'owners');
  }
  async empty(): Promise<void> {
    const redis = await this.#connect();
    const keys = await redis.keys(`${this.#namespace}:*`);
    if (keys.length > 0) await redis.del(...keys);
  }
  protected async register(timing: LeaseTiming): Promise<LeaseRegistry> {
    return new RedisLeaseRegistry({
      redis: await this.#connect(),
      namespace: this.#namespace,
      timing,
      time: realTime,
    });
  }
  protected async disconnect(): Promise<void> {
    await Promise.all(this.#connections.map(closeRedis));
  }
  async #connect(): Promise<Redis> {
    const redis = openRedis(
      { redisUrl: this.#url },
      { role: 'commands', log: silent, namespace: this.#namespace },
    );
    this.#connections.push(redis);
    await redisReady(redis, 5_000);
    return redis;
  }
}
