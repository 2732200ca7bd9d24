import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { WaslError } from '../../../actors/errors.ts';
import { projectRoot } from '../../../db/root.ts';

/** What the person whose password it is to be is known by: nobody has to guess that. */
export interface Owner {
  email: string;
  displayName: string;
}

/** A password as short as this, without what its owner and the service are called, takes no time to find. */
const MIN_OWN_CHARACTERS = 6;

/** Digits and marks around a common password that do not make it a better one: "password2026!". */
const MAX_DECORATION = 6;

/** What this service is about, in both languages. */
const SERVICE_WORDS = [
  ...[
    'marketplace',
    'dispatcher',
    'delivery',
    'dispatch',
    'password',
    'welcome',
    'market',
    'driver',
    'seller',
  ],
  ...['secret', 'login', 'admin', 'buyer', 'order', 'qatar', 'doha', 'souq', 'shop', 'wasl'],
  ...['الدوحة', 'الدوحه', 'توصيل', 'سوق', 'قطر', 'وصل'],
];

/** What the keys of a row, the letters and the digits spell, there and back. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '01234567890',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
];
const RUNS = ROWS.flatMap((row) => [row + row, [...row].reverse().join('').repeat(2)]);

const LEET: ReadonlyMap<string, string> = new Map(
  Object.entries({ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }),
);

let listed: ReadonlySet<string> | null = null;

/** The commonest passwords, in lower case; read when the first one is judged. */
function commonPasswords(): ReadonlySet<string> {
  if (listed !== null) return listed;
  const file = path.join(projectRoot, 'server/kernel/security/common-passwords.txt.gz');
  listed = new Set(gunzipSync(readFileSync(file)).toString('utf8').split('\n'));
  return listed;
}

/**
 * By NIST SP 800-63B-4: a length, and nothing that is among the first a guesser tries. No rule says which kinds of
 * characters it is made of, and none expires. Throws auth.PASSWORD_TOO_SHORT, auth.PASSWORD_TOO_COMMON.
 * @param field The field of the request that it stands in.
 */
export function checkNewPassword(
  password: string,
  owner: Owner,
  { minLength, field }: { minLength: number; field: string },
): void {
  const pointer = `/${field}`;
  // As many as a person counts, in the form that is hashed.
  if ([...password.normalize('NFC')].length < minLength) {
    const message = `must have at least ${minLength} characters`;
    throw new WaslError('auth.PASSWORD_TOO_SHORT', {
      detail: `The password ${message}. A few words are easier to remember than signs.`,
      errors: [{ pointer, code: 'minLength', message }],
      extension: { minLength },
    });
  }
  if (!isGuessable(password, owner)) return;
  throw new WaslError('auth.PASSWORD_TOO_COMMON', {
    detail: 'This password is among the first that are tried. Take a few words that do not belong together.',
    errors: [{ pointer, code: 'common', message: 'is too easy to guess' }],
  });
}

/** Whether it is among the commonest, or follows from what the service and its owner are called. */
export function isGuessable(password: string, owner: Owner): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  if (isCommon(plain)) return true;
  const bare = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (bare !== '' && plain.length - bare.length <= MAX_DECORATION && isCommon(unleet(bare))) return true;
  const own = withoutNames(plain, owner);
  return own !== onlySigns(plain) && (own.length < MIN_OWN_CHARACTERS || isCommon(own));
}

function isCommon(text: string): boolean {
  return commonPasswords().has(text) || /^(.{1,4}?)\1{2,}.{0,3}$/u.test(text) || isTwice(text) || isRun(text);
}

/** "pearlpearl". */
function isTwice(text: string): boolean {
  const half = text.slice(0, text.length / 2);
  return text.length > 3 && half.repeat(2) === text && half.length < 8;
}

function isRun(text: string): boolean {
  return text.length > 3 && RUNS.some((run) => run.includes(text));
}

function unleet(text: string): string {
  return [...text].map((symbol) => LEET.get(symbol) ?? symbol).join('');
}

/** Letters and digits that stand in no name; the longest name is taken out first. */
function withoutNames(plain: string, { email, displayName }: Owner): string {
  const parts = [...email.toLowerCase().split(/[^\p{L}\p{N}]+/u), ...displayName.toLowerCase().split(/\s+/u)];
  const names = [...parts.filter((part) => part.length > 2), ...SERVICE_WORDS];
  names.sort((one, other) => other.length - one.length);
  return onlySigns(names.reduce((text, name) => text.replaceAll(name, ''), plain));
}

function onlySigns(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}
