import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { z } from 'zod';
import type { Secrets } from '../kernel/security/secrets.ts';

const KEY = /^[\w-]{10,60}$/;
/** Characters of a token before what they make of the visit. */
const SALT_LENGTH = 12;

/** A field may come twice, or not at all. */
const fields = z.record(z.string(), z.string());

/**
 * What the forms of pages carry: a token that only a page of this service could have given to this browser, and a key
 * that is used once, so that a form sent twice is done once. Pages are rendered for everybody with marks in their
 * place, which are filled in when a page is sent.
 */
export class Forms {
  /** Nobody can write them into a product's name: they are new in every process. */
  readonly tokenMark = `token-${randomBytes(12).toString('hex')}`;
  readonly keyMark = `key-${randomBytes(12).toString('hex')}`;
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** Whether a page has a form that a visitor's own token belongs into. */
  hasForms(html: string): boolean {
    return html.includes(this.tokenMark);
  }

  /** The page as this visitor gets it. @param visitId Of the browser. */
  filled(html: string, visitId: string): string {
    const key = randomBytes(12).toString('base64url');
    // Another one in each page: the size of compressed pages tells nothing of it.
    const salt = randomBytes(9).toString('base64url');
    return html.replaceAll(this.tokenMark, this.#tokenOf(visitId, salt)).replaceAll(this.keyMark, key);
  }

  /**
   * The fields of a form that was sent, and its key. `isOurs`: a page of ours gave it to this browser; otherwise nothing
   * of it may be done.
   */
  sent(
    req: Request,
    visitId: string,
  ): { values: Record<string, string>; key: string | undefined; isOurs: boolean } {
    const parsed = fields.safeParse(req.body ?? {});
    const { token = '', key = '', ...values } = parsed.success ? parsed.data : {};
    const given = Buffer.from(token);
    const right = Buffer.from(this.#tokenOf(visitId, token.slice(0, SALT_LENGTH)));
    const isOurs = given.length === right.length && timingSafeEqual(given, right);
    return { values, key: KEY.test(key) ? key : undefined, isOurs };
  }

  #tokenOf(visitId: string, salt: string): string {
    return salt + this.#secrets.hash('page-form', visitId, salt).subarray(0, 24).toString('base64url');
  }
}
