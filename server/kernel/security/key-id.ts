import { hkdfSync } from 'node:crypto';
import type { KeyRing } from '../process/secret-config.ts';

export const KEY_ID_BYTES = 4;

/**
 * Names a secret without telling it: what is sealed or signed says by it which secret to use, and people can compare
 * what two processes have.
 */
export function keyIdOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'wasl', 'key-id', KEY_ID_BYTES));
}

/** All accepted secrets, the current one first, each once. */
export function acceptedIn({ current, next, previous }: KeyRing): string[] {
  return [...new Set([current, ...(next === null ? [] : [next]), ...previous])];
}
