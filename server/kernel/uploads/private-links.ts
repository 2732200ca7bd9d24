import type { Secrets } from '../security/secrets.ts';

/**
 * A link works for five minutes at least and ten at most. Links made within five minutes are the same, so that lists
 * which are read again compare equal and browsers keep what they have.
 */
export const LINK_LIFE_S = 300;

/** Makes links of a task's photos. */
export type LinkOf = (name: string) => string;

/**
 * Addresses of private pictures. Their names are written into logs and histories of browsers, so a name alone opens
 * nothing: the query says until when it may, signed with the application's secret.
 */
export class PrivateLinks {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** The query of an address. @param now Milliseconds, real time. */
  queryFor(name: string, now = Date.now()): string {
    const until = String((Math.floor(now / 1000 / LINK_LIFE_S) + 2) * LINK_LIFE_S);
    const signature = this.#secrets.sign('private-picture', name, until).toString('base64url');
    return `until=${until}&signature=${signature}`;
  }

  /** Whether a query that `queryFor` made for this picture is still good. */
  admits(name: string, { until, signature }: Record<string, unknown>, now = Date.now()): boolean {
    if (typeof until !== 'string' || typeof signature !== 'string') return false;
    const given = Buffer.from(signature, 'base64url');
    return this.#secrets.isSigned('private-picture', given, name, until) && Number(until) * 1000 > now;
  }
}
