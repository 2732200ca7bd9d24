import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** A Lua script whose text is only sent if Redis does not know it (any more). */
export class Script {
  readonly #text: string;
  readonly #sha: string;

  constructor(text: string) {
    this.#text = text;
    this.#sha = createHash('sha1').update(text).digest('hex');
  }

  /** Runs it once; a second attempt follows only if Redis rejected the first because it did not know the script. */
  async run(redis: Redis, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    try {
      return await redis.evalsha(this.#sha, keys.length, ...keys, ...args);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return redis.eval(this.#text, keys.length, ...keys, ...args);
    }
  }
}
