import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** A Lua script, sent in full only to a Redis that doesn't know it (any more). */
export class Script {
  readonly #text: string;
  readonly #sha: string;

  constructor(text: string) {
    this.#text = text;
    this.#sha = createHash('sha1').update(text).digest('hex');
  }

  /** Runs it once; twice only where the first was refused because Redis did not know the script. */
  async run(redis: Redis, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    try {
      return await redis.evalsha(this.#sha, keys.length, ...keys, ...args);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return redis.eval(this.#text, keys.length, ...keys, ...args);
    }
  }
}
