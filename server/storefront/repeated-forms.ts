import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Milliseconds. A double click comes within seconds, and the response may contain codes that are shown only once. */
const REMEMBERED_MS = 60_000;
const MAX_FORMS = 1_000;

/**
 * Recently submitted forms, by their keys. A browser without script submits a form again when its button is pressed
 * twice, and shows only the last response: that must not say that the password is wrong because the first submission
 * has changed it. For operations without an Idempotency-Key. Each process has its own memory, so an operation must
 * still be safe to repeat.
 */
export class RepeatedForms<Answer> {
  readonly #answers = new LRUCache<string, Promise<Answer>>({ max: MAX_FORMS, ttl: REMEMBERED_MS });

  /** The result of the first submission. @param form Identifies the form including its entered values. */
  once(form: string, work: () => Promise<Answer>): Promise<Answer> {
    // Hashed, so that entered values, including passwords, are not kept in memory longer than their request.
    const key = createHash('sha256').update(form).digest('base64');
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = work();
    this.#answers.set(key, answer);
    // A failed submission may be retried.
    answer.catch(() => {
      if (this.#answers.peek(key) === answer) this.#answers.delete(key);
    });
    return answer;
  }
}
