import { hash, randomBytes } from 'node:crypto';

/** A guest's proof of owning a cart: 32 random bytes, base64url. Given out once, kept only as a hash. */
export function newCartToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256. A token is too random to be guessed from it, so it needs no key. */
export function hashCartToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
