import { randomBytes } from 'node:crypto';
import argon2 from 'argon2';
import { WaslError } from '../../../actors/errors.ts';
import { Semaphore } from '../async/semaphore.ts';

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The minimum is configurable: PASSWORD_MIN_LENGTH. */
export const PASSWORD_LENGTH = { max: 200 } as const;

/** The same letters typed on another keyboard or system must give the same bytes. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFC'), 'utf8');

/**
 * Each computation occupies a worker thread of the process, which files, certificates and new connections to PostgreSQL
 * need too, and a processor. The queue is what two of them work off in a second or two.
 */
const LIMITS = { permits: 2, maxWaiting: 32, timeoutMs: 10_000 };
const RETRY_AFTER_SECONDS = 2;
const computing = new Semaphore(LIMITS);

/** Takes tens of milliseconds and 19 MiB: never call it while holding locks. Throws common.UNAVAILABLE, see LIMITS. */
export function hashPassword(password: string): Promise<string> {
  return computing.run(() => argon2.hash(bytesOf(password), PARAMETERS), busy);
}

// A hash of random bytes, so that verifying takes equally long for an account without a password.
const unusableHash = hashPassword(randomBytes(24).toString('base64'));

/**
 * Without a hash (unknown e-mail, account without a password) returns false after the same time. Throws
 * common.UNAVAILABLE, see LIMITS.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const expected = hash ?? (await unusableHash);
  const matches = await computing.run(() => argon2.verify(expected, bytesOf(password)), busy);
  return matches && hash !== null;
}

function busy(): WaslError {
  return new WaslError('common.UNAVAILABLE', {
    detail: 'Too many people are signing in at this moment. Try again in a few seconds.',
    retryAfter: RETRY_AFTER_SECONDS,
  });
}
