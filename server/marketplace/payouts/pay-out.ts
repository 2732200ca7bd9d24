import { WaslError } from '../../../actors/errors.ts';
import { publish, push } from '../../../actors/machines/effect.ts';
import { add, isZero, negate } from '../../../actors/money/money.ts';
import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import { yearlyNumber } from '../../kernel/calendar/yearly-number.ts';
import type { SignedIn } from '../../kernel/http/operation.ts';
import { emit } from '../../kernel/outbox/emit.ts';
import { lockSeller, type MaskedAccount, noAccountInUse, readBankAccounts } from '../sellers/sellers.ts';
import { nothingPayable } from './payables.ts';
import {
  insertPayout,
  lockPayable,
  markPaid,
  nextPayoutNumber,
  ownerHasFactor,
  type PayoutRow,
  postPayout,
  readPayouts,
} from './payout-store.ts';

export interface PayoutContext {
  ids: Ids;
  clock: Clock;
  by: SignedIn;
  requestId: string;
  ip: string;
}

/** Most groups per payout; the rest waits for the next. */
const MAX_GROUPS = 1_000;

/**
 * Pays a seller what is payable, each group once: goods less commission of delivered groups whose cash is settled.
 * Debits the seller, credits the bank. Database constraints reject a group that is already paid or not settled, and a
 * payout that differs from its groups' sum, is not posted, or exceeds the seller's balance.
 * @param bankReference Of a transfer already made.
 * Returns the payout's id. Throws common.NOT_FOUND, seller.NO_BANK_ACCOUNT, seller.OWNER_WITHOUT_FACTOR,
 * seller.NOTHING_PAYABLE.
 */
export async function payOut(
  trx: Transaction,
  context: PayoutContext,
  { sellerId, bankReference = null }: { sellerId: string; bankReference?: string | null },
): Promise<string> {
  const { ids, clock, by, requestId, ip } = context;
  // Serializes payouts of a seller with each other and with changes of its bank account.
  const seller = await lockSeller(trx, sellerId);
  const now = clock.now();
  const account = await accountInUse(trx, seller.id, now);
  if (!(await ownerHasFactor(trx, seller.id))) throw ownerWithoutFactor();
  const groups = await lockPayable(trx, seller.id, MAX_GROUPS);
  const amount = add(...groups.map((group) => group.amount));
  if (isZero(amount)) throw nothingPayable();
  const id = ids.next();
  await insertPayout(trx, {
    ...{ id, sellerId: seller.id, amount },
    number: yearlyNumber('P', now, await nextPayoutNumber(trx)),
    bankAccountId: account.id,
    groupCount: groups.length,
    createdBy: by.accountId,
    createdAt: now,
    bankReference,
  });
  await markPaid(trx, groups, id);
  await postPayout(trx, {
    ...{ journalId: ids.next(), payoutId: id, at: now, amount },
    sellerAccount: `seller:${seller.id}`,
    bankAmount: negate(amount),
  });
  const data = { payoutId: id, amount, groups: groups.length, bankCode: account.bankCode };
  await recordAudit(trx, {
    ...{ by, requestId, ip, data },
    action: 'createPayout',
    subjectType: 'SELLER',
    subjectId: seller.id,
  });
  await emit(trx, { about: { id, version: 1 }, requestId }, [
    push([`seller:${seller.id}`], 'payout.created', { payoutId: id, groups: groups.length }),
    ...publish([
      {
        kind: 'payout.created',
        sellerId: seller.id,
        at: now.toISOString(),
        data: { payoutId: id, groups: groups.length, version: 1 },
      },
    ]),
  ]);
  return id;
}

async function accountInUse(trx: Transaction, sellerId: string, now: Date): Promise<MaskedAccount> {
  const accounts = (await readBankAccounts(trx, [sellerId], now)).get(sellerId);
  if (accounts?.current != null) return accounts.current;
  throw noAccountInUse(accounts?.pending ?? null);
}

/** Without a second factor, anyone who gains access to the owner's account could redirect its money. */
function ownerWithoutFactor(): WaslError {
  return new WaslError('seller.OWNER_WITHOUT_FACTOR', {
    detail: "The seller's owner has no confirmed authenticator. Payouts require one.",
  });
}

/** Throws common.NOT_FOUND. */
export async function readPayout(database: Database, id: string): Promise<PayoutRow> {
  const [row] = await readPayouts(database, { id, sellerId: null, before: null, count: 1 });
  if (row === undefined) throw noSuchPayout();
  return row;
}

/** Throws common.NOT_FOUND, also for another seller's. */
export async function readPayoutOfSeller(
  database: Database,
  sellerId: string,
  id: string,
): Promise<PayoutRow> {
  const [row] = await readPayouts(database, { id, sellerId, before: null, count: 1 });
  if (row === undefined) throw noSuchPayout();
  return row;
}

function noSuchPayout(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such payout.' });
}
