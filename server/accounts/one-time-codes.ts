import { randomBytes, randomInt } from 'node:crypto';
import { WaslError } from '../../actors/errors.ts';
import type { Transaction } from '../../db/database.ts';
import type { Hasher, Secrets } from '../kernel/security/secrets.ts';
import { eraseCodes } from '../notifications/notifications.ts';
import { emailKey } from './create-account.ts';
import {
  type CodePurpose,
  countTry,
  countWrongCode,
  endCodes,
  endCodesOf,
  forgetWrongCodes,
  holdCodeGuards,
  type LiveCode,
  readLiveCodes,
} from './one-time-code-store.ts';

/** Seconds a six-digit code and the token of a link remain valid. */
export const CODE_LIFE_S = { code: 10 * 60, link: 30 * 60 } as const;

/** Wrong tries across all live codes of an address before all of them become void. */
const MAX_WRONG_TRIES = 5;

/** Wrong codes per address and day, across all its codes, after which no code is accepted for the rest of the day. */
const MAX_WRONG_PER_ADDRESS = { count: 15, hours: 24 } as const;

/** Where a code is sent. */
export type CodeAddress = { email: string } | { phone: string };

/** One key per address regardless of spelling. Each purpose has separate codes and counts. */
export function addressKey(hasher: Hasher, purpose: CodePurpose, address: CodeAddress): Buffer {
  const spelled = 'email' in address ? `email:${emailKey(address.email)}` : `phone:${address.phone}`;
  return hasher.hash('code-address', purpose, spelled);
}

/** Six digits, or 256 random bits for a link. */
export function newCode(purpose: CodePurpose): string {
  if (purpose === 'PASSWORD_RESET') return `rp_${randomBytes(32).toString('base64url')}`;
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** A code is valid only for its address and, if an account requested it, only for that account. */
export function codeHash(hasher: Hasher, key: Buffer, accountId: string | null, code: string): Buffer {
  return hasher.hash('one-time-code', key, accountId ?? '', code);
}

export function linkHash(hasher: Hasher, token: string): Buffer {
  return hasher.hash('one-time-code', 'link', token);
}

export interface Presented {
  purpose: CodePurpose;
  address: CodeAddress;
  /** The account that requested it; null for signing in. */
  accountId: string | null;
  code: string;
}

/** A correct code, not yet used up: what it was sent for may still be refused. */
export interface RightCode {
  /** Ends this code and all others with the same purpose and address. */
  use(): Promise<void>;
}

/**
 * Checks a code. Null means wrong: the try has been counted, so the caller must commit. The address is locked until
 * then, so that every concurrent try counts and a code is used once.
 */
export async function tryCode(
  trx: Transaction,
  secrets: Secrets,
  { purpose, address, accountId, code }: Presented,
): Promise<RightCode | null> {
  // While the hashing secret is replaced, the address may have a key by each of the accepted ones.
  const asked = secrets.hashers.map((hasher) => {
    const key = addressKey(hasher, purpose, address);
    return { key, hash: codeHash(hasher, key, accountId, code) };
  });
  const [{ key }] = asked as [(typeof asked)[number]];
  const keys = asked.map((each) => each.key);
  const wrongToday = await holdCodeGuards(trx, keys, MAX_WRONG_PER_ADDRESS.hours);
  const live = await readLiveCodes(trx, keys);
  const isRight = live.some((known) => asked.some(({ hash }) => known.hash.equals(hash)));
  if (wrongToday < MAX_WRONG_PER_ADDRESS.count && isRight) {
    return {
      use: async () => {
        await forgetWrongCodes(trx, keys);
        await end(trx, live);
      },
    };
  }
  const [newest] = live;
  // With no live code there was nothing to guess. Otherwise a stranger could use up the tries of an address that
  // requested none.
  if (newest === undefined) return null;
  await countWrongCode(trx, key);
  await countTry(trx, newest.id);
  const tries = live.reduce((sum, known) => sum + known.tries, 1);
  if (tries >= MAX_WRONG_TRIES) await end(trx, live);
  return null;
}

async function end(trx: Transaction, codes: readonly LiveCode[]): Promise<void> {
  const ids = codes.map(({ id }) => id);
  await endCodes(trx, ids);
  await eraseCodes(trx, ids);
}

/** Ends every code and link an account requested, because the addresses they went to may no longer be its owner's. */
export async function endAllCodes(trx: Transaction, accountId: string): Promise<void> {
  await eraseCodes(trx, await endCodesOf(trx, accountId));
}

/** The same error for a code that is wrong, used, expired or was never sent. */
export function wrongOneTimeCode(): WaslError {
  return new WaslError('auth.CODE_INVALID', {
    detail: 'The code is wrong, already used or expired. After five wrong tries request a new one.',
  });
}
