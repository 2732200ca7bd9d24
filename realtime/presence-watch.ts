import type { Logger } from 'pino';
import type { Pusher } from '../actors/runtime/relay.ts';
import { SingleFlight } from '../db/single-flight.ts';
import type { LocationMeter } from './location-meter.ts';
import type { PresenceChange, RedisPresence, UntoldChange } from './presence.ts';

export interface PresenceWatchOptions {
  presence: Pick<RedisPresence, 'onChange' | 'sweep' | 'told'>;
  pusher: Pusher;
  /** Stores every change for the history. */
  record: { add(change: PresenceChange): void };
  meter: LocationMeter;
  log: Logger;
  /** Milliseconds between two checks for drivers without recent signals. */
  every?: number;
}

const CHECK_INTERVAL_MS = 1_000;
const MAX_DRIVERS_PER_SWEEP = 500;

/**
 * Notifies dispatchers when a driver goes silent or is back. Every process checks; Redis gives each change to one of
 * them, and to another if that one has not confirmed it in time. So a change is told at least once, and the last one
 * told of a driver is the present state.
 */
export class PresenceWatch {
  readonly #options: PresenceWatchOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #sweeping = new SingleFlight();
  #told: UntoldChange[] = [];

  constructor(options: PresenceWatchOptions) {
    this.#options = options;
    options.presence.onChange((untold) => void this.#tell(untold));
    this.#timer = setInterval(() => this.#start(), options.every ?? CHECK_INTERVAL_MS);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweeping.settled();
  }

  #start(): void {
    void this.#sweeping.run(() => this.#sweep());
  }

  async #sweep(): Promise<void> {
    const { presence } = this.#options;
    const told = this.#told.splice(0);
    try {
      await presence.told(told);
      await presence.sweep(MAX_DRIVERS_PER_SWEEP);
    } catch (error) {
      // Confirmed again: at worst, the present state is told once more. The drivers stay in the sets until Redis answers.
      this.#told.push(...told);
      this.#options.log.debug({ err: error }, 'presence could not be swept');
    }
  }

  async #tell(untold: UntoldChange): Promise<void> {
    const { change } = untold;
    this.#options.meter.presenceChanged(change.presence);
    this.#options.record.add(change);
    const pushed = await this.#options.pusher.push(['dispatch'], 'presence.changed', { ...change });
    // Pushed later, it may come after a newer change: its lease is not confirmed, so the present state is told again.
    this.#told.push(pushed === false ? { ...untold, lease: 0 } : untold);
  }
}
