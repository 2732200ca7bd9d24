import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

type Part = string | Buffer;

/** Signs with a secret that all processes of an installation share and Redis does not have. */
export interface FrameKey {
  /** Of `SIGNATURE_BYTES` bytes. */
  sign(...parts: readonly Part[]): Buffer;
  isSigned(signature: Buffer, ...parts: readonly Part[]): boolean;
}

/** forged: not signed by this installation for this channel. repeated: received before. stale: too old to tell. */
export type FrameRefusal = 'forged' | 'repeated' | 'stale';

export interface FramesOptions {
  key: FrameKey;
  onRefused(because: FrameRefusal): void;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

export const SIGNATURE_BYTES = 16;
const VERSION = 1;
const SENDER_BYTES = 16;
const NUMBER_AT = 1 + SENDER_BYTES;
const MOMENT_AT = NUMBER_AT + 8;
const SIGNED_BYTES = MOMENT_AT + 8;
const HEADER_BYTES = SIGNED_BYTES + SIGNATURE_BYTES;

/** Senders whose last numbers are known; an installation has one per process and channel. */
const MAX_SENDERS = 2_000;
/** Milliseconds of silence after which a sender is forgotten; longer than a frame of an unknown one may be old. */
const SENDER_KEPT_MS = 600_000;
const MAX_AGE_MS = 60_000;

/**
 * Signs what processes send to each other through Redis, and checks what they receive: who can write to Redis must not
 * be able to give commands. One instance serves one connection of one process.
 *
 * A frame names its sender and has a number that only grows, since one connection keeps the order; so a frame that was
 * received before, or comes after a later one, is refused. Of a sender not heard before only a fresh frame is accepted.
 */
export class Frames {
  readonly #options: FramesOptions;
  readonly #now: () => number;
  readonly #self = randomBytes(SENDER_BYTES);
  readonly #last: LRUCache<string, bigint>;
  #number = 0n;

  constructor(options: FramesOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#last = new LRUCache({ max: MAX_SENDERS, ttl: SENDER_KEPT_MS });
  }

  seal(channel: string, body: string | Uint8Array): Buffer {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const frame = Buffer.allocUnsafe(HEADER_BYTES + bytes.length);
    this.#number += 1n;
    frame[0] = VERSION;
    this.#self.copy(frame, 1);
    frame.writeBigUInt64BE(this.#number, NUMBER_AT);
    frame.writeBigUInt64BE(BigInt(this.#now()), MOMENT_AT);
    frame.set(bytes, HEADER_BYTES);
    const signed = [channel, frame.subarray(0, SIGNED_BYTES), frame.subarray(HEADER_BYTES)];
    this.#options.key.sign(...signed).copy(frame, SIGNED_BYTES);
    return frame;
  }

  /** Whether it claims to be this instance's own; not verified, so only good for ignoring it. */
  isOwn(frame: Buffer): boolean {
    return this.#self.equals(frame.subarray(1, NUMBER_AT));
  }

  /** The body, or null for a frame that is refused. */
  open(channel: string, frame: Buffer): Buffer | null {
    const body = frame.subarray(HEADER_BYTES);
    const signature = frame.subarray(SIGNED_BYTES, HEADER_BYTES);
    const genuine =
      frame[0] === VERSION &&
      frame.length >= HEADER_BYTES &&
      this.#options.key.isSigned(signature, channel, frame.subarray(0, SIGNED_BYTES), body);
    if (!genuine) return this.#refuse('forged');
    const sender = frame.toString('latin1', 1, NUMBER_AT);
    const number = frame.readBigUInt64BE(NUMBER_AT);
    const last = this.#last.get(sender);
    if (last !== undefined && number <= last) return this.#refuse('repeated');
    if (last === undefined && this.#isStale(frame)) return this.#refuse('stale');
    this.#last.set(sender, number);
    return body;
  }

  /** For a text that Redis itself puts into a message, such as an event that is numbered there. */
  signature(channel: string, text: string): string {
    return this.#options.key.sign(channel, text).toString('base64url');
  }

  /** Counts a text whose signature is not right as forged. */
  isSigned(channel: string, text: string, signature: unknown): boolean {
    const given = typeof signature === 'string' ? Buffer.from(signature, 'base64url') : Buffer.alloc(0);
    if (this.#options.key.isSigned(given, channel, text)) return true;
    this.#refuse('forged');
    return false;
  }

  #isStale(frame: Buffer): boolean {
    const age = this.#now() - Number(frame.readBigUInt64BE(MOMENT_AT));
    return Math.abs(age) > MAX_AGE_MS;
  }

  #refuse(because: FrameRefusal): null {
    this.#options.onRefused(because);
    return null;
  }
}
