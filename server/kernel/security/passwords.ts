import { randomBytes } from 'node:crypto';
import argon2 from 'argon2';

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The minimum is configurable: PASSWORD_MIN_LENGTH. */
export const PASSWORD_LENGTH = { max: 200 } as const;

/** The same letters typed on another keyboard or system must give the same bytes. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFC'), 'utf8');

/** Takes tens of milliseconds and 19 MiB: never call it while holding locks. */
export function hashPassword(password: string): Promise<string> {
  return argon2.hash(bytesOf(password), PARAMETERS);
}

// A hash of random bytes, so that verifying takes equally long for an account without a password.
const unusableHash = hashPassword(randomBytes(24).toString('base64'));

/** Without a hash (unknown e-mail, account without a password) returns false after the same time. */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const matches = await argon2.verify(hash ?? (await unusableHash), bytesOf(password));
  return matches && hash !== null;
}
