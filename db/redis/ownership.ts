import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import type { Claim, Ownership } from '../../actors/runtime/sticky-ports.ts';
import { Claims } from './claims.ts';
import { incarnationOf } from './incarnation.ts';
import { Lease } from './lease.ts';
import { type NodeTime, realTime } from './node-time.ts';
import { RedisRegister } from './redis-register.ts';
import { LEASE_TIMING, type LeaseTiming, type OwnershipRegister } from './register.ts';

export interface NodeOwnershipOptions {
  register: OwnershipRegister;
  /** Names the process for as long as it runs; part of each of its incarnations. */
  node: string;
  log: Logger;
  time?: NodeTime;
  timing?: LeaseTiming;
  /** A fresh UUID. */
  newId?: () => string;
}

const UNAVAILABLE: Claim = { kind: 'unavailable' };
const MINE: Claim = { kind: 'mine' };

/**
 * Who runs which actor, as one process sees it. Everything that tells of ownership looks at the lease first; when
 * it has lapsed, all is dropped then and there: a new incarnation, and the listeners, before the caller goes on.
 *
 * Sticky owners end at once with the lease, and are tried again after the dwell: a flapping Redis changes the mode
 * once in that time, not with every beat.
 */
export class NodeOwnership implements Ownership {
  readonly node: string;
  readonly #register: OwnershipRegister;
  readonly #log: Logger;
  readonly #time: NodeTime;
  readonly #timing: LeaseTiming;
  readonly #newId: () => string;
  readonly #listeners: (() => void)[] = [];
  readonly #claims: Claims;
  #lease: Lease;
  /** Earlier incarnations whose leases Redis may still hold. */
  #toDrop: string[] = [];
  #triedAgainAt = 0;
  #retiring = false;
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
    return !this.#retiring && lease.claimable && this.#time.now() >= this.#triedAgainAt;
  }

  async claim(ref: ActorRef): Promise<Claim> {
    const lease = this.#current();
    if (!lease.live) return UNAVAILABLE;
    if (this.#claims.has(ref)) return MINE;
    const owner = this.available ? await this.#claims.claim(ref) : await this.#ownerOf(ref, lease);
    // The process may have been stopped while it waited: what was claimed counts only under the same live lease.
    if (owner === null || this.#current() !== lease) return UNAVAILABLE;
    return owner === lease.incarnation ? MINE : { kind: 'theirs', owner };
  }

  /** Before Redis's memory is old enough, owners may live of whom it knows nothing. */
  async #ownerOf(ref: ActorRef, lease: Lease): Promise<string | null> {
    const owner = lease.claimable ? await this.#claims.find(ref) : null;
    return owner === lease.incarnation ? null : owner;
  }

  lives(incarnation: string): Promise<boolean> {
    return this.#register.lives(incarnation);
  }

  /** Never rejects: a claim that could not be given back lapses with the lease. */
  async release(refs: readonly ActorRef[]): Promise<void> {
    await this.#claims.release(refs);
  }

  onLost(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Takes the lease and keeps it. Resolves after the first attempt, whatever came of it. */
  start(): Promise<void> {
    return this.#beat();
  }

  /** Claims nothing new from now on, for a planned stop; what it owns stays its own until released or closed. */
  retire(): void {
    this.#retiring = true;
  }

  /** Ends the lease in Redis, so that others take over at once. Activations must have ended before. */
  async close(): Promise<void> {
    this.#retiring = true;
    this.#closed = true;
    this.#cancelBeat();
    const { incarnation } = this.#lease;
    this.#lease = this.#freshLease();
    this.#claims.clear();
    await this.#dropLeases([...this.#toDrop.splice(0), incarnation]);
  }

  /** The lease as it stands now; a lapsed one is lost before anybody sees it. */
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
        // Lapsed while it waited: the new incarnation starts from nothing, whatever Redis says of the old one.
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
   * A connection of its own, so that no burst delays a heartbeat. Refuses commands at once while Redis is away.
   * The caller closes it, after the ownership.
   */
  redis: Redis;
  namespace: string;
  log: Logger;
  timing?: LeaseTiming;
}

/** Ownership over Redis, with a lease if Redis answers now, else as soon as it does. Never rejects. */
export async function openOwnership(options: OpenOwnershipOptions): Promise<NodeOwnership> {
  const { redis, namespace, log, timing = LEASE_TIMING } = options;
  const register = new RedisRegister({ redis, namespace, timing, time: realTime });
  const ownership = new NodeOwnership({ register, node: randomUUID(), log, timing });
  await ownership.start();
  return ownership;
}
