import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { z } from 'zod';
import type { Secrets } from '../kernel/security/secrets.ts';

const KEY = /^[\w-]{10,60}$/;
/** Length of a token's salt, which precedes its hash. */
const SALT_LENGTH = 12;

/** Repeated fields are rejected. */
const fields = z.record(z.string(), z.string());

/**
 * Tokens of the pages' forms. Each form has a token that only a page of this service could have given to this browser
 * (CSRF protection), and a single-use key, so that a form submitted twice takes effect once. Pages are rendered with
 * placeholders for both, which are replaced when a page is sent, so that public pages can be cached.
 */
export class Forms {
  /** Random per process, so that no product name can contain it. */
  readonly tokenMark = `token-${randomBytes(12).toString('hex')}`;
  readonly keyMark = `key-${randomBytes(12).toString('hex')}`;
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** Whether a page contains forms that need the visitor's own token. */
  hasForms(html: string): boolean {
    return html.includes(this.tokenMark);
  }

  /** The page for this visitor. @param visitId Id of the browser's visit. */
  filled(html: string, visitId: string): string {
    const key = randomBytes(12).toString('base64url');
    // Different in each page, so that the size of compressed pages reveals nothing about the token.
    const salt = randomBytes(9).toString('base64url');
    return html.replaceAll(this.tokenMark, this.#tokenOf(visitId, salt)).replaceAll(this.keyMark, key);
  }

  /**
   * The fields of a submitted form, and its key. `isOurs`: the token is valid for this browser; if not, the form must
   * be ignored.
   */
  sent(
    req: Request,
    visitId: string,
  ): { values: Record<string, string>; key: string | undefined; isOurs: boolean } {
    const parsed = fields.safeParse(req.body ?? {});
    const { token = '', key = '', ...values } = parsed.success ? parsed.data : {};
    const signature = Buffer.from(token.slice(SALT_LENGTH), 'base64url');
    const isOurs = this.#secrets.isSigned('page-form', signature, visitId, token.slice(0, SALT_LENGTH));
    return { values, key: KEY.test(key) ? key : undefined, isOurs };
  }

  #tokenOf(visitId: string, salt: string): string {
    return salt + this.#secrets.sign('page-form', visitId, salt).toString('base64url');
  }
}
