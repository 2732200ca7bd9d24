import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { KeyRing } from '../process/secret-config.ts';
import { acceptedIn, KEY_ID_BYTES, keyIdOf } from './key-id.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of a sealed value that names its key. Older values begin with their iv. */
const NAMES_KEY = 1;
const PREFIX_BYTES = 1 + KEY_ID_BYTES;

export type SealPurpose =
  | 'mfa-secret'
  | 'delivery-code'
  | 'one-time-code'
  | 'staff-invitation'
  | 'page-address'
  | 'page-draft'
  | 'product-preview'
  | 'bank-account'
  | 'stored-key'
  | 'webhook-secret';

/** Hashes that are stored. After their secret was replaced, former ones are still found: `hashes`, `isHash`. */
export type HashPurpose =
  | 'delivery-code'
  | 'token'
  | 'device-token'
  | 'api-key'
  | 'recovery-code'
  | 'staff-invitation'
  | 'one-time-code'
  | 'code-address';

/**
 * Hashes whose secret is never replaced, because they are compared where what was hashed is no longer known: of requests
 * and commands, and of the cart token (256 random bits) that their Idempotency-Keys belong to.
 */
export type LastingHashPurpose = 'request' | 'token';

/** The secrets of stored hashes (docs/keys.md). They belong to the installation and are kept in its database. */
export interface HashingSecrets {
  /** Makes new hashes. */
  readonly current: string;
  /** Other accepted ones: of the next step, and former ones. */
  readonly others: readonly string[];
  readonly lasting: string;
}

/** Makes hashes with one of the accepted secrets. */
export type Hasher = Pick<Secrets, 'hash'>;

/** Bytes of the signatures that clients hold for a while and send back, of those between processes, and of values in Redis. */
export const SIGNATURE_BYTES = {
  cursor: 16,
  'page-form': 24,
  'private-picture': 32,
  frame: 16,
  'redis-value': 16,
} as const;
export type SignPurpose = keyof typeof SIGNATURE_BYTES;

type Part = string | Buffer;

/**
 * Authenticated encryption, signatures and keyed hashes, with one key per purpose. What is sealed or signed uses the
 * application secret, which can be replaced (docs/keys.md): the current one makes everything new, all accepted ones
 * open and verify. Stored hashes use the hashing secret, which belongs to the installation and can be replaced, too.
 */
export class Secrets {
  readonly #current: SecretKey;
  /** The current one first. */
  readonly #accepted: readonly SecretKey[];
  readonly #lasting: KeyedHasher;
  /** One for each accepted hashing secret, the current one first. */
  readonly hashers: readonly [Hasher, ...Hasher[]];

  /** @param hashing What `loadHashingSecrets` found; without it, what an installation hashed with before it had one. */
  constructor(ring: KeyRing, hashing: HashingSecrets = onlyHashing(oldestOf(ring))) {
    this.hashers = [
      new KeyedHasher(hashing.current),
      ...hashing.others.map((other) => new KeyedHasher(other)),
    ];
    this.#lasting = new KeyedHasher(hashing.lasting);
    this.#current = new SecretKey(ring.current);
    this.#accepted = acceptedIn(ring).map((secret) =>
      secret === ring.current ? this.#current : new SecretKey(secret),
    );
  }

  /** HMAC-SHA-256 over the parts, to be stored. */
  hash(purpose: HashPurpose, ...parts: readonly Part[]): Buffer {
    return this.hashers[0].hash(purpose, ...parts);
  }

  /** Every hash that may be stored for the parts, the current one first: to find a row by. */
  hashes(purpose: HashPurpose, ...parts: readonly Part[]): Buffer[] {
    return this.hashers.map((hasher) => hasher.hash(purpose, ...parts));
  }

  /** Whether a stored hash is that of the parts. Compares in constant time. */
  isHash(stored: Buffer, purpose: HashPurpose, ...parts: readonly Part[]): boolean {
    return this.hashes(purpose, ...parts).some(
      (hash) => hash.length === stored.length && timingSafeEqual(hash, stored),
    );
  }

  /** HMAC-SHA-256 over the parts with the secret that is never replaced. */
  lastingHash(purpose: LastingHashPurpose, ...parts: readonly Part[]): Buffer {
    return this.#lasting.hash(purpose, ...parts);
  }

  /** A signature of the parts, of the purpose's length. */
  sign(purpose: SignPurpose, ...parts: readonly Part[]): Buffer {
    return signatureBy(this.#current, purpose, parts);
  }

  /** Whether `sign` made the signature for these parts, here or in a process with another accepted secret. */
  isSigned(purpose: SignPurpose, signature: Buffer, ...parts: readonly Part[]): boolean {
    if (signature.length !== SIGNATURE_BYTES[purpose]) return false;
    return this.#accepted.some((key) => timingSafeEqual(signature, signatureBy(key, purpose, parts)));
  }

  /** AES-256-GCM; the layout is key id, iv, tag, ciphertext. The same `boundTo` (an id) is required to open it. */
  seal(purpose: SealPurpose, plainText: string, boundTo: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const key = this.#current.key(`seal:${purpose}`);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo));
    const text = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
    return Buffer.concat([this.#current.prefix, iv, cipher.getAuthTag(), text]);
  }

  /** Throws if the text was sealed for something else, with a secret that is not accepted, or has been altered. */
  open(purpose: SealPurpose, sealed: Buffer, boundTo: string): string {
    const named = this.#accepted.find(({ prefix }) => sealed.subarray(0, PREFIX_BYTES).equals(prefix));
    if (named !== undefined) {
      const text = openedWith(named, purpose, sealed.subarray(PREFIX_BYTES), boundTo);
      if (text !== null) return text;
    }
    // Sealed before values named their keys; the iv of such a value may by chance begin like a name.
    for (const key of this.#accepted) {
      const text = openedWith(key, purpose, sealed, boundTo);
      if (text !== null) return text;
    }
    throw new Error(
      `a sealed ${purpose} cannot be opened: it was altered, or neither APP_SECRET nor an accepted former one sealed it`,
    );
  }

  /** What values sealed with the current secret begin with. */
  get currentPrefix(): Buffer {
    return this.#current.prefix;
  }

  /** The id of the secret that sealed a value, as `keyIdOf` makes it; null if the value does not name an accepted one. */
  sealedBy(sealed: Buffer): string | null {
    const named = this.#accepted.find(({ prefix }) => sealed.subarray(0, PREFIX_BYTES).equals(prefix));
    return named?.prefix.subarray(1).toString('hex') ?? null;
  }
}

/** A hashing secret with the keys derived from it. */
class KeyedHasher {
  readonly #secret: string;
  readonly #keys = new Map<string, Buffer>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  hash(purpose: HashPurpose | LastingHashPurpose, ...parts: readonly Part[]): Buffer {
    let key = this.#keys.get(purpose);
    if (key === undefined) {
      key = derivedKey(this.#secret, `hash:${purpose}`);
      this.#keys.set(purpose, key);
    }
    return macOf(key, parts);
  }
}

/** A value of the application secret with the keys derived from it. */
class SecretKey {
  readonly prefix: Buffer;
  readonly #secret: string;
  readonly #keys = new Map<string, Buffer>();

  constructor(secret: string) {
    this.#secret = secret;
    this.prefix = Buffer.concat([Buffer.from([NAMES_KEY]), keyIdOf(secret)]);
  }

  key(name: string): Buffer {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = derivedKey(this.#secret, name);
    this.#keys.set(name, key);
    return key;
  }
}

/** The hashing secrets of an installation that has never replaced one. */
export function onlyHashing(secret: string): HashingSecrets {
  return { current: secret, others: [], lasting: secret };
}

/** The secret that an installation has had for longest, as far as the ring says. */
export function oldestOf(ring: KeyRing): string {
  return ring.previous.at(-1) ?? ring.current;
}

function derivedKey(secret: string, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'wasl', name, 32));
}

/** Each part is prefixed by its length so that no two lists collide. */
function macOf(key: Buffer, parts: readonly Part[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
  return hmac.digest();
}

function signatureBy(key: SecretKey, purpose: SignPurpose, parts: readonly Part[]): Buffer {
  return macOf(key.key(`hash:${purpose}`), parts).subarray(0, SIGNATURE_BYTES[purpose]);
}

/** Null if this secret did not seal it. @param sealed iv, tag, ciphertext. */
function openedWith(key: SecretKey, purpose: SealPurpose, sealed: Buffer, boundTo: string): string | null {
  if (sealed.length < IV_BYTES + TAG_BYTES) return null;
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key.key(`seal:${purpose}`), iv, {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
