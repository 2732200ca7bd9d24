import { createECDH } from 'node:crypto';

const CURVE = 'prime256v1';
const KEY_BYTES = 32;

/** Whether a text is a private key as push services are told of (RFC 8292): base64url of 32 bytes. */
export function isVapidKey(text: string): boolean {
  if (Buffer.from(text, 'base64url').length !== KEY_BYTES) return false;
  try {
    createECDH(CURVE).setPrivateKey(text, 'base64url');
    return true;
  } catch {
    return false;
  }
}

export function newVapidKey(): string {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  // Without the zeros that it begins with now and then.
  const key = pair.getPrivateKey();
  return Buffer.concat([Buffer.alloc(KEY_BYTES - key.length), key]).toString('base64url');
}
