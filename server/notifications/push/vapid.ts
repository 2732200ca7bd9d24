import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { LRUCache } from 'lru-cache';

export interface VapidOptions {
  /** Base64url of the 32 bytes of a P-256 private key. */
  privateKey: string;
  /** Contact of the operator for push services: `mailto:` or `https:`. */
  subject: string;
}

/** Seconds for which a token is valid; RFC 8292 allows at most 24 hours. */
const LIFE_SECONDS = 12 * 3_600;
/** Seconds after which a new token is made. */
const RENEW_AFTER_SECONDS = 6 * 3_600;

/**
 * Identifies this sender to push services (RFC 8292), which accept messages for a subscription only from the sender it
 * was created for.
 */
export class Vapid {
  /** For clients, as `applicationServerKey`: base64url of the uncompressed point. */
  readonly publicKey: string;
  readonly #key: KeyObject;
  readonly #subject: string;
  /** By the push service's origin. */
  readonly #tokens = new LRUCache<string, { token: string; until: number }>({ max: 100 });

  constructor({ privateKey, subject }: VapidOptions) {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey, 'base64url');
    const point = pair.getPublicKey();
    this.publicKey = point.toString('base64url');
    this.#subject = subject;
    this.#key = createPrivateKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        d: privateKey,
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    });
  }

  /** The Authorization header of a message to this endpoint. @param now Real time, milliseconds since the epoch. */
  authorization(endpoint: URL, now = Date.now()): string {
    return `vapid t=${this.#tokenFor(endpoint.origin, Math.floor(now / 1000))}, k=${this.publicKey}`;
  }

  #tokenFor(origin: string, now: number): string {
    const known = this.#tokens.get(origin);
    if (known !== undefined && known.until > now && known.until <= now + RENEW_AFTER_SECONDS)
      return known.token;
    const token = this.#sign({ aud: origin, exp: now + LIFE_SECONDS, sub: this.#subject });
    this.#tokens.set(origin, { token, until: now + RENEW_AFTER_SECONDS });
    return token;
  }

  #sign(claims: object): string {
    const text = [{ typ: 'JWT', alg: 'ES256' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = sign('sha256', Buffer.from(text), { key: this.#key, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  }
}
