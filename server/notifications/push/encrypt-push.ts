import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

const CURVE = 'prime256v1';
/** An uncompressed point on P-256. */
export const PUBLIC_KEY_BYTES = 65;
export const AUTH_BYTES = 16;
const SALT_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The size that every push service must accept (RFC 8030, 7.2). */
const RECORD_BYTES = 4_096;
const HEADER_BYTES = SALT_BYTES + 4 + 1 + PUBLIC_KEY_BYTES;
/** Delimiter after the text of the last record (RFC 8188, 2). */
const LAST_RECORD = Buffer.from([2]);

/** Maximum bytes of text per message. */
export const MAX_PLAIN_BYTES = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - LAST_RECORD.length;

/** The keys of a subscription. */
export interface ReceiverKeys {
  /** Public key. */
  p256dh: Buffer;
  /** Authentication secret. */
  auth: Buffer;
}

/** Random values of a message; passed only to reproduce a known message. */
export interface Fresh {
  sender: ECDH;
  salt: Buffer;
}

/** Whether messages can be encrypted for these keys: the lengths are right, and the point is on the curve. */
export function areReceiverKeys({ p256dh, auth }: ReceiverKeys): boolean {
  if (p256dh.length !== PUBLIC_KEY_BYTES || auth.length !== AUTH_BYTES) return false;
  try {
    fresh().sender.computeSecret(p256dh);
    return true;
  } catch {
    return false;
  }
}

/**
 * Encrypts a message for the subscription's device: RFC 8291, with the aes128gcm coding of RFC 8188. Throws if it is
 * longer than MAX_PLAIN_BYTES.
 */
export function encryptPush(
  text: Buffer,
  { p256dh, auth }: ReceiverKeys,
  { sender, salt } = fresh(),
): Buffer {
  if (text.length > MAX_PLAIN_BYTES) throw new RangeError(`${text.length} bytes do not fit into a message`);
  const own = sender.getPublicKey();
  const shared = sender.computeSecret(p256dh);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, own]);
  const secret = derive(shared, auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = [cipher.update(text), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()];
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES, 0);
  sizes.writeUInt8(own.length, 4);
  return Buffer.concat([salt, sizes, own, ...sealed]);
}

function fresh(): Fresh {
  const sender = createECDH(CURVE);
  sender.generateKeys();
  return { sender, salt: randomBytes(SALT_BYTES) };
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}
