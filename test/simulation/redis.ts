import type { ActorRef } from '../../actors/runtime/machine.ts';
import { type CommandChannel, NotSent } from '../../db/redis/command-channel.ts';
import type { ClaimAnswer, LeaseRegistry, LeaseTiming, TakenLease } from '../../db/redis/lease-registry.ts';
import { answeredWithin } from '../../db/redis/node-time.ts';
import { MemoryRegister, type SharedMemory } from '../support/memory-lease-registry.ts';
import type { Host } from './host.ts';
import type { Link } from './network.ts';
import type { Schedule } from './schedule.ts';

/** Notified of leases and claims as Redis and the process know them; it has no say in them. */
export interface LeaseWitness {
  /** The holder may rely on its lease until this virtual time. */
  leased(host: Host, incarnation: string, until: number): void;
  granted(host: Host, incarnation: string, ref: ActorRef): void;
  /** The process itself gives the incarnation up. */
  lost(incarnation: string): void;
}

/** One process's access to the lease registry in Redis. */
export class SimRegister implements LeaseRegistry {
  readonly #host: Host;
  readonly #link: Link;
  readonly #schedule: Schedule;
  readonly #timing: LeaseTiming;
  readonly #witness: LeaseWitness;
  readonly #inner: MemoryRegister;

  constructor(
    host: Host,
    link: Link,
    schedule: Schedule,
    memory: SharedMemory,
    timing: LeaseTiming,
    witness: LeaseWitness,
  ) {
    this.#host = host;
    this.#link = link;
    this.#schedule = schedule;
    this.#timing = timing;
    this.#witness = witness;
    this.#inner = new MemoryRegister(memory, timing);
  }

  async take(incarnation: string): Promise<TakenLease> {
    const sentAt = this.#schedule.now;
    const taken = await this.#ask('take lease', () => this.#inner.take(incarnation));
    this.#leased(incarnation, sentAt);
    return taken;
  }

  async renew(incarnation: string, boot: string): Promise<boolean> {
    const sentAt = this.#schedule.now;
    const renewed = await this.#ask('renew lease', () => this.#inner.renew(incarnation, boot));
    if (renewed) this.#leased(incarnation, sentAt);
    return renewed;
  }

  lives(incarnation: string): Promise<boolean> {
    return this.#ask('look at lease', () => this.#inner.lives(incarnation));
  }

  ownerOf(ref: ActorRef): Promise<string | null> {
    return this.#ask(`owner of ${namesOf([ref])}`, () => this.#inner.ownerOf(ref));
  }

  claim(incarnation: string, boot: string, refs: readonly ActorRef[]): Promise<ClaimAnswer> {
    return this.#ask(`claim ${namesOf(refs)}`, async () => {
      const answer = await this.#inner.claim(incarnation, boot, refs);
      if (answer.kind === 'owners') {
        refs.forEach((ref, index) => {
          if (answer.owners[index] === incarnation) this.#witness.granted(this.#host, incarnation, ref);
        });
      }
      return answer;
    });
  }

  release(incarnation: string, refs: readonly ActorRef[]): Promise<void> {
    return this.#ask(`release ${namesOf(refs)}`, () => this.#inner.release(incarnation, refs));
  }

  drop(incarnation: string): Promise<void> {
    this.#witness.lost(incarnation);
    return this.#ask('drop lease', () => this.#inner.drop(incarnation));
  }

  #leased(incarnation: string, sentAt: number): void {
    const { ttl, margin } = this.#timing;
    this.#witness.leased(this.#host, incarnation, sentAt + (ttl - margin) / this.#host.rate);
  }

  #ask<T>(label: string, serve: () => Promise<T>): Promise<T> {
    return answeredWithin(this.#host.timers, this.#timing.answer, this.#link.ask(this.#host, label, serve));
  }
}

function namesOf(refs: readonly ActorRef[]): string {
  return refs.map(({ key }) => key.slice(-2)).join(' ');
}

interface Listener {
  host: Host;
  listener: (frame: string) => void;
}

/** Publish and subscribe between the processes. */
export class SimSwitchboard {
  readonly #schedule: Schedule;
  readonly #link: Link;
  readonly #listeners = new Map<string, Listener>();
  /** Hosts whose messages alone do not arrive, or that hear none, while Redis answers them. */
  readonly apart = new Map<Host, 'hears' | 'says' | 'both'>();

  constructor(schedule: Schedule, link: Link) {
    this.#schedule = schedule;
    this.#link = link;
  }

  line(host: Host, node: string): CommandChannel {
    return {
      send: async (to, frame) => {
        const cut = this.#link.cut.get(null) ?? this.#link.cut.get(host);
        if (cut === 'refused') throw new NotSent('Redis is away.');
        if (this.#isApart(host, 'says')) return 1;
        return this.#link.ask(host, `publish ${frame.length} B`, () => this.#deliver(to, frame));
      },
      receive: (listener) => {
        this.#listeners.set(node, { host, listener });
      },
      close: () => {
        this.#listeners.delete(node);
      },
    };
  }

  #deliver(node: string, frame: string): number {
    const there = this.#listeners.get(node);
    if (there === undefined || there.host.state === 'dead') return 0;
    // Redis may believe that a process is listening whose connection is gone.
    if (this.#link.cut.has(there.host) || this.#isApart(there.host, 'hears')) return 1;
    this.#schedule.after(1, there.host, () => there.listener(frame));
    return 1;
  }

  #isApart(host: Host, way: 'hears' | 'says'): boolean {
    const apart = this.apart.get(host);
    return apart === way || apart === 'both';
  }
}
