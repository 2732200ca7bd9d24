import type { Logger } from 'pino';
import type { Pusher } from '../actors/runtime/relay.ts';
import { SingleFlight } from '../db/single-flight.ts';
import type { LocationMeter } from './location-meter.ts';
import type { PresenceChange, RedisPresence } from './presence.ts';

export interface PresenceWatchOptions {
  presence: Pick<RedisPresence, 'onChange' | 'sweep'>;
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
 * Notifies dispatchers when a driver goes silent or is back. Every process checks; Redis gives each change to only one
 * of them.
 */
export class PresenceWatch {
  readonly #options: PresenceWatchOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #sweeping = new SingleFlight();

  constructor(options: PresenceWatchOptions) {
    this.#options = options;
    options.presence.onChange((change) => this.#tell(change));
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
    try {
      await this.#options.presence.sweep(MAX_DRIVERS_PER_SWEEP);
    } catch (error) {
      // The drivers stay in the sets until Redis answers.
      this.#options.log.debug({ err: error }, 'presence could not be swept');
    }
  }

  #tell(change: PresenceChange): void {
    this.#options.meter.presenceChanged(change.presence);
    this.#options.record.add(change);
    this.#options.pusher.push(['dispatch'], 'presence.changed', { ...change });
  }
}
