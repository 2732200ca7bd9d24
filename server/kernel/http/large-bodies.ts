import { WaslError } from '../../../actors/errors.ts';
import { Semaphore } from '../async/semaphore.ts';

/** Takes these bytes of a body. Returns the refusal if it may have no more of them. */
export type Take = (bytes: number) => WaslError | null;

/** Bytes of all large bodies in memory: eight of the largest, or dozens of pictures. */
const MAX_HELD_BYTES = 96 * 2 ** 20;
/** A phone sends several pictures together. Those that wait are not read yet. */
const PER_SENDER = { permits: 2, maxWaiting: 16, timeoutMs: 2_000 };
/** Parsing and handling them takes processor time and copies. */
const HANDLED = { permits: 2, maxWaiting: 32, timeoutMs: 10_000 };
const RETRY_AFTER_SECONDS = 2;

/** Who is sending large bodies now, counting those that wait. */
interface Sender {
  reading: Semaphore;
  bodies: number;
}

/**
 * Limits large bodies, which are held in memory as a whole. A sender who is slow, on purpose or on a bad network, only
 * stops itself: while bodies arrive, each sender has two at a time, and all together a number of bytes that have
 * arrived. Only complete ones compete for being handled, two at a time.
 */
export class LargeBodies {
  readonly #senders = new Map<string, Sender>();
  readonly #handled = new Semaphore(HANDLED);
  #heldBytes = 0;

  /**
   * Passes what `read` reads to `use` and waits for it. Throws common.UNAVAILABLE.
   * @param read Calls its argument before it keeps bytes.
   */
  async run(
    sender: string,
    read: (take: Take) => Promise<Buffer>,
    use: (content: Buffer) => Promise<void>,
  ): Promise<void> {
    await this.#inTurnOf(sender, async () => {
      let held = 0;
      const take: Take = (bytes) => {
        if (this.#heldBytes + bytes > MAX_HELD_BYTES) return busy();
        this.#heldBytes += bytes;
        held += bytes;
        return null;
      };
      try {
        const content = await read(take);
        await this.#handled.run(() => use(content), busy);
      } finally {
        this.#heldBytes -= held;
      }
    });
  }

  async #inTurnOf(name: string, work: () => Promise<void>): Promise<void> {
    const sender = this.#senders.get(name) ?? { reading: new Semaphore(PER_SENDER), bodies: 0 };
    this.#senders.set(name, sender);
    sender.bodies += 1;
    try {
      await sender.reading.run(work, busy);
    } finally {
      sender.bodies -= 1;
      if (sender.bodies === 0) this.#senders.delete(name);
    }
  }
}

function busy(): WaslError {
  return new WaslError('common.UNAVAILABLE', {
    detail: 'Too many large requests are being received. Send this one again in a moment.',
    retryAfter: RETRY_AFTER_SECONDS,
  });
}
