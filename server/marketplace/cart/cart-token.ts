import { hash, randomBytes } from 'node:crypto';

/** A guest's proof of owning a cart: 32 random bytes, base64url. Issued once and stored only as a hash. */
export function newCartToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256. The token is too random to be guessed, so the hash needs no key. */
export function hashCartToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
