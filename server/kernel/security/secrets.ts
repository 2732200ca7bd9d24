import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

export type SealPurpose =
  | 'mfa-secret'
  | 'delivery-code'
  | 'one-time-code'
  | 'staff-invitation'
  | 'page-address'
  | 'page-draft'
  | 'product-preview'
  | 'bank-account';
export type HashPurpose =
  | 'request'
  | 'delivery-code'
  | 'cursor'
  | 'token'
  | 'device-token'
  | 'page-form'
  | 'private-picture'
  | 'recovery-code'
  | 'staff-invitation'
  | 'bank-account'
  | 'one-time-code'
  | 'code-address';

/** Keyed hashes and authenticated encryption, with one key per purpose derived from the application secret. */
export class Secrets {
  readonly #secret: string;
  readonly #keys = new Map<string, Buffer>();

  constructor(appSecret: string) {
    this.#secret = appSecret;
  }

  /** HMAC-SHA-256 over the parts, each prefixed by its length so that no two lists collide. */
  hash(purpose: HashPurpose, ...parts: readonly (string | Buffer)[]): Buffer {
    const hmac = createHmac('sha256', this.#key(`hash:${purpose}`));
    for (const part of parts) {
      hmac.update(`${Buffer.byteLength(part)}:`).update(part);
    }
    return hmac.digest();
  }

  /** AES-256-GCM; the layout is iv, tag, ciphertext. The same `boundTo` (an id) is required to open it. */
  seal(purpose: SealPurpose, plainText: string, boundTo: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key(`seal:${purpose}`), iv).setAAD(
      Buffer.from(boundTo),
    );
    const text = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]);
  }

  /** Throws if the text was sealed for something else or has been altered. */
  open(purpose: SealPurpose, sealed: Buffer, boundTo: string): string {
    const iv = sealed.subarray(0, IV_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.#key(`seal:${purpose}`), iv, {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(boundTo))
      .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    );
  }

  #key(name: string): Buffer {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = Buffer.from(hkdfSync('sha256', this.#secret, 'wasl', name, 32));
    this.#keys.set(name, key);
    return key;
  }
}
