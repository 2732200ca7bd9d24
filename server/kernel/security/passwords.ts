import { randomBytes } from 'node:crypto';
import argon2 from 'argon2';

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The least depends on the installation: PASSWORD_MIN_LENGTH. */
export const PASSWORD_LENGTH = { max: 200 } as const;

/** The same letters typed on another keyboard or system must give the same bytes. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFC'), 'utf8');

/** Takes tens of milliseconds and 19 MiB: never call it while holding locks. */
export function hashPassword(password: string): Promise<string> {
  return argon2.hash(bytesOf(password), PARAMETERS);
}

// Made once, from nothing anybody knows, so that an account without a password costs what others cost.
const nobodysHash = hashPassword(randomBytes(24).toString('base64'));

/** Costs the same with no hash (an unknown e-mail, an account without a password), and is then false. */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const matches = await argon2.verify(hash ?? (await nobodysHash), bytesOf(password));
  return matches && hash !== null;
}
