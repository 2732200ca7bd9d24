import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** A prefix that scanners for leaked secrets look for, 40 random characters (238 bits), and 6 of a checksum. */
export const API_KEY = /^wasl_sk_[0-9A-Za-z]{46}$/;
/** Whatever begins like a key is treated as one, so that a mutilated key is never taken for another token. */
const API_KEY_BEARER = /^Bearer +(wasl_sk_\S*)$/i;

const PREFIX = 'wasl_sk_';
const RANDOM_CHARACTERS = 40;
const CHECKSUM_CHARACTERS = 6;
const HINT_CHARACTERS = 4;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Only its keyed hash is stored. */
export function newApiKey(): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    '',
  );
  return PREFIX + random + checksumOf(random);
}

/** The key in an Authorization header, valid or not; null if the header has none. */
export function apiKeyIn(authorization: string | undefined): string | null {
  return API_KEY_BEARER.exec(authorization ?? '')?.[1] ?? null;
}

/** Whatever does is treated as a key, valid or not. */
export function beginsLikeApiKey(token: string): boolean {
  return token.startsWith(PREFIX);
}

/**
 * Whether the text can be a key of any installation. The checksum lets scanners, and this service before it asks the
 * database, tell keys from other text; it proves nothing.
 */
export function isApiKey(text: string): boolean {
  if (!API_KEY.test(text)) return false;
  const random = text.slice(PREFIX.length, -CHECKSUM_CHARACTERS);
  return text.endsWith(checksumOf(random));
}

/** The part of a key that stays readable, by which its owner recognises it. */
export function hintOf(key: string): string {
  return key.slice(0, PREFIX.length + HINT_CHARACTERS);
}

/** CRC-32 in base 62. */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let place = 0; place < CHECKSUM_CHARACTERS; place += 1) {
    digits = (ALPHABET[rest % ALPHABET.length] ?? '') + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
