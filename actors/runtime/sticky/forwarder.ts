import type { Timers } from '../ports.ts';
import { ForwardError, type ForwardFailure, type Ownership, type Wire } from '../sticky-ports.ts';
import { idOf } from './actor-table.ts';
import { ElsewhereError, isElsewhere, resultOf, unavailable } from './answers.ts';
import { KnownOwners } from './known-owners.ts';
import { FORWARD_TRIES, type StickyLimits } from './limits.ts';
import type { Message } from './message.ts';
import type { StickyMetrics } from './metrics.ts';
import { OwnerWatch } from './owner-watch.ts';

export interface ForwarderOptions {
  wire: Wire;
  ownership: Ownership;
  timers: Timers;
  limits: StickyLimits;
  metrics: StickyMetrics;
  /** Sends a command on its way again: somebody else owns its actor now, perhaps this process. */
  again(message: Message): void;
}

/** Milliseconds between two looks for whoever takes over from a process that is gone. */
const PAUSE = 100;

/** Sends commands to the processes that own their actors, and on to the next owner when one has ended. */
export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #known = new KnownOwners();
  readonly #watch: OwnerWatch;

  constructor(options: ForwarderOptions) {
    this.#options = options;
    this.#watch = new OwnerWatch(options.ownership, options.timers);
  }

  /** Null when Redis is to be asked: for a command of others, and for one that a hint has led astray. */
  knownOwnerFor(message: Message): string | null {
    if (message.forwarded || message.astray) return null;
    return this.#known.find(idOf(message.request.ref), this.#options.timers.now());
  }

  /** Throws the owner's refusal, or common.UNAVAILABLE when the command has been on its way for too long. */
  async forward(message: Message, owner: string, asHint: boolean): Promise<void> {
    // Not sent on and on: whoever sent it asks Redis again.
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
    message.astray = true;
    // A hint that was out of date costs none of the tries: nothing was done, and it took no time.
    const outOfDate = typeof answer !== 'string' || answer === 'moved' || answer === 'absent';
    if (asHint && outOfDate) again(message);
    else if (answer === 'absent') this.#awaitSuccessor(message);
    else this.#countAndRepeat(message);
  }

  /** The lease or Redis's memory is gone: nobody is known to own anything. */
  clear(): void {
    this.#known.clear();
  }

  sweep(now: number): void {
    this.#known.sweep(now);
  }

  /** The owner's process has ended, and its lease lives on for a while: nobody else may claim before that. */
  #awaitSuccessor(message: Message): void {
    const { timers, limits, again } = this.#options;
    if (timers.now() + PAUSE - message.since > limits.age) throw moving();
    timers.after(PAUSE, () => again(message));
  }

  #countAndRepeat(message: Message): void {
    message.forwards += 1;
    if (message.forwards > FORWARD_TRIES) throw moving();
    this.#options.again(message);
  }
}

function moving() {
  return unavailable('This record is being moved. Repeat the request.');
}

function failureOf(error: unknown): ForwardFailure {
  return error instanceof ForwardError ? error.reason : 'failed';
}
