/** What a provider's process reports to the test that started it. */
export type ProviderEvent =
  | { event: 'ready'; port: number }
  /** It has the message, whether or not the sender has received the response. */
  | ({ event: 'accepted' } & Accepted)
  | { event: 'declined'; to: string; words: string }
  /** It has stopped at the requested moment, until it is released. */
  | { event: 'holding'; by: string };

export interface Accepted {
  /** Message-ID or Idempotency-Key, without brackets. */
  id: string;
  to: string;
  /** Who signed in to send it. */
  by: string;
  /** `performance.timeOrigin + performance.now()` of that process: milliseconds, comparable within this machine. */
  at: number;
  /** The message as received. */
  raw: string;
  /** Whether the connection was encrypted. */
  encrypted: boolean;
}

/** Where a provider has to stop once, so that its client can be killed at just that point. */
export type HoldAt =
  /** The message is not accepted yet. */
  | 'before'
  /** It has accepted the message, and the sender has no response yet. */
  | 'unanswered'
  /** It has just responded to the sender. */
  | 'answered';

/** What a test orders a provider's process to do. */
export type ProviderOrder =
  | { order: 'hold'; at: HoldAt }
  /** Whatever has stopped continues. */
  | { order: 'release' }
  /** Milliseconds until each message is answered. */
  | { order: 'latency'; ms: number };

export const now = () => performance.timeOrigin + performance.now();

/** The provider's side of the communication with its test. */
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

  /** Stops here if that was ordered. */
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

/** The first message to such an address is treated specially; later ones are accepted. */
export class FirstTimes {
  readonly #seen = new Set<string>();

  /** Whether `address` begins with `word` and is seen for the first time. */
  is(word: string, address: string): boolean {
    if (!address.startsWith(word) || this.#seen.has(address)) return false;
    this.#seen.add(address);
    return true;
  }
}
