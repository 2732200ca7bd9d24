import type { IncomingMessage } from 'node:http';
import { WaslError } from '../actors/errors.ts';

/** An engine's connection, of which a client of Socket.IO may or may not sign in. */
export interface EngineConnection {
  request: IncomingMessage;
  on(event: 'packet', heard: () => void): unknown;
  once(event: 'close', heard: () => void): unknown;
  off(event: 'packet', heard: () => void): unknown;
  close(discard?: boolean): unknown;
}

export interface AnteroomOptions {
  /** Takes one from the address's budget of handshakes; throws common.RATE_LIMITED. */
  admit?: ((request: IncomingMessage) => Promise<void>) | undefined;
  /** Whom a connection counts for. Absent: nobody is counted. */
  addressOf?: ((request: IncomingMessage) => string) | undefined;
}

/** A correct client sends one, and another after each refusal. Pings come later than a connection may stay here. */
const MAX_PACKETS = 4;
const MAX_PER_ADDRESS = 50;
/**
 * Ends sooner than Socket.IO's own time to connect, which would leave a polling connection half a minute to fetch its
 * farewell and keep the process from stopping for as long.
 */
const MAX_STAY_MS = 10_000;

/**
 * Where connections are until they have signed in. Nobody vouches for them yet, so each costs its address's budget and
 * takes one of few places, and may send hardly anything.
 */
export class Anteroom {
  readonly #options: AnteroomOptions;
  readonly #waiting = new Map<string, number>();
  readonly #leave = new WeakMap<object, () => void>();

  constructor(options: AnteroomOptions) {
    this.#options = options;
  }

  /** Before there is a connection. Throws common.RATE_LIMITED. */
  async admit(request: IncomingMessage): Promise<void> {
    const { admit, addressOf } = this.#options;
    await admit?.(request);
    if (addressOf !== undefined && this.#isFull(addressOf(request))) {
      throw new WaslError('common.RATE_LIMITED', {
        detail: 'Too many connections of this address have not signed in.',
        retryAfter: 10,
      });
    }
  }

  /**
   * Ends the connection if its place was taken since `admit`, and when it sends too much or waits too long before
   * `signedIn`.
   */
  receive(connection: EngineConnection): void {
    const address = this.#options.addressOf?.(connection.request);
    if (address !== undefined && this.#isFull(address)) {
      connection.close(true);
      return;
    }
    let packets = 0;
    const count = () => {
      packets += 1;
      if (packets > MAX_PACKETS) connection.close(true);
    };
    const late = setTimeout(() => connection.close(true), MAX_STAY_MS).unref();
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      clearTimeout(late);
      connection.off('packet', count);
      if (address !== undefined) this.#count(address, -1);
    };
    connection.on('packet', count);
    connection.once('close', leave);
    if (address !== undefined) this.#count(address, 1);
    this.#leave.set(connection, leave);
  }

  signedIn(connection: object): void {
    this.#leave.get(connection)?.();
    this.#leave.delete(connection);
  }

  #isFull(address: string): boolean {
    return (this.#waiting.get(address) ?? 0) >= MAX_PER_ADDRESS;
  }

  #count(address: string, change: 1 | -1): void {
    const waiting = (this.#waiting.get(address) ?? 0) + change;
    if (waiting === 0) this.#waiting.delete(address);
    else this.#waiting.set(address, waiting);
  }
}
