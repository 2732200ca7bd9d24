import { z } from 'zod';
import type { Clock, Ids } from '../../actors/runtime/ports.ts';
import type { AnyConsumer } from '../../actors/runtime/relay.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { SURFACES } from '../kernel/security/tokens.ts';
import { notify, queueCode } from '../notifications/notifications.ts';
import { emailKey } from './create-account.ts';
import { type CodePurpose, insertCode } from './one-time-code-store.ts';
import { addressKey, CODE_LIFE_S, type CodeAddress, codeHash, linkHash, newCode } from './one-time-codes.ts';
import { type AddressOwner, findOwnerByEmail, findOwnerById, findOwnerByPhone } from './profile-store.ts';

export interface CodeConsumerDependencies {
  database: Database;
  clock: Clock;
  ids: Ids;
  secrets: Secrets;
}

const requestSchema = z.object({
  purpose: z.enum(['SIGN_IN', 'EMAIL', 'PHONE', 'PASSWORD_RESET']),
  email: z.string().optional(),
  phone: z.string().optional(),
  locale: z.enum(['en', 'ar']),
  accountId: z.uuid().optional(),
  surface: z.enum(SURFACES).default('api'),
});
type Asked = z.infer<typeof requestSchema>;

const KINDS = {
  SIGN_IN: 'SIGN_IN_CODE',
  EMAIL: 'EMAIL_VERIFICATION',
  PHONE: 'PHONE_VERIFICATION',
  PASSWORD_RESET: 'PASSWORD_RESET',
} as const satisfies Record<CodePurpose, string>;

/**
 * Consumer `one-time-code`: makes a code and queues its message, once per effect. It runs after the response, so its
 * duration does not reveal whether an account exists. Nothing is sent to a phone that no account has verified (SMS to
 * numbers named by strangers cost money), nor for a password reset without an account.
 */
export function codeConsumer(deps: CodeConsumerDependencies): AnyConsumer {
  return async (payload, { effectId }) => {
    const asked = requestSchema.parse(payload);
    const address = addressOf(asked);
    if (address === null) return;
    await inTransaction(deps.database, async (trx) => {
      const owner = await ownerOf(trx, asked, address);
      if (owner === null && (asked.purpose !== 'SIGN_IN' || 'phone' in address)) return;
      if (owner !== null && owner.status !== 'ACTIVE') return;
      await makeCode(trx, deps, { id: effectId, asked, address, owner });
    });
  };
}

function addressOf({ email, phone }: Asked): CodeAddress | null {
  if (email !== undefined) return { email };
  return phone === undefined ? null : { phone };
}

function ownerOf(trx: Transaction, { accountId }: Asked, address: CodeAddress): Promise<AddressOwner | null> {
  if (accountId !== undefined) return findOwnerById(trx, accountId);
  return 'email' in address
    ? findOwnerByEmail(trx, emailKey(address.email))
    : findOwnerByPhone(trx, address.phone);
}

interface Making {
  id: string;
  asked: Asked;
  address: CodeAddress;
  owner: AddressOwner | null;
}

async function makeCode(
  trx: Transaction,
  { ids, secrets, clock }: CodeConsumerDependencies,
  { id, asked, address, owner }: Making,
): Promise<void> {
  const { purpose } = asked;
  const code = newCode(purpose);
  const key = addressKey(secrets, purpose, address);
  const isLink = purpose === 'PASSWORD_RESET';
  const accountId = isLink ? (owner?.id ?? null) : (asked.accountId ?? null);
  const life = isLink ? CODE_LIFE_S.link : CODE_LIFE_S.code;
  const hash = isLink ? linkHash(secrets, code) : codeHash(secrets, key, accountId, code);
  if (!(await insertCode(trx, { id, purpose, addressKey: key, accountId, hash, life }))) return;
  const at = clock.now();
  await queueCode(
    trx,
    { ids, secrets },
    {
      kind: KINDS[purpose],
      // Spelled as the account has it, if there is one.
      to: address,
      codeId: id,
      code,
      locale: owner?.locale ?? asked.locale,
      surface: asked.surface,
      at,
      expiresAt: new Date(at.getTime() + life * 1000),
    },
  );
}

const lockedSchema = z.object({ emailKey: z.string(), until: z.iso.datetime() });

/** Consumer `sign-in-locked`: notifies the owner of the e-mail, if there is one. */
export function lockConsumer(deps: CodeConsumerDependencies): AnyConsumer {
  return async (payload, { requestId }) => {
    const { emailKey: key, until } = lockedSchema.parse(payload);
    await inTransaction(deps.database, async (trx) => {
      const owner = await findOwnerByEmail(trx, key);
      if (owner === null || owner.status !== 'ACTIVE') return;
      const about = { id: owner.id, version: 1 };
      const to = { accountId: owner.id };
      await notify(trx, { kind: 'ACCOUNT_LOCKED', to, data: { until }, about, requestId });
    });
  };
}
