import { WaslError } from '../../../actors/errors.ts';
import type { AllowedCaller, NeededFactor, OperationRules } from './contract.ts';
import type { Caller, CallingKey, SignedIn } from './operation.ts';

/**
 * Throws auth.UNAUTHENTICATED, auth.MFA_REQUIRED, auth.FORBIDDEN. Checks an API key's scope; for anybody else
 * a device token's purpose, then role, permission and second factor.
 */
export function authorize(rules: OperationRules, caller: Caller): void {
  if (caller.kind === 'guest') {
    if (rules.roles.includes('PUBLIC')) return;
    throw new WaslError('auth.UNAUTHENTICATED', { detail: 'Sign in first.' });
  }
  if (caller.key !== undefined) {
    // The contract gives scopes only to operations that the key's roles and permissions allow.
    requireScope(rules, caller.key);
    return;
  }
  if (caller.device !== undefined && caller.device.purpose !== rules.devicePurpose)
    throw new WaslError('auth.FORBIDDEN', {
      detail: `This device token is only for ${caller.device.purpose}. Use an access token.`,
    });
  if (caller.roles.has('ADMIN') && !caller.mfa && !rules.beforeSecondFactor)
    throw new WaslError('auth.MFA_REQUIRED');
  const allowed = rules.roles.some(
    (role: AllowedCaller) => role === 'PUBLIC' || role === 'ACCOUNT' || caller.roles.has(role),
  );
  if (!allowed)
    throw new WaslError('auth.FORBIDDEN', { detail: `This requires the role ${rules.roles.join(' or ')}.` });
  if (!permitted(rules, caller)) throw new WaslError('auth.FORBIDDEN', { detail: lacking(rules) });
  if (rules.secondFactor !== null) requireFactor(rules.secondFactor, caller);
}

/**
 * Sessions last for weeks; critical operations therefore need a recent second factor, in case a session was left open
 * or stolen. Throws auth.MFA_REQUIRED.
 */
export function requireFactor({ maxAgeMinutes, whenEnrolled }: NeededFactor, caller: SignedIn): void {
  if (whenEnrolled && !caller.mfaEnrolled) return;
  if (caller.mfaAge !== null && (maxAgeMinutes === null || caller.mfaAge <= maxAgeMinutes * 60)) return;
  const within = maxAgeMinutes === null ? '' : ` with a code; it is valid for ${maxAgeMinutes} minutes`;
  throw new WaslError('auth.MFA_REQUIRED', {
    detail: caller.mfaEnrolled
      ? `Step this session up first (POST /auth/mfa/step-up)${within}.`
      : 'Enrol an authenticator first.',
    extension: { secondFactor: { enrolled: caller.mfaEnrolled, maxAgeMinutes } },
  });
}

/** Throws auth.FORBIDDEN. */
function requireScope({ scope }: OperationRules, { scopes }: CallingKey): void {
  if (scope === null) throw new WaslError('auth.FORBIDDEN', { detail: 'No API key may do this.' });
  if (!scopes.has(scope))
    throw new WaslError('auth.FORBIDDEN', { detail: `This requires an API key with the scope ${scope}.` });
}

/**
 * Whether a seller's person has the permission. A caller without a seller passes here and is refused by the operation
 * with its own error.
 */
function permitted({ permission }: OperationRules, caller: SignedIn): boolean {
  if (permission === null || permission === 'ANY' || caller.sellerId === null) return true;
  return caller.rights.has(permission);
}

function lacking({ permission }: OperationRules): string {
  return permission === 'OWNER'
    ? "Only the seller's owner may do this."
    : `This requires the permission ${permission}, which the seller's owner can grant.`;
}
