import { WaslError } from '../../../actors/errors.ts';
import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Seller } from '../../../db/models/seller.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import type { SignedIn } from '../../kernel/http/operation.ts';
import { type IfMatch, requireVersion } from '../../kernel/http/preconditions.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import { notify } from '../../notifications/notifications.ts';
import { insertBankAccount, newestAccount, supersedePending } from './bank-account-store.ts';
import { maskedIban, parseIban, type QatarIban } from './iban.ts';
import { requireWork } from './seller-machine.ts';
import { lockSeller, updateSeller } from './seller-store.ts';

export interface BankAccountContext {
  ids: Ids;
  clock: Clock;
  secrets: Secrets;
  settings: Settings;
  by: SignedIn;
  requestId: string;
  ip: string;
}

const MINUTE_MS = 60_000;

/**
 * Sets a new bank account, used for payouts after a cooling-off period; until then the previous one stays in use. A
 * pending account is superseded. The present number again changes nothing. Throws common.VALIDATION_FAILED, the errors
 * of If-Match against the seller's version, seller.INVALID_STATE.
 */
export async function setBankAccount(
  trx: Transaction,
  context: BankAccountContext,
  sellerId: string,
  ifMatch: IfMatch,
  { iban: text, accountHolder }: { iban: string; accountHolder: string },
): Promise<void> {
  const number = parseIban(text);
  if (number === null) throw noIban();
  const { clock, secrets } = context;
  const seller = await lockSeller(trx, sellerId);
  requireWork(seller.status, 'set-bank-account');
  requireVersion(ifMatch, seller.version);
  if (await isCurrent(trx, secrets, sellerId, { iban: number.iban, accountHolder })) return;
  const now = clock.now();
  const { bankAccountCoolingMinutes } = await context.settings.values(trx);
  const usableFrom = new Date(now.getTime() + bankAccountCoolingMinutes * MINUTE_MS);
  await insert(trx, context, { sellerId, accountHolder, number, now, usableFrom });
  await updateSeller(trx, seller, {});
  await announce(trx, context, seller, number, usableFrom);
}

/** Whether the newest account is the same. The number is compared unsealed, so no hash of it has to be stored. */
async function isCurrent(
  trx: Transaction,
  secrets: Secrets,
  sellerId: string,
  { iban, accountHolder }: { iban: string; accountHolder: string },
): Promise<boolean> {
  const newest = await newestAccount(trx, sellerId);
  if (newest?.accountHolder !== accountHolder) return false;
  return secrets.open('bank-account', newest.ibanSealed, newest.id) === iban;
}

interface NewAccount {
  sellerId: string;
  accountHolder: string;
  number: QatarIban;
  now: Date;
  usableFrom: Date;
}

async function insert(
  trx: Transaction,
  { ids, secrets, by }: BankAccountContext,
  account: NewAccount,
): Promise<void> {
  const { sellerId, accountHolder, number, now, usableFrom } = account;
  await supersedePending(trx, sellerId, now);
  const id = ids.next();
  await insertBankAccount(trx, {
    ...{ id, sellerId, accountHolder, usableFrom },
    bankCode: number.bankCode,
    lastFour: number.lastFour,
    ibanSealed: secrets.seal('bank-account', number.iban, id),
    createdBy: by.accountId,
    createdAt: now,
  });
}

/** Records it in the audit log and notifies the owner, who may not have done it. Contains only the masked number. */
async function announce(
  trx: Transaction,
  { by, requestId, ip }: BankAccountContext,
  seller: Seller,
  { bankCode, lastFour }: QatarIban,
  usableFrom: Date,
): Promise<void> {
  const { id, version, ownerAccountId } = seller;
  const data = { bankCode, iban: maskedIban(lastFour), usableFrom: usableFrom.toISOString() };
  const subject = { subjectType: 'SELLER', subjectId: id } as const;
  await recordAudit(trx, { by, action: 'setBankAccount', ...subject, requestId, ip, data });
  if (ownerAccountId === null) return;
  const about = { id, version: version + 1 };
  const to = { accountId: ownerAccountId };
  const told = { ...data, sellerId: id, lastFour };
  await notify(trx, { kind: 'BANK_ACCOUNT_CHANGED', to, data: told, about, requestId });
}

/** Does not repeat the value that was sent. */
function noIban(): WaslError {
  return new WaslError('common.VALIDATION_FAILED', {
    detail: 'This is not an IBAN of a bank in Qatar. Check every character.',
    errors: [
      {
        pointer: '/iban',
        code: 'iban',
        message: 'must be a Qatar IBAN of 29 characters with correct check digits',
      },
    ],
  });
}
