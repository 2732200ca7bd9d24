import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A second press of a button comes within seconds; what was answered may name codes that are shown once. */
const REMEMBERED_MS = 60_000;
const MAX_FORMS = 1_000;

/**
 * Forms that were sent a moment ago, by the key they carry. A browser without script sends a form again when its button
 * is pressed twice, and shows the answer to the last one alone: that one must not say that the password was wrong
 * because the first has changed it. For operations that take no Idempotency-Key; in a process of its own each, so an
 * operation still has to be harmless when it is repeated.
 */
export class RepeatedForms<Answer> {
  readonly #answers = new LRUCache<string, Promise<Answer>>({ max: MAX_FORMS, ttl: REMEMBERED_MS });

  /** What the first one came to. @param form Tells a form from all others, with what was filled in. */
  once(form: string, work: () => Promise<Answer>): Promise<Answer> {
    // Hashed: what was typed, a password too, is not kept for longer than its request.
    const key = createHash('sha256').update(form).digest('base64');
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = work();
    this.#answers.set(key, answer);
    // What failed is tried again.
    answer.catch(() => {
      if (this.#answers.peek(key) === answer) this.#answers.delete(key);
    });
    return answer;
  }
}
