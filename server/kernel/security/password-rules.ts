import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { WaslError } from '../../../actors/errors.ts';
import { projectRoot } from '../../../db/root.ts';

/** Facts known about the password's owner, which a guesser would try. */
export interface Owner {
  email: string;
  displayName: string;
}

/** Minimum characters left after removing names of owner and service; fewer are quickly guessed. */
const MIN_OWN_CHARACTERS = 6;

/** Digits and punctuation around a common password that do not strengthen it: "password2026!". */
const MAX_DECORATION = 6;

/** Words about this service, in both languages. */
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

/** Keyboard rows, alphabet and digits, in both directions. */
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

/** The most common passwords, in lower case; loaded on first use. */
function commonPasswords(): ReadonlySet<string> {
  if (listed !== null) return listed;
  const file = path.join(projectRoot, 'server/kernel/security/common-passwords.txt.gz');
  listed = new Set(gunzipSync(readFileSync(file)).toString('utf8').split('\n'));
  return listed;
}

/**
 * Following NIST SP 800-63B-4: a minimum length, and nothing a guesser tries first. No rules about kinds of characters,
 * and no expiry. Throws auth.PASSWORD_TOO_SHORT, auth.PASSWORD_TOO_COMMON.
 * @param field The request field containing it.
 */
export function checkNewPassword(
  password: string,
  owner: Owner,
  { minLength, field }: { minLength: number; field: string },
): void {
  const pointer = `/${field}`;
  // Counted as a person would, in the form that is hashed.
  if ([...password.normalize('NFC')].length < minLength) {
    const message = `must have at least ${minLength} characters`;
    throw new WaslError('auth.PASSWORD_TOO_SHORT', {
      detail: `The password ${message}. A few words are easier to remember than random characters.`,
      errors: [{ pointer, code: 'minLength', message }],
      extension: { minLength },
    });
  }
  if (!isGuessable(password, owner)) return;
  throw new WaslError('auth.PASSWORD_TOO_COMMON', {
    detail: 'This password is among the first that attackers try. Choose a few unrelated words.',
    errors: [{ pointer, code: 'common', message: 'is too easy to guess' }],
  });
}

/** Whether it is very common, or derived from names of the service or its owner. */
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

/** The letters and digits left after removing names, the longest first. */
function withoutNames(plain: string, { email, displayName }: Owner): string {
  const parts = [...email.toLowerCase().split(/[^\p{L}\p{N}]+/u), ...displayName.toLowerCase().split(/\s+/u)];
  const names = [...parts.filter((part) => part.length > 2), ...SERVICE_WORDS];
  names.sort((one, other) => other.length - one.length);
  return onlySigns(names.reduce((text, name) => text.replaceAll(name, ''), plain));
}

function onlySigns(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}
