import type { GroupWrite } from '../activation-ports.ts';
import type { ActorRef } from '../machine.ts';
import type { OutboxRow, Outcome } from '../store.ts';
import { Mailbox } from './mailbox.ts';
import type { Message } from './message.ts';
import type { RecentIds } from './recent-ids.ts';

/** A decided command, answered only after its commit. */
export interface Turn {
  actor: Activation;
  message: Message;
  write: GroupWrite;
  outcome: Outcome;
  version: number;
  replayed: boolean;
  outbox: OutboxRow | null;
}

interface Waiter {
  ready: () => boolean;
  resolve: () => void;
}

interface Start {
  version: number;
  epoch: number;
  state: unknown;
}

/**
 * An activation: an actor in its owner's memory, with its state, mailbox, and the turns being written to PostgreSQL.
 */
export class Activation {
  readonly ref: ActorRef;
  readonly epoch: number;
  readonly recent: RecentIds;
  readonly mailbox = new Mailbox();
  /** As decided, which may be ahead of what is committed. */
  version: number;
  #state: unknown;
  /** The state of an idle actor as text, which takes a third of the memory. */
  #packed: Buffer | null = null;
  /** False once evicted: it decides nothing any more. */
  alive = true;
  /** Whether the mailbox is being processed. */
  pumping = false;
  lastUsed: number;
  /** Decided turns in order, not in a batch yet. */
  unsent: Turn[] = [];
  /** The turns in the batch being written. */
  inFlight: readonly Turn[] = [];
  #waiting: Waiter[] = [];

  constructor(ref: ActorRef, start: Start, recent: RecentIds, now: number) {
    this.ref = ref;
    this.version = start.version;
    this.epoch = start.epoch;
    this.#state = start.state;
    this.recent = recent;
    this.lastUsed = now;
  }

  get idle(): boolean {
    return !this.pumping && this.inFlight.length === 0 && this.unsent.length === 0 && this.mailbox.size === 0;
  }

  get state(): unknown {
    if (this.#packed !== null) {
      this.#state = JSON.parse(this.#packed.toString('utf8'));
      this.#packed = null;
    }
    return this.#state;
  }

  set state(state: unknown) {
    this.#state = state;
    this.#packed = null;
  }

  /** Packs the state of an idle actor until the next command. */
  pack(): void {
    if (this.#packed !== null) return;
    this.#packed = Buffer.from(JSON.stringify(this.#state));
    this.#state = null;
  }

  /** Resolves when all decided turns that the caller `concerns` are committed, or the actor was evicted. */
  settled(concerns?: (turn: Turn) => boolean): Promise<void> {
    return this.#when(() => this.isSettled(concerns));
  }

  isSettled(concerns: (turn: Turn) => boolean = () => true): boolean {
    return !this.inFlight.some(concerns) && !this.unsent.some(concerns);
  }

  /** Resolves when nothing is left to do, or the actor was evicted. */
  quiet(): Promise<void> {
    return this.#when(() => this.idle);
  }

  /** Wakes up those who wait for the end of something. */
  notifyWaiters(): void {
    if (this.#waiting.length === 0) return;
    const still: Waiter[] = [];
    for (const waiter of this.#waiting) {
      if (!this.alive || waiter.ready()) waiter.resolve();
      else still.push(waiter);
    }
    this.#waiting = still;
  }

  #when(ready: () => boolean): Promise<void> {
    if (!this.alive || ready()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ ready, resolve }));
  }
}
