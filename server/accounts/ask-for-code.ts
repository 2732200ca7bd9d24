import { WaslError } from '../../actors/errors.ts';
import type { OutboxEffect } from '../../actors/runtime/machine.ts';
import type { Ids } from '../../actors/runtime/ports.ts';
import type { Transaction } from '../../db/database.ts';
import { emit } from '../kernel/outbox/emit.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import type { Surface } from '../kernel/security/tokens.ts';
import { type CodePurpose, payForCode } from './one-time-code-store.ts';
import { addressKey, CODE_LIFE, type CodeAddress } from './one-time-codes.ts';
import type { Locked } from './sign-in-guard-store.ts';

/** Codes that may be asked for at once for one address; each further one when the first has lived its life. */
const BURST = 3;

export interface Asked {
  purpose: CodePurpose;
  address: CodeAddress;
  /** Of who asks. */
  locale: 'en' | 'ar';
  /** The account that asks for a code to an address of its own; null where the address alone says whose it is. */
  accountId: string | null;
  /** Where it was asked for; `api` where that makes no difference. */
  surface?: Surface;
  requestId: string;
}

/**
 * Lets a code be made and sent. Whether an account has the address is looked up by what this leaves in the outbox, so
 * that the request does and answers the same in the same time either way. Throws common.RATE_LIMITED when the address
 * was sent enough: at that pace whoever is refused has a code that still counts, so nobody keeps others from theirs.
 */
export async function askForCode(
  trx: Transaction,
  context: { ids: Ids; secrets: Secrets },
  asked: Asked,
): Promise<void> {
  const wait = await paceOf(trx, context.secrets, asked);
  if (wait !== null) throw sentEnough(wait);
  await emitCode(trx, context.ids, asked);
}

/** The same for a code that nobody asked for: none when the address was sent enough. */
export async function offerCode(
  trx: Transaction,
  context: { ids: Ids; secrets: Secrets },
  asked: Asked,
): Promise<void> {
  const wait = await paceOf(trx, context.secrets, asked);
  if (wait === null) await emitCode(trx, context.ids, asked);
}

function paceOf(trx: Transaction, secrets: Secrets, { purpose, address }: Asked): Promise<number | null> {
  const seconds = purpose === 'PASSWORD_RESET' ? CODE_LIFE.link : CODE_LIFE.code;
  return payForCode(trx, { addressKey: addressKey(secrets, purpose, address), burst: BURST, seconds });
}

function emitCode(trx: Transaction, ids: Ids, asked: Asked): Promise<void> {
  const { purpose, address, locale, accountId, surface = 'api', requestId } = asked;
  const payload = { purpose, ...address, locale, surface, ...(accountId === null ? {} : { accountId }) };
  return emitAlone(trx, ids, requestId, { do: 'consume', consumer: 'one-time-code', payload });
}

/** Lets the owner of an e-mail, if it has one, be told that sign-in is locked; once a day at most. */
export async function announceLock(
  trx: Transaction,
  ids: Ids,
  { key, locked, requestId }: { key: string; locked: Locked | null; requestId: string | null },
): Promise<void> {
  if (locked?.tell !== true) return;
  const payload = { emailKey: key, until: locked.until.toISOString() };
  await emitAlone(trx, ids, requestId, { do: 'consume', consumer: 'sign-in-locked', payload });
}

/** About no record: whether there is an account shows only when the effect is delivered. */
function emitAlone(
  trx: Transaction,
  ids: Ids,
  requestId: string | null,
  effect: OutboxEffect,
): Promise<void> {
  return emit(trx, { about: { id: ids.next(), version: 1 }, requestId }, [effect]);
}

function sentEnough(wait: number): WaslError {
  return new WaslError('common.RATE_LIMITED', {
    detail: `This address was sent several codes in a row; the latest still counts. Ask again in ${wait} seconds.`,
    retryAfter: wait,
  });
}
