/** What a provider's process tells the test that started it. */
export type ProviderEvent =
  | { event: 'ready'; port: number }
  /** It has the message, whether or not the sender has its answer. */
  | ({ event: 'accepted' } & Accepted)
  | { event: 'declined'; to: string; words: string }
  /** It has stopped at the requested moment, until it is released. */
  | { event: 'holding'; by: string };

export interface Accepted {
  /** Message-ID or Idempotency-Key, without brackets. */
  id: string;
  to: string;
  /** Who signed in to hand it over. */
  by: string;
  /** `performance.timeOrigin + performance.now()` there: milliseconds, comparable within this machine. */
  at: number;
  /** As it came. */
  raw: string;
  /** Whether the line that it came over was. */
  encrypted: boolean;
}

/** Where a provider is to stand still once, so that its client can be killed at just that point. */
export type HoldAt =
  /** The message is not accepted yet. */
  | 'before'
  /** It has accepted the message, and the sender has no answer yet. */
  | 'unanswered'
  /** It has just answered the sender. */
  | 'answered';

/** What a test tells a provider's process. */
export type ProviderOrder =
  | { order: 'hold'; at: HoldAt }
  /** What is held goes on. */
  | { order: 'release' }
  /** Milliseconds until each message is answered. */
  | { order: 'latency'; ms: number };

export const now = () => performance.timeOrigin + performance.now();

/** The provider's side of the talk with its test. */
export class ProviderDesk {
  #hold: HoldAt | null = null;
  #release: (() => void) | null = null;
  latency = 0;

  constructor() {
    process.on('message', (order: ProviderOrder) => this.#obey(order));
    process.on('disconnect', () => process.exit(0));
  }

  tell(event: ProviderEvent): void {
    process.send?.(event);
  }

  /** Stands still here if that was asked for. */
  async pass(at: HoldAt, by: string): Promise<void> {
    if (this.#hold !== at) return;
    this.#hold = null;
    const released = new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    this.tell({ event: 'holding', by });
    await released;
  }

  async delay(): Promise<void> {
    if (this.latency > 0) await new Promise((resolve) => setTimeout(resolve, this.latency));
  }

  #obey(order: ProviderOrder): void {
    if (order.order === 'hold') this.#hold = order.at;
    if (order.order === 'latency') this.latency = order.ms;
    if (order.order === 'release') this.#release?.();
  }
}

/** Of these addresses the first message is treated so, later ones are taken. */
export class FirstTimes {
  readonly #seen = new Set<string>();

  /** Whether `address` begins with `word` and is seen for the first time. */
  is(word: string, address: string): boolean {
    if (!address.startsWith(word) || this.#seen.has(address)) return false;
    this.#seen.add(address);
    return true;
  }
}
