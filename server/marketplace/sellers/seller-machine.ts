import { WaslError } from '../../../actors/errors.ts';
import { invalidState, type TransitionTable } from '../../../actors/machines/table.ts';
import type { SellerStatus } from '../../../db/models/seller.ts';

export type SellerDecision = 'approve' | 'reject' | 'suspend' | 'reinstate' | 'close';

/** REJECTED and CLOSED are final: a rejected applicant applies again with a new seller row. */
export const SELLER_TRANSITIONS: TransitionTable<SellerStatus, SellerDecision> = {
  APPLIED: {
    approve: { to: 'ACTIVE', roles: ['ADMIN'] },
    reject: { to: 'REJECTED', roles: ['ADMIN'] },
  },
  ACTIVE: {
    suspend: { to: 'SUSPENDED', roles: ['ADMIN'] },
    close: { to: 'CLOSED', roles: ['SELLER_OWNER', 'ADMIN'] },
  },
  SUSPENDED: {
    reinstate: { to: 'ACTIVE', roles: ['ADMIN'] },
    close: { to: 'CLOSED', roles: ['SELLER_OWNER', 'ADMIN'] },
  },
  REJECTED: {},
  CLOSED: {},
};

export type SellerWork =
  | 'edit-profile'
  | 'edit-warehouses'
  | 'count-stock'
  | 'set-vacation'
  | 'edit-products'
  | 'edit-offers'
  | 'edit-shipping'
  | 'invite-staff'
  | 'set-bank-account'
  | 'edit-webhooks';

/**
 * What a seller's own people may do in each state. An applicant prepares warehouses; only an active seller may sell
 * (products, offers, vacation). A suspended one keeps addresses and stock up to date, because its open orders are still
 * picked up.
 */
export const SELLER_WORK: Readonly<Record<SellerStatus, readonly SellerWork[]>> = {
  APPLIED: ['edit-warehouses'],
  ACTIVE: [
    'edit-profile',
    'edit-warehouses',
    'count-stock',
    'set-vacation',
    'edit-products',
    'edit-offers',
    'edit-shipping',
    'invite-staff',
    'set-bank-account',
    'edit-webhooks',
  ],
  SUSPENDED: ['edit-profile', 'edit-warehouses', 'count-stock', 'edit-webhooks'],
  REJECTED: [],
  CLOSED: [],
};

/** The state after a decision. Throws seller.INVALID_STATE with `currentState` and `allowedCommands`. */
export function nextStatus(
  status: SellerStatus,
  decision: SellerDecision,
  role: 'ADMIN' | 'SELLER_OWNER' = 'ADMIN',
): SellerStatus {
  const transition = SELLER_TRANSITIONS[status][decision];
  if (transition !== undefined) return transition.to;
  const { code, ...details } = invalidState('seller.INVALID_STATE', SELLER_TRANSITIONS, status, role);
  throw new WaslError(code, details);
}

/** Throws seller.INVALID_STATE if the seller's state does not allow this work. */
export function requireWork(status: SellerStatus, work: SellerWork): void {
  const allowed = SELLER_WORK[status];
  if (allowed.includes(work)) return;
  throw new WaslError('seller.INVALID_STATE', {
    detail: `This seller is ${status}; allowed: ${allowed.join(', ') || 'nothing'}.`,
    extension: { currentState: status, allowedCommands: [...allowed] },
  });
}
