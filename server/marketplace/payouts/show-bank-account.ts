import { WaslError } from '../../../actors/errors.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import type { SignedIn } from '../../kernel/http/operation.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { lockSeller, noAccountInUse, readBankAccounts, readSealedAccount } from '../sellers/sellers.ts';
import { requirePayable } from './payables.ts';
import { accountOfPayout } from './payout-store.ts';
import { countShown } from './shown-account-store.ts';

export interface ShowContext {
  secrets: Secrets;
  clock: Clock;
  by: SignedIn;
  requestId: string;
  ip: string;
}

/** A bank account with its full number. */
export interface WholeAccount {
  accountHolder: string;
  bankCode: string;
  iban: string;
}

/** Most account numbers shown to one administrator per hour. */
const MAX_SHOWN = 30;

/** The bank account of a payout, for the person who makes the transfer. Throws common.NOT_FOUND and what `show` throws. */
export async function showPayoutAccount(
  trx: Transaction,
  context: ShowContext,
  payoutId: string,
): Promise<WholeAccount> {
  const bankAccountId = await accountOfPayout(trx, payoutId);
  if (bankAccountId === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such payout.' });
  return show(trx, context, bankAccountId, payoutId);
}

/**
 * The bank account for a seller's next payout, while something is payable. Throws common.NOT_FOUND,
 * seller.NOTHING_PAYABLE, seller.NO_BANK_ACCOUNT and what `show` throws.
 */
export async function showAccountToPay(
  trx: Transaction,
  context: ShowContext,
  sellerId: string,
): Promise<WholeAccount> {
  const seller = await lockSeller(trx, sellerId);
  await requirePayable(trx, seller.id);
  const accounts = (await readBankAccounts(trx, [seller.id], context.clock.now())).get(seller.id);
  if (accounts?.current == null) throw noAccountInUse(accounts?.pending ?? null);
  return show(trx, context, accounts.current.id, null);
}

/** Throws common.RATE_LIMITED. */
async function show(
  trx: Transaction,
  { secrets, by, requestId, ip }: ShowContext,
  bankAccountId: string,
  payoutId: string | null,
): Promise<WholeAccount> {
  await requireFew(trx, by.accountId);
  const account = await readSealedAccount(trx, bankAccountId);
  if (account === null) throw new Error(`bank account ${bankAccountId} does not exist`);
  if (account.ibanSealed.length === 0)
    throw new WaslError('common.NOT_FOUND', {
      detail: "The seller's owner has closed the account; the number is erased.",
    });
  const { id, sellerId: subjectId, accountHolder, bankCode, lastFour, ibanSealed } = account;
  const data = { bankAccountId: id, payoutId, bankCode, lastFour };
  await recordAudit(trx, {
    by,
    action: 'showBankAccount',
    subjectType: 'SELLER',
    subjectId,
    ...{ requestId, ip, data },
  });
  return { accountHolder, bankCode, iban: secrets.open('bank-account', ibanSealed, id) };
}

async function requireFew(trx: Transaction, accountId: string): Promise<void> {
  const { shown, left } = await countShown(trx, accountId);
  if (shown >= MAX_SHOWN)
    throw new WaslError('common.RATE_LIMITED', {
      detail: `At most ${MAX_SHOWN} account numbers can be shown within an hour.`,
      retryAfter: left,
    });
}
