import {
  type CommandTransport,
  ForwardError,
  type ForwardFailure,
  type Ownership,
} from '../activation-ports.ts';
import type { Timers } from '../ports.ts';
import { idOf } from './activation-directory.ts';
import { ElsewhereError, isElsewhere, resultOf, unavailable } from './answers.ts';
import { KnownOwners } from './known-owners.ts';
import { type ActivationLimits, MAX_FORWARD_RETRIES } from './limits.ts';
import type { Message } from './message.ts';
import type { ActivationMetrics } from './metrics.ts';
import { OwnerWatch } from './owner-watch.ts';

export interface ForwarderOptions {
  wire: CommandTransport;
  ownership: Ownership;
  timers: Timers;
  limits: ActivationLimits;
  metrics: ActivationMetrics;
  /** Routes a command again: another process, or this one, owns its actor now. */
  again(message: Message): void;
}

/** Milliseconds between two checks for a successor of an owner that is gone. */
const SUCCESSOR_CHECK_INTERVAL_MS = 100;

/** Forwards commands to the processes that own their actors, and to the next owner when one has ended. */
export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #known = new KnownOwners();
  readonly #watch: OwnerWatch;

  constructor(options: ForwarderOptions) {
    this.#options = options;
    this.#watch = new OwnerWatch(options.ownership, options.timers);
  }

  /** Null when Redis must be asked: for a command forwarded by another process, and for one misrouted by a hint. */
  knownOwnerFor(message: Message): string | null {
    if (message.forwarded || message.misrouted) return null;
    return this.#known.find(idOf(message.request.ref), this.#options.timers.now());
  }

  /** Throws the owner's refusal, or common.UNAVAILABLE when the command has been on its way for too long. */
  async forward(message: Message, owner: string, asHint: boolean): Promise<void> {
    // Forwarded commands are not forwarded again: their sender asks Redis.
    if (message.forwarded) throw new ElsewhereError();
    const { wire, metrics, timers, again } = this.#options;
    metrics.forwarded();
    const id = idOf(message.request.ref);
    const answer = await this.#watch.guard(owner, wire.forward(owner, message.request)).catch(failureOf);
    if (typeof answer !== 'string' && !isElsewhere(answer)) {
      this.#known.answered(id, owner, timers.now());
      message.resolve(resultOf(answer));
      return;
    }
    this.#known.forget(id);
    message.misrouted = true;
    // An outdated hint does not count as an attempt: nothing was done, and it took no time.
    const outOfDate = typeof answer !== 'string' || answer === 'moved' || answer === 'absent';
    if (asHint && outOfDate) again(message);
    else if (answer === 'absent') this.#awaitSuccessor(message);
    else this.#countAndRepeat(message);
  }

  /** Called when the lease is lost or Redis was emptied: no owner is known any more. */
  clear(): void {
    this.#known.clear();
  }

  sweep(now: number): void {
    this.#known.sweep(now);
  }

  /** The owner's process has ended, but its lease has not: no other process may claim the actor before that. */
  #awaitSuccessor(message: Message): void {
    const { timers, limits, again } = this.#options;
    if (timers.now() + SUCCESSOR_CHECK_INTERVAL_MS - message.since > limits.age) throw moving();
    timers.after(SUCCESSOR_CHECK_INTERVAL_MS, () => again(message));
  }

  #countAndRepeat(message: Message): void {
    message.forwards += 1;
    if (message.forwards > MAX_FORWARD_RETRIES) throw moving();
    this.#options.again(message);
  }
}

function moving() {
  return unavailable('This record is being moved. Repeat the request.');
}

function failureOf(error: unknown): ForwardFailure {
  return error instanceof ForwardError ? error.reason : 'failed';
}
