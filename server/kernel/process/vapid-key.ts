import { createECDH } from 'node:crypto';

const CURVE = 'prime256v1';
const KEY_BYTES = 32;

/** Whether a text is a VAPID private key (RFC 8292): base64url of 32 bytes. */
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
  // Leading zero bytes are omitted and must be restored.
  const key = pair.getPrivateKey();
  return Buffer.concat([Buffer.alloc(KEY_BYTES - key.length), key]).toString('base64url');
}
