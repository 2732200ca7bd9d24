import { WaslError } from '../../actors/errors.ts';
import type { Clock } from '../../actors/runtime/ports.ts';
import type { Transaction } from '../../db/database.ts';
import { inTransaction, violatedConstraint } from '../../db/unit-of-work.ts';
import { recordAudit } from '../kernel/audit/audit.ts';
import type { SignedIn } from '../kernel/http/operation.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { notify, notifyAddress } from '../notifications/notifications.ts';
import { askForCode } from './ask-for-code.ts';
import { emailKey } from './create-account.ts';
import { maskedEmail, maskedPhone } from './masked-address.ts';
import {
  type CodeAddress,
  endAllCodes,
  type RightCode,
  tryCode,
  wrongOneTimeCode,
} from './one-time-codes.ts';
import {
  lockProfile,
  type Profile,
  setPhone,
  setVerifiedEmail,
  takePhone,
  updateProfile,
} from './profile-store.ts';
import { type ProofContext, proveOwner } from './prove-owner.ts';
import { resetGuard } from './sign-in-guard-store.ts';

export interface ProfileContext extends ProofContext {
  clock: Clock;
  secrets: Secrets;
}

interface Asking {
  requestId: string;
  ip: string;
}

export interface ProfileChange {
  displayName?: string | undefined;
  locale?: 'en' | 'ar' | undefined;
  email?: string | undefined;
  /** Null removes it. */
  phone?: string | null | undefined;
  currentPassword?: string | undefined;
}

/** The parts of a profile that wait for their verification code. */
export type Awaiting = 'EMAIL' | 'PHONE';

/**
 * Changes name and language at once. A new e-mail or phone is sent a code and takes effect when the code comes back.
 * Both can be used to sign in (by code or link), so changing them requires the password. Throws what `proveOwner`
 * throws and common.RATE_LIMITED. Does not reveal whether another account has the new e-mail until the code is entered.
 */
export async function updateMe(
  context: ProfileContext,
  caller: SignedIn,
  { displayName, locale, email, phone, currentPassword }: ProfileChange,
  asking: Asking,
): Promise<Awaiting[]> {
  const { accountId } = caller;
  const { requestId } = asking;
  const reachable = email !== undefined || phone !== undefined;
  if (reachable) await proveOwner(context, caller, { currentPassword, requestId });
  return inTransaction(context.database, async (trx) => {
    const now = await mine(trx, accountId);
    await updateProfile(trx, {
      id: accountId,
      displayName: displayName?.trim() ?? null,
      locale: locale ?? null,
    });
    const awaiting: Awaiting[] = [];
    const ask = async (purpose: Awaiting, address: CodeAddress) => {
      await askForCode(trx, context, {
        purpose,
        address,
        locale: locale ?? now.locale,
        accountId,
        requestId,
      });
      awaiting.push(purpose);
    };
    if (email !== undefined && email !== now.email) await ask('EMAIL', { email });
    if (typeof phone === 'string' && phone !== now.phone) await ask('PHONE', { phone });
    if (phone === null && now.phone !== null)
      await changePhone(trx, context, now, { phone, by: caller, asking });
    return awaiting;
  });
}

/** Sends a verification code to the account's current e-mail. Throws common.RATE_LIMITED. */
export async function askForEmailCode(
  context: ProfileContext,
  { accountId }: SignedIn,
  { requestId }: Asking,
): Promise<void> {
  await inTransaction(context.database, async (trx) => {
    const { email, locale } = await mine(trx, accountId);
    await askForCode(trx, context, { purpose: 'EMAIL', address: { email }, locale, accountId, requestId });
  });
}

/**
 * Accepts the code sent to an e-mail: verifies the account's current e-mail, or replaces it with the new one. A change
 * is notified on every channel and to the former address. Throws auth.CODE_INVALID, and auth.EMAIL_TAKEN if another
 * account has the e-mail, which is revealed only to the person who reads it.
 */
export function verifyEmail(
  context: ProfileContext,
  caller: SignedIn,
  { email, code }: { email: string | undefined; code: string },
  asking: Asking,
): Promise<void> {
  const { accountId } = caller;
  return withCode(context, accountId, code, {
    purpose: 'EMAIL',
    address: (now) => ({ email: email ?? now.email }),
    work: async (trx, now, right) => {
      const proven = email ?? now.email;
      await setVerifiedEmail(trx, accountId, proven).catch((error: unknown) => {
        throw violatedConstraint(error) === 'accounts_email' ? taken() : error;
      });
      await right.use();
      const changed = emailKey(proven) !== emailKey(now.email);
      const before = { verified: now.verified };
      await record(trx, caller, 'verifyEmail', asking, { before, changed: changed ? ['email'] : [] });
      if (!changed) return;
      // Codes and links went to an address that no longer belongs to the account.
      await endAllCodes(trx, accountId);
      await resetGuard(trx, emailKey(proven));
      const data = { email: maskedEmail(proven), at: context.clock.now().toISOString() };
      const to = { email: now.email };
      const { locale } = now;
      await notifyAddress(trx, context, { kind: 'EMAIL_CHANGED', to, locale, data, at: context.clock.now() });
      await notify(trx, {
        ...{ kind: 'EMAIL_CHANGED', to: { accountId }, data },
        ...{ about: { id: accountId, version: 1 }, requestId: asking.requestId },
      });
    },
  });
}

/**
 * Accepts the code sent to a phone and assigns the phone to the account. Removes it from any other account that had it:
 * numbers are reassigned to other people, who must not be able to sign in as the former owner. Throws
 * auth.CODE_INVALID.
 */
export function verifyPhone(
  context: ProfileContext,
  caller: SignedIn,
  { phone, code }: { phone: string; code: string },
  asking: Asking,
): Promise<void> {
  return withCode(context, caller.accountId, code, {
    purpose: 'PHONE',
    address: () => ({ phone }),
    work: async (trx, now, right) => {
      await right.use();
      if (now.phone === phone) return;
      await takePhone(trx, phone, now.id);
      await changePhone(trx, context, now, { phone, by: caller, asking });
    },
  });
}

interface CodeWork {
  purpose: Awaiting;
  address(now: Profile): CodeAddress;
  work(trx: Transaction, now: Profile, right: RightCode): Promise<void>;
}

async function withCode(
  context: ProfileContext,
  accountId: string,
  code: string,
  { purpose, address, work }: CodeWork,
): Promise<void> {
  // The refusal is returned, not thrown, so that the counted try commits.
  const refusal = await inTransaction(context.database, async (trx) => {
    const now = await mine(trx, accountId);
    const presented = { purpose, address: address(now), accountId, code };
    const right = await tryCode(trx, context.secrets, presented);
    if (right === null) return wrongOneTimeCode();
    await work(trx, now, right);
    return null;
  });
  if (refusal !== null) throw refusal;
}

async function changePhone(
  trx: Transaction,
  { ids, clock }: ProfileContext,
  now: Profile,
  { phone, by, asking }: { phone: string | null; by: SignedIn; asking: Asking },
): Promise<void> {
  await setPhone(trx, now.id, phone);
  await record(trx, by, 'verifyPhone', asking, { changed: ['phone'] });
  const at = clock.now();
  const data = { phone: phone === null ? '' : maskedPhone(phone), at: at.toISOString() };
  if (now.phone !== null) {
    const { locale } = now;
    await notifyAddress(trx, { ids }, { kind: 'PHONE_CHANGED', to: { phone: now.phone }, locale, data, at });
  }
  const about = { id: now.id, version: 1 };
  const { requestId } = asking;
  await notify(trx, { kind: 'PHONE_CHANGED', to: { accountId: now.id }, data, about, requestId });
}

async function mine(trx: Transaction, accountId: string): Promise<Profile> {
  const profile = await lockProfile(trx, accountId);
  if (profile === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such account.' });
  return profile;
}

function record(
  trx: Transaction,
  by: SignedIn,
  action: string,
  asking: Asking,
  { before, changed }: { before?: { verified: boolean }; changed: string[] },
): Promise<void> {
  const subject = { subjectType: 'ACCOUNT', subjectId: by.accountId };
  return recordAudit(trx, {
    ...{ by, action, ...subject, ...asking, data: { changed } },
    ...(before === undefined ? {} : { before, after: { verified: true } }),
  });
}

function taken(): WaslError {
  return new WaslError('auth.EMAIL_TAKEN', { detail: 'Another account has this e-mail.' });
}
