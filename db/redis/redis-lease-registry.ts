import type { Redis } from 'ioredis';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import type { ClaimAnswer, LeaseRegistry, LeaseTiming, TakenLease } from './lease-registry.ts';
import { claimScript, ownerScript, releaseScript, renewScript, takeScript } from './lease-scripts.ts';
import { answeredWithin, type NodeTime } from './node-time.ts';

/** Identifies Redis's present memory; see `register-scripts.ts`. */
export const bootKey = (namespace: string): string => `${prefixOf(namespace)}:boot`;

/** One hash tag for all keys: a claim reads leases whose keys are not known beforehand. */
function prefixOf(namespace: string): string {
  return `${namespace}:own:{${namespace}}`;
}

export interface RedisLeaseRegistryOptions {
  /** Fails commands at once while Redis is unavailable, and does not resend them. */
  redis: Redis;
  namespace: string;
  timing: LeaseTiming;
  time: NodeTime;
}

/**
 * Records in Redis which process runs which actor. A claim must read the lease of the actor's former owner, which is
 * only known once the script has read it; therefore all keys share one hash tag and slot. On a Redis Cluster, one node
 * serves all claims of an installation; a claim is made once per activation, not per command.
 */
export class RedisLeaseRegistry implements LeaseRegistry {
  readonly #options: RedisLeaseRegistryOptions;
  readonly #prefix: string;

  constructor(options: RedisLeaseRegistryOptions) {
    this.#options = options;
    this.#prefix = prefixOf(options.namespace);
  }

  async take(incarnation: string): Promise<TakenLease> {
    const { ttl, bootWait } = this.#options.timing;
    const keys = [this.#boot, this.#lease(incarnation)];
    const [boot, age] = (await this.#answer((redis) => takeScript.run(redis, keys, [incarnation, ttl]))) as [
      string,
      number,
    ];
    return { boot, claimableIn: Math.max(0, bootWait - age) };
  }

  async renew(incarnation: string, boot: string): Promise<boolean> {
    const { ttl } = this.#options.timing;
    const keys = [this.#boot, this.#lease(incarnation)];
    return (await this.#answer((redis) => renewScript.run(redis, keys, [incarnation, ttl, boot]))) === 1;
  }

  async claim(incarnation: string, boot: string, refs: readonly ActorRef[]): Promise<ClaimAnswer> {
    const { bootWait, ownTtl } = this.#options.timing;
    const keys = [this.#boot, this.#lease(incarnation), ...refs.map((ref) => this.#own(ref))];
    const args = [incarnation, boot, bootWait, ownTtl, this.#lease('')];
    const [kind, ...owners] = (await this.#answer((redis) => claimScript.run(redis, keys, args))) as [
      ClaimAnswer['kind'],
      ...string[],
    ];
    return kind === 'owners' ? { kind, owners } : { kind };
  }

  async lives(incarnation: string): Promise<boolean> {
    return (await this.#answer((redis) => redis.exists(this.#lease(incarnation)))) === 1;
  }

  async ownerOf(ref: ActorRef): Promise<string | null> {
    const keys = [this.#own(ref)];
    const owner = await this.#answer((redis) => ownerScript.run(redis, keys, [this.#lease('')]));
    return owner as string | null;
  }

  async release(incarnation: string, refs: readonly ActorRef[]): Promise<void> {
    const keys = refs.map((ref) => this.#own(ref));
    await this.#answer((redis) => releaseScript.run(redis, keys, [incarnation]));
  }

  async drop(incarnation: string): Promise<void> {
    await this.#answer((redis) => redis.del(this.#lease(incarnation)));
  }

  get #boot(): string {
    return bootKey(this.#options.namespace);
  }

  #lease(incarnation: string): string {
    return `${this.#prefix}:lease:${incarnation}`;
  }

  #own({ kind, key }: ActorRef): string {
    return `${this.#prefix}:${kind}:${key}`;
  }

  #answer<T>(ask: (redis: Redis) => Promise<T>): Promise<T> {
    const { redis, time, timing } = this.#options;
    return answeredWithin(time, timing.answer, ask(redis));
  }
}
