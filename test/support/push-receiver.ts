import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto';

/** A device that receives push messages: its key pair and secret. The service gets the public key and the secret. */
export interface Receiver {
  pair: ECDH;
  keys: { p256dh: Buffer; auth: Buffer };
}

export function newReceiver(): Receiver {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { pair, keys: { p256dh: pair.getPublicKey(), auth: randomBytes(16) } };
}

/**
 * The receiver's side of RFC 8291, written from the text of the RFCs and not from the service's code, one HMAC after
 * the other. Throws when the message was encrypted for another receiver, or altered.
 */
export function decryptPush(message: Buffer, { pair, keys }: Receiver): Buffer {
  const salt = message.subarray(0, 16);
  const recordSize = message.readUInt32BE(16);
  const keyLength = message.readUInt8(20);
  const sender = message.subarray(21, 21 + keyLength);
  const record = message.subarray(21 + keyLength);
  if (record.length > recordSize) throw new Error('more than one record');
  const sharedKey = hmac(keys.auth, pair.computeSecret(sender));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.p256dh, sender, Buffer.from([1])]);
  const prk = hmac(salt, hmac(sharedKey, info));
  const key = hmac(prk, Buffer.from('Content-Encoding: aes128gcm\0\u0001')).subarray(0, 16);
  const nonce = hmac(prk, Buffer.from('Content-Encoding: nonce\0\u0001')).subarray(0, 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('not the last record');
  return padded.subarray(0, end);
}

function hmac(key: Buffer, text: Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
