import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Claim, Ownership } from '../../actors/runtime/activation-ports.ts';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import { Claims } from './claims.ts';
import { incarnationOf } from './incarnation.ts';
import { Lease } from './lease.ts';
import { LEASE_TIMING, type LeaseRegistry, type LeaseTiming } from './lease-registry.ts';
import { type NodeTime, realTime } from './node-time.ts';
import { RedisLeaseRegistry } from './redis-lease-registry.ts';

export interface NodeOwnershipOptions {
  register: LeaseRegistry;
  /** Id of the process for its lifetime; part of each of its incarnations' ids. */
  node: string;
  log: Logger;
  time?: NodeTime;
  timing?: LeaseTiming;
  /** A new UUID. */
  newId?: () => string;
}

const UNAVAILABLE: Claim = { kind: 'unavailable' };
const MINE: Claim = { kind: 'mine' };

/**
 * Which process runs which actor, as seen by one process. Every method that depends on ownership checks the lease
 * first. If it has expired, the claims are dropped, a new incarnation begins and the listeners are called, before the
 * caller continues.
 *
 * Owners stop at once when the lease is lost, and are tried again only after the dwell time, so that an unstable
 * Redis changes the mode at most once in that time.
 */
export class NodeOwnership implements Ownership {
  readonly node: string;
  readonly #register: LeaseRegistry;
  readonly #log: Logger;
  readonly #time: NodeTime;
  readonly #timing: LeaseTiming;
  readonly #newId: () => string;
  readonly #listeners: (() => void)[] = [];
  readonly #claims: Claims;
  #lease: Lease;
  /** Former incarnations whose leases may still be in Redis. */
  #toDrop: string[] = [];
  #triedAgainAt = 0;
  #retiring = false;
  /** Why no actors are claimed at present. */
  readonly #suspensions = new Set<string>();
  #closed = false;
  #cancelBeat: () => void = () => undefined;

  constructor(options: NodeOwnershipOptions) {
    this.node = options.node;
    this.#register = options.register;
    this.#log = options.log;
    this.#time = options.time ?? realTime;
    this.#timing = options.timing ?? LEASE_TIMING;
    this.#newId = options.newId ?? randomUUID;
    this.#lease = this.#freshLease();
    this.#claims = new Claims({
      register: this.#register,
      time: this.#time,
      trust: this.#timing.ownTtl / 2,
      current: () => this.#current(),
      onLost: () => this.#lose('Redis no longer knows the lease'),
      onFailure: (error) => this.#log.debug({ err: error }, 'claims went unanswered'),
    });
  }

  get incarnation(): string {
    return this.#current().incarnation;
  }

  get available(): boolean {
    const lease = this.#current();
    return (
      !this.#retiring &&
      this.#suspensions.size === 0 &&
      lease.claimable &&
      this.#time.now() >= this.#triedAgainAt
    );
  }

  async claim(ref: ActorRef): Promise<Claim> {
    const lease = this.#current();
    if (!lease.live) return UNAVAILABLE;
    if (this.#claims.has(ref)) return MINE;
    const owner = this.available ? await this.#claims.claim(ref) : await this.#ownerOf(ref, lease);
    // The process may have been stopped while it waited: the claim is valid only under the same live lease.
    if (owner === null || this.#current() !== lease) return UNAVAILABLE;
    return owner === lease.incarnation ? MINE : { kind: 'theirs', owner };
  }

  /** While Redis's memory is not old enough, there may be live owners that it does not know. */
  async #ownerOf(ref: ActorRef, lease: Lease): Promise<string | null> {
    const owner = lease.claimable ? await this.#claims.find(ref) : null;
    return owner === lease.incarnation ? null : owner;
  }

  lives(incarnation: string): Promise<boolean> {
    return this.#register.lives(incarnation);
  }

  /** Never rejects: a claim that could not be released expires with the lease. */
  async release(refs: readonly ActorRef[]): Promise<void> {
    await this.#claims.release(refs);
  }

  onLost(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Takes the lease and keeps renewing it. Resolves after the first attempt, successful or not. */
  start(): Promise<void> {
    return this.#beat();
  }

  /** Claims no further actors, before a planned stop; actors it owns stay its own until released or closed. */
  retire(): void {
    this.#retiring = true;
  }

  /** Drops all actors and claims none until `resume`: other processes can take them over at once. */
  suspend(reason: string): void {
    const isFirst = this.#suspensions.size === 0;
    this.#suspensions.add(reason);
    if (isFirst) this.#lose(reason);
  }

  /** Ends the suspension for this reason; others may go on. */
  resume(reason: string): void {
    this.#suspensions.delete(reason);
  }

  /** Ends the lease in Redis, so that other processes can take over at once. Activations must have ended before. */
  async close(): Promise<void> {
    this.#retiring = true;
    this.#closed = true;
    this.#cancelBeat();
    const { incarnation } = this.#lease;
    this.#lease = this.#freshLease();
    this.#claims.clear();
    await this.#dropLeases([...this.#toDrop.splice(0), incarnation]);
  }

  /** The present lease; if it has expired, that is handled before it is returned. */
  #current(): Lease {
    if (this.#lease.lapsed) this.#lose('the lease has lapsed');
    return this.#lease;
  }

  #lose(reason: string): void {
    const { incarnation } = this.#lease;
    this.#lease = this.#freshLease();
    this.#claims.clear();
    this.#triedAgainAt = this.#time.now() + this.#timing.dwell;
    this.#toDrop.push(incarnation);
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch (error) {
        this.#log.error({ err: error }, 'dropping activations failed');
      }
    }
    this.#log.warn({ reason, incarnation, next: this.#lease.incarnation }, 'all actors dropped');
  }

  async #beat(): Promise<void> {
    const lease = this.#current();
    const { boot } = lease;
    const sentAt = this.#time.now();
    let lost = false;
    try {
      if (boot === null) {
        void this.#dropLeases(this.#toDrop.splice(0));
        lease.taken(sentAt, await this.#register.take(lease.incarnation));
        if (lease.live) this.#claims.resume();
      } else {
        const renewed = await this.#register.renew(lease.incarnation, boot);
        // It expired while waiting: the new incarnation starts afresh, whatever Redis answers about the former one.
        if (this.#current() === lease) {
          if (renewed) lease.renewed(sentAt);
          else this.#lose('Redis no longer knows the lease');
        }
        lost = this.#lease !== lease;
        if (!lost) this.#claims.resume();
      }
    } catch (error) {
      this.#log.debug({ err: error }, 'the lease went unanswered');
    }
    if (this.#closed) return;
    const next = lost ? 0 : Math.max(0, this.#timing.heartbeat - (this.#time.now() - sentAt));
    this.#cancelBeat = this.#time.after(next, () => void this.#beat());
  }

  async #dropLeases(incarnations: readonly string[]): Promise<void> {
    await Promise.allSettled(incarnations.map((incarnation) => this.#register.drop(incarnation)));
  }

  #freshLease(): Lease {
    return new Lease(incarnationOf(this.node, this.#newId()), this.#time, this.#timing);
  }
}

export interface OpenOwnershipOptions {
  /**
   * A separate connection, so that other traffic does not delay heartbeats. Fails commands at once while Redis is
   * unavailable. The caller closes it, after the ownership.
   */
  redis: Redis;
  namespace: string;
  log: Logger;
  timing?: LeaseTiming;
}

/** Ownership based on Redis, with a lease as soon as Redis answers. Never rejects. */
export async function openOwnership(options: OpenOwnershipOptions): Promise<NodeOwnership> {
  const { redis, namespace, log, timing = LEASE_TIMING } = options;
  const register = new RedisLeaseRegistry({ redis, namespace, timing, time: realTime });
  const ownership = new NodeOwnership({ register, node: randomUUID(), log, timing });
  await ownership.start();
  return ownership;
}
