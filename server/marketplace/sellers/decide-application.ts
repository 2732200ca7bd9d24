import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Seller } from '../../../db/models/seller.ts';
import { giveRole } from '../../accounts/accounts.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import type { SignedIn } from '../../kernel/http/operation.ts';
import { notify } from '../../notifications/notifications.ts';
import { dismissStaff, requireSettled, type ShopAffairs } from './close-shop.ts';
import { requirePlan } from './commission-plans.ts';
import { nextStatus, type SellerDecision } from './seller-machine.ts';
import { lockSeller, updateSeller } from './seller-store.ts';

export interface DecisionContext {
  by: SignedIn;
  requestId: string;
  ip: string;
  clock: Clock;
}

/**
 * APPLIED → ACTIVE; the owner becomes SELLER_OWNER in the same transaction. Without a plan, the one assigned at
 * application stays. Repeating it by the same administrator changes nothing. Throws common.NOT_FOUND,
 * seller.INVALID_STATE, common.VALIDATION_FAILED for an unknown plan.
 */
export async function approve(
  trx: Transaction,
  context: DecisionContext,
  sellerId: string,
  commissionPlanId: string | undefined,
): Promise<void> {
  const seller = await lockSeller(trx, sellerId);
  if (repeats(seller, 'ACTIVE', context.by)) return;
  const status = nextStatus(seller.status, 'approve');
  if (commissionPlanId !== undefined) await requirePlan(trx, commissionPlanId);
  await decide(trx, context, seller, {
    status,
    commissionPlanId: commissionPlanId ?? seller.commissionPlanId,
  });
  await grantOwner(trx, context, seller.ownerAccountId);
  await record(trx, context, 'approve', seller, null);
  await notifyOwner(trx, context, seller, 'SELLER_APPROVED', {});
}

/** APPLIED → REJECTED; the applicant sees the reason and may apply again. Repeats and errors as for `approve`. */
export async function reject(
  trx: Transaction,
  context: DecisionContext,
  sellerId: string,
  reason: string,
): Promise<void> {
  const seller = await lockSeller(trx, sellerId);
  if (repeats(seller, 'REJECTED', context.by)) return;
  const status = nextStatus(seller.status, 'reject');
  await decide(trx, context, seller, { status, rejectionReason: reason });
  await record(trx, context, 'reject', seller, reason);
  await notifyOwner(trx, context, seller, 'SELLER_REJECTED', { reason });
}

/**
 * ACTIVE → SUSPENDED: none of its offers can be bought any more, including those in open checkouts; its open orders
 * continue. Repeats and errors as for `approve`.
 */
export async function suspend(
  trx: Transaction,
  context: DecisionContext,
  sellerId: string,
  reason: string,
): Promise<void> {
  const seller = await lockSeller(trx, sellerId);
  if (repeats(seller, 'SUSPENDED', context.by)) return;
  await decide(trx, context, seller, { status: nextStatus(seller.status, 'suspend') });
  await record(trx, context, 'suspend', seller, reason);
  await notifyOwner(trx, context, seller, 'SELLER_SUSPENDED', { reason });
}

/** SUSPENDED → ACTIVE. Repeats and errors as for `approve`. */
export async function reinstate(trx: Transaction, context: DecisionContext, sellerId: string): Promise<void> {
  const seller = await lockSeller(trx, sellerId);
  if (repeats(seller, 'ACTIVE', context.by)) return;
  await decide(trx, context, seller, { status: nextStatus(seller.status, 'reinstate') });
  await record(trx, context, 'reinstate', seller, null);
  await notifyOwner(trx, context, seller, 'SELLER_REINSTATED', {});
}

/**
 * ACTIVE or SUSPENDED → CLOSED, by the owner or an administrator, once nothing is left to settle; also ends staff and
 * invitations. Returns the accounts that lost rights. Repeats and errors as for `approve`, and seller.NOT_CLOSABLE.
 */
export async function close(
  trx: Transaction,
  context: DecisionContext,
  sellerId: string,
  { reason, affairs, role }: { reason: string | null; affairs: ShopAffairs; role: 'ADMIN' | 'SELLER_OWNER' },
): Promise<string[]> {
  const seller = await lockSeller(trx, sellerId);
  if (repeats(seller, 'CLOSED', context.by)) return [];
  const status = nextStatus(seller.status, 'close', role);
  await requireSettled(trx, affairs, sellerId);
  await decide(trx, context, seller, { status });
  const dismissed = await dismissStaff(trx, sellerId, context.clock.now());
  await record(trx, context, 'close', seller, reason);
  await notifyOwner(trx, context, seller, 'SELLER_CLOSED', {});
  return dismissed;
}

function repeats(seller: Seller, status: Seller['status'], by: SignedIn): boolean {
  return seller.status === status && seller.decidedBy === by.accountId;
}

async function decide(
  trx: Transaction,
  { by, clock }: DecisionContext,
  seller: Seller,
  change: Partial<Pick<Seller, 'status' | 'commissionPlanId' | 'rejectionReason'>>,
): Promise<void> {
  await updateSeller(trx, seller, { ...change, decidedBy: by.accountId, decidedAt: clock.now() });
}

async function grantOwner(trx: Transaction, { by }: DecisionContext, ownerId: string | null): Promise<void> {
  if (ownerId === null) return;
  await giveRole(trx, ownerId, 'SELLER_OWNER', by.accountId);
}

async function notifyOwner(
  trx: Transaction,
  { requestId }: DecisionContext,
  seller: Seller,
  kind: 'SELLER_APPROVED' | 'SELLER_REJECTED' | 'SELLER_SUSPENDED' | 'SELLER_REINSTATED' | 'SELLER_CLOSED',
  more: { reason?: string },
): Promise<void> {
  const { id, ownerAccountId, displayNameEn, displayNameAr, version } = seller;
  if (ownerAccountId === null) return;
  const data = { sellerId: id, nameEn: displayNameEn, nameAr: displayNameAr, ...more };
  const to = { accountId: ownerAccountId };
  await notify(trx, { kind, to, data, about: { id, version: version + 1 }, requestId });
}

function record(
  trx: Transaction,
  { by, requestId, ip }: DecisionContext,
  decision: SellerDecision,
  seller: Seller,
  reason: string | null,
): Promise<void> {
  return recordAudit(trx, {
    by,
    action: `${decision}Seller`,
    subjectType: 'SELLER',
    subjectId: seller.id,
    ...{ requestId, ip, reason },
    before: { status: seller.status },
    after: { status: nextStatus(seller.status, decision) },
  });
}
