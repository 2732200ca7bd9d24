import { WaslError } from '../../actors/errors.ts';
import type { OutboxEffect } from '../../actors/runtime/machine.ts';
import type { Ids } from '../../actors/runtime/ports.ts';
import type { Transaction } from '../../db/database.ts';
import { emit } from '../kernel/outbox/emit.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import type { Surface } from '../kernel/security/tokens.ts';
import { type CodePurpose, payForCode } from './one-time-code-store.ts';
import { addressKey, CODE_LIFE_S, type CodeAddress } from './one-time-codes.ts';
import type { Locked } from './sign-in-guard-store.ts';

/** Codes an address may request at once; after that, one more each time a code's lifetime has passed. */
const BURST_CODES = 3;

export interface Asked {
  purpose: CodePurpose;
  address: CodeAddress;
  /** Locale of the person asking. */
  locale: 'en' | 'ar';
  /** The account that asks for a code to an address of its own; null where the address alone identifies the account. */
  accountId: string | null;
  /** Surface the request came from; `api` where it makes no difference. */
  surface?: Surface;
  requestId: string;
}

/**
 * Queues a code to be made and sent. Whether an account has the address is looked up later, by the outbox consumer, so
 * the request behaves and takes the same time either way. Throws common.RATE_LIMITED when the address was sent too many
 * codes. At that pace the latest code is still valid, so nobody can lock others out of their codes.
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

/** Same as `askForCode` for a code nobody requested: sends none if the address was sent too many. */
export async function offerCode(
  trx: Transaction,
  context: { ids: Ids; secrets: Secrets },
  asked: Asked,
): Promise<void> {
  const wait = await paceOf(trx, context.secrets, asked);
  if (wait === null) await emitCode(trx, context.ids, asked);
}

function paceOf(trx: Transaction, secrets: Secrets, { purpose, address }: Asked): Promise<number | null> {
  const seconds = purpose === 'PASSWORD_RESET' ? CODE_LIFE_S.link : CODE_LIFE_S.code;
  return payForCode(trx, { addressKey: addressKey(secrets, purpose, address), burst: BURST_CODES, seconds });
}

function emitCode(trx: Transaction, ids: Ids, asked: Asked): Promise<void> {
  const { purpose, address, locale, accountId, surface = 'api', requestId } = asked;
  const payload = { purpose, ...address, locale, surface, ...(accountId === null ? {} : { accountId }) };
  return emitAlone(trx, ids, requestId, { do: 'consume', consumer: 'one-time-code', payload });
}

/** Queues a message telling the owner of an e-mail, if it has one, that sign-in is locked; at most once a day. */
export async function announceLock(
  trx: Transaction,
  ids: Ids,
  { key, locked, requestId }: { key: string; locked: Locked | null; requestId: string | null },
): Promise<void> {
  if (locked?.tell !== true) return;
  const payload = { emailKey: key, until: locked.until.toISOString() };
  await emitAlone(trx, ids, requestId, { do: 'consume', consumer: 'sign-in-locked', payload });
}

/** Emits under a fresh id rather than the account's: whether an account exists is found out only on delivery. */
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
    detail: `This address was sent several codes in a row; the latest is still valid. Request another in ${wait} seconds.`,
    retryAfter: wait,
  });
}
