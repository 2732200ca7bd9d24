import { randomBytes, randomInt } from 'node:crypto';
import { WaslError } from '../../actors/errors.ts';
import type { Transaction } from '../../db/database.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { eraseCodes } from '../notifications/notifications.ts';
import { emailKey } from './create-account.ts';
import {
  type CodePurpose,
  countTry,
  countWrongCode,
  endCodes,
  endCodesOf,
  forgetWrongCodes,
  holdCodeGuard,
  type LiveCode,
  readLiveCodes,
} from './one-time-code-store.ts';

/** Seconds for which a code of six digits can be used, and the token of a link. */
export const CODE_LIFE = { code: 10 * 60, link: 30 * 60 } as const;

/** Wrong codes over all that are live at an address, after which all of them are void. */
const MAX_TRIES = 5;

/** Wrong codes at an address in a day, over all its codes, after which none counts until the day is over. */
const MAX_WRONG = { count: 15, hours: 24 } as const;

/** Where a code goes. */
export type CodeAddress = { email: string } | { phone: string };

/** One key for however an address is spelled; each purpose has codes and counts of its own. */
export function addressKey(secrets: Secrets, purpose: CodePurpose, address: CodeAddress): Buffer {
  const spelled = 'email' in address ? `email:${emailKey(address.email)}` : `phone:${address.phone}`;
  return secrets.hash('code-address', purpose, spelled);
}

/** Six digits, or what a link carries: 256 random bits. */
export function newCode(purpose: CodePurpose): string {
  if (purpose === 'PASSWORD_RESET') return `rp_${randomBytes(32).toString('base64url')}`;
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** A code counts for its address alone, and where an account asked for it, for that account alone. */
export function codeHash(secrets: Secrets, key: Buffer, accountId: string | null, code: string): Buffer {
  return secrets.hash('one-time-code', key, accountId ?? '', code);
}

export function linkHash(secrets: Secrets, token: string): Buffer {
  return secrets.hash('one-time-code', 'link', token);
}

export interface Presented {
  purpose: CodePurpose;
  address: CodeAddress;
  /** The account that asked for it; null for signing in. */
  accountId: string | null;
  code: string;
}

/** A code that was right, and is not used yet: what it is asked for may still be refused. */
export interface RightCode {
  /** Ends this code and the others of its purpose at this address. */
  use(): Promise<void>;
}

/**
 * Whether a code that was presented is right; null when it is not, which has then been counted: the transaction must
 * be committed. The address is held until then, so each of simultaneous tries is counted and one code is used once.
 */
export async function tryCode(
  trx: Transaction,
  secrets: Secrets,
  { purpose, address, accountId, code }: Presented,
): Promise<RightCode | null> {
  const key = addressKey(secrets, purpose, address);
  const wrongToday = await holdCodeGuard(trx, key, MAX_WRONG.hours);
  const live = await readLiveCodes(trx, key);
  const hash = codeHash(secrets, key, accountId, code);
  if (wrongToday < MAX_WRONG.count && live.some((known) => known.hash.equals(hash))) {
    return {
      use: async () => {
        await forgetWrongCodes(trx, key);
        await end(trx, live);
      },
    };
  }
  const [newest] = live;
  // With no code to be guessed nothing was guessed: nobody can use up the tries of an address that has asked for none.
  if (newest === undefined) return null;
  await countWrongCode(trx, key);
  await countTry(trx, newest.id);
  const tries = live.reduce((sum, known) => sum + known.tries, 1);
  if (tries >= MAX_TRIES) await end(trx, live);
  return null;
}

async function end(trx: Transaction, codes: readonly LiveCode[]): Promise<void> {
  const ids = codes.map(({ id }) => id);
  await endCodes(trx, ids);
  await eraseCodes(trx, ids);
}

/** Ends every code and link that an account has asked for: where they went may not be its owner's any more. */
export async function endAllCodes(trx: Transaction, accountId: string): Promise<void> {
  await eraseCodes(trx, await endCodesOf(trx, accountId));
}

/** Says the same of a code that is wrong, was used, has ended, or was never sent. */
export function wrongOneTimeCode(): WaslError {
  return new WaslError('auth.CODE_INVALID', {
    detail: 'The code is wrong, was used, or has ended. After five wrong ones ask for a new one.',
  });
}
