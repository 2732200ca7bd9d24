const KEY = 'wasl-driver-clock';
/** Round-trip time (ms) up to which an answer still gives a usable reading of the clock. */
const SLOWEST = 4_000;

/** The part of `localStorage` that is used. */
export interface Kept {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export interface TimedAnswer {
  /** The service's time in the answer, RFC 3339. */
  serverTime: string;
  /** This phone's time, ms since the epoch. */
  askedAt: number;
  answeredAt: number;
}

/**
 * The service's time, independent of the phone's clock: derived from answers, and kept over a restart without a
 * network.
 */
export class ServerClock {
  readonly #kept: Kept | null;
  readonly #phone: () => number;
  #offset: number;

  constructor(kept: Kept | null = null, phone: () => number = Date.now) {
    this.#kept = kept;
    this.#phone = phone;
    const known = Number(kept?.getItem(KEY) ?? 0);
    this.#offset = Number.isFinite(known) ? known : 0;
  }

  /** Milliseconds to add to the phone's time to get the service's. */
  get offset(): number {
    return this.#offset;
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#phone() + this.#offset;
  }

  date(): Date {
    return new Date(this.now());
  }

  learn({ serverTime, askedAt, answeredAt }: TimedAnswer): void {
    const way = answeredAt - askedAt;
    const told = Date.parse(serverTime);
    if (Number.isNaN(told) || way < 0 || way > SLOWEST) return;
    this.#offset = Math.round(told - (askedAt + way / 2));
    this.#kept?.setItem(KEY, String(this.#offset));
  }
}
