import type { AccountRoleName } from '../../db/models/account-role.ts';
import type { OperationRules } from '../../server/kernel/http/contract.ts';
import type { SellerRight } from '../../server/kernel/security/seller-rights.ts';

/** A caller as the contract sees it. */
export interface Standing {
  /** null: a guest. */
  roles: readonly AccountRoleName[] | null;
  /** In the seller it belongs to; null if it belongs to none. */
  rights: ReadonlySet<SellerRight> | null;
  /** Whether an authenticator is enrolled, and whether this session has just passed it. */
  factor: 'none' | 'enrolled' | 'passed';
}

export type Admission = 'admitted' | 'auth.UNAUTHENTICATED' | 'auth.FORBIDDEN' | 'auth.MFA_REQUIRED';

/** What admission must answer by the contract alone; written apart from the service's own `authorize`. */
export function expectedAdmission(rules: OperationRules, { roles, rights, factor }: Standing): Admission {
  const isPublic = rules.roles.includes('PUBLIC');
  // Without a token to exchange, it refuses everybody.
  if (rules.id === 'refreshSession') return 'auth.UNAUTHENTICATED';
  if (roles === null) return isPublic ? 'admitted' : 'auth.UNAUTHENTICATED';
  // Signing in ignores who already is signed in.
  if (isPublic && rules.beforeSecondFactor) return 'admitted';
  if (roles.includes('ADMIN') && factor !== 'passed' && !rules.beforeSecondFactor) return 'auth.MFA_REQUIRED';
  const named = rules.roles.some((role) => role === 'ACCOUNT' || (roles as readonly string[]).includes(role));
  if (!isPublic && !named) return 'auth.FORBIDDEN';
  const { permission, secondFactor } = rules;
  if (permission !== null && permission !== 'ANY' && rights !== null && !rights.has(permission))
    return 'auth.FORBIDDEN';
  if (secondFactor === null || factor === 'passed') return 'admitted';
  return secondFactor.whenEnrolled && factor === 'none' ? 'admitted' : 'auth.MFA_REQUIRED';
}
