import { WaslError } from '../../../actors/errors.ts';
import { invalidState, type TransitionTable } from '../../../actors/machines/table.ts';
import type { SellerStatus } from '../../../db/models/seller.ts';

export type SellerDecision = 'approve' | 'reject' | 'suspend' | 'reinstate' | 'close';

/** A rejected applicant applies again with another seller row: REJECTED is an end, and so is CLOSED. */
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
  | 'set-bank-account';

/**
 * What a seller's own people may do in each state. An applicant prepares its warehouses; selling (products, offers,
 * vacation) is for an active seller only. A suspended one keeps its addresses and stock true, since its open orders
 * are still picked up.
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
  ],
  SUSPENDED: ['edit-profile', 'edit-warehouses', 'count-stock'],
  REJECTED: [],
  CLOSED: [],
};

/** Where a decision leads. Throws seller.INVALID_STATE with `currentState` and `allowedCommands`. */
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

/** Throws seller.INVALID_STATE when the people of a seller in this state may not do this work. */
export function requireWork(status: SellerStatus, work: SellerWork): void {
  const allowed = SELLER_WORK[status];
  if (allowed.includes(work)) return;
  throw new WaslError('seller.INVALID_STATE', {
    detail: `This seller is ${status}; that allows: ${allowed.join(', ') || 'nothing'}.`,
    extension: { currentState: status, allowedCommands: [...allowed] },
  });
}
