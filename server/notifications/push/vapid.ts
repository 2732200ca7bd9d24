import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { LRUCache } from 'lru-cache';

export interface VapidOptions {
  /** Base64url of the 32 bytes of a private key of P-256. */
  privateKey: string;
  /** Where a push service may reach the operator: `mailto:` or `https:`. */
  subject: string;
}

/** Seconds for which a token is valid; 24 hours are the most that RFC 8292 allows. */
const LIFE = 12 * 3_600;
/** Seconds after which a fresh one is made. */
const USED_FOR = 6 * 3_600;

/** Says to push services who sends (RFC 8292): they take messages only from whom a subscription was made for. */
export class Vapid {
  /** For clients, as `applicationServerKey`: base64url of the uncompressed point. */
  readonly publicKey: string;
  readonly #key: KeyObject;
  readonly #subject: string;
  /** By the origin of the push service. */
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

  /** The header Authorization of a message to this endpoint. @param now Real time, milliseconds since the epoch. */
  authorization(endpoint: URL, now = Date.now()): string {
    return `vapid t=${this.#tokenFor(endpoint.origin, Math.floor(now / 1000))}, k=${this.publicKey}`;
  }

  #tokenFor(origin: string, now: number): string {
    const known = this.#tokens.get(origin);
    if (known !== undefined && known.until > now && known.until <= now + USED_FOR) return known.token;
    const token = this.#sign({ aud: origin, exp: now + LIFE, sub: this.#subject });
    this.#tokens.set(origin, { token, until: now + USED_FOR });
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
