import { ForwardError, type ForwardedAnswer, type Ownership } from '../activation-ports.ts';
import type { Timers } from '../ports.ts';

/** Milliseconds between two checks of an owner that a caller waits for. */
const CHECK_INTERVAL_MS = 250;

interface Watched {
  waiting: Set<(error: ForwardError) => void>;
  looking: boolean;
  stop: () => void;
}

/**
 * Ends the wait for an owner whose lease has expired. A stopped process keeps its connections open, so a caller would
 * wait for the full timeout; the lease shows sooner that other processes may take over.
 */
export class OwnerWatch {
  readonly #ownership: Pick<Ownership, 'lives'>;
  readonly #timers: Timers;
  readonly #owners = new Map<string, Watched>();

  constructor(ownership: Pick<Ownership, 'lives'>, timers: Timers) {
    this.#ownership = ownership;
    this.#timers = timers;
  }

  /**
   * Settles with the answer, or rejects with `late` once the owner's lease has expired: the outcome is unknown then.
   */
  guard(owner: string, answer: Promise<ForwardedAnswer>): Promise<ForwardedAnswer> {
    return new Promise((resolve, reject) => {
      const watched = this.#watch(owner);
      watched.waiting.add(reject);
      const over = () => {
        watched.waiting.delete(reject);
        if (watched.waiting.size === 0) this.#stop(owner, watched);
      };
      answer.then(resolve, reject).finally(over);
    });
  }

  #watch(owner: string): Watched {
    const known = this.#owners.get(owner);
    if (known !== undefined) return known;
    const watched: Watched = { waiting: new Set(), looking: false, stop: () => undefined };
    watched.stop = this.#timers.every(CHECK_INTERVAL_MS, () => void this.#look(owner, watched));
    this.#owners.set(owner, watched);
    return watched;
  }

  async #look(owner: string, watched: Watched): Promise<void> {
    if (watched.looking) return;
    watched.looking = true;
    // If Redis is unavailable, nothing is known about the owner.
    const lives = await this.#ownership.lives(owner).catch(() => true);
    watched.looking = false;
    if (lives) return;
    this.#stop(owner, watched);
    for (const reject of watched.waiting) reject(new ForwardError('late'));
    watched.waiting.clear();
  }

  #stop(owner: string, watched: Watched): void {
    watched.stop();
    if (this.#owners.get(owner) === watched) this.#owners.delete(owner);
  }
}
