import type { Request } from 'express';
import { z } from 'zod';
import type { Secrets } from '../kernel/security/secrets.ts';
import { cookiesOf } from './visit.ts';

const DRAFT_COOKIE = '__Host-wasl-draft';
const LIFE_SECONDS = 2 * 3_600;
const FLAGS = 'Path=/; HttpOnly; Secure; SameSite=Lax';
/** Not bound to the visit's id, which changes when signing in. */
const BOUND_TO = 'draft';
/** Browsers do not store cookies larger than 4 kB. */
const MAX_BYTES = 3_800;

const FIELDS: ReadonlySet<string> = new Set([
  ...['email', 'name', 'phone', 'zone', 'street', 'building', 'unit', 'floor', 'landmark'],
  ...['instructions', 'meetAtGate', 'latitude', 'longitude', 'label'],
]);
/** Fields with a shop's chosen delivery method. */
const METHOD = /^method-[0-9a-f-]{36}$/;

const sealed = z.object({ until: z.number(), values: z.record(z.string(), z.string()) });

/** Entered but unsubmitted values, kept in the buyer's own browser while they sign in. */
export class Drafts {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** Empty if there is no draft, or it cannot be read. */
  of(req: Request): Record<string, string> {
    const cookie = cookiesOf(req).get(DRAFT_COOKIE);
    if (cookie === undefined || cookie === '') return {};
    try {
      const text = this.#secrets.open('page-draft', Buffer.from(cookie, 'base64url'), BOUND_TO);
      const { until, values } = sealed.parse(JSON.parse(text));
      return until > Date.now() ? values : {};
    } catch {
      return {};
    }
  }

  /** A cookie with a form's values, without passwords. */
  keep(values: Readonly<Record<string, string>>): string {
    const kept = Object.entries(values).filter(([name, value]) => isKept(name) && value !== '');
    const draft = { until: Date.now() + LIFE_SECONDS * 1_000, values: Object.fromEntries(kept) };
    const cookie = this.#secrets.seal('page-draft', JSON.stringify(draft), BOUND_TO).toString('base64url');
    if (cookie.length > MAX_BYTES) return this.forget();
    return `${DRAFT_COOKIE}=${cookie}; ${FLAGS}; Max-Age=${LIFE_SECONDS}`;
  }

  forget(): string {
    return `${DRAFT_COOKIE}=; ${FLAGS}; Max-Age=0`;
  }
}

function isKept(name: string): boolean {
  return FIELDS.has(name) || METHOD.test(name);
}
