import { WaslError } from '../../../actors/errors.ts';
import type { AllowedCaller, OperationRules } from './contract.ts';
import type { Caller, SignedIn } from './operation.ts';

/**
 * Throws auth.UNAUTHENTICATED, auth.MFA_REQUIRED, auth.FORBIDDEN: what a device's token is for, then role, permission and
 * second factor.
 */
export function authorize(rules: OperationRules, caller: Caller): void {
  if (caller.kind === 'guest') {
    if (rules.roles.includes('PUBLIC')) return;
    throw new WaslError('auth.UNAUTHENTICATED', { detail: 'Sign in first.' });
  }
  if (caller.device !== undefined && caller.device.purpose !== rules.devicePurpose)
    throw new WaslError('auth.FORBIDDEN', {
      detail: `This device token is for ${caller.device.purpose} alone. Use an access token.`,
    });
  if (caller.roles.has('ADMIN') && !caller.mfa && !rules.beforeSecondFactor)
    throw new WaslError('auth.MFA_REQUIRED');
  const allowed = rules.roles.some(
    (role: AllowedCaller) => role === 'PUBLIC' || role === 'ACCOUNT' || caller.roles.has(role),
  );
  if (!allowed)
    throw new WaslError('auth.FORBIDDEN', { detail: `This needs the role ${rules.roles.join(' or ')}.` });
  if (!permitted(rules, caller)) throw new WaslError('auth.FORBIDDEN', { detail: lacking(rules) });
  if (rules.needsSecondFactor && !caller.mfa)
    throw new WaslError('auth.MFA_REQUIRED', {
      detail: 'Enrol an authenticator, or step this session up, first.',
    });
}

/** Of a seller's people, whom the seller lets do it. Who has no seller is told so by the operation. */
function permitted({ permission }: OperationRules, caller: SignedIn): boolean {
  if (permission === null || permission === 'ANY' || caller.sellerId === null) return true;
  return caller.rights.has(permission);
}

function lacking({ permission }: OperationRules): string {
  return permission === 'OWNER'
    ? "Only the seller's owner may do this."
    : `This needs the permission ${permission}, which the seller's owner gives.`;
}
