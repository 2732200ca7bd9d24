import { WaslError } from '../../../actors/errors.ts';
import type { Principal, Role } from '../../../actors/runtime/machine.ts';
import type { Caller, SignedIn } from './operation.ts';

/** The signed-in caller; throws auth.UNAUTHENTICATED for a guest. */
export function signedIn(caller: Caller): SignedIn {
  if (caller.kind === 'account') return caller;
  throw new WaslError('auth.UNAUTHENTICATED', { detail: 'Sign in first.' });
}

/** The caller acting in the first of these roles that it has; throws auth.FORBIDDEN if it has none. */
export function principalAs(caller: Caller, ...roles: readonly Exclude<Role, 'SYSTEM'>[]): Principal {
  const account = signedIn(caller);
  const role = roles.find((candidate) => account.roles.has(candidate));
  if (role === undefined)
    throw new WaslError('auth.FORBIDDEN', { detail: `This requires the role ${roles.join(' or ')}.` });
  return {
    accountId: account.accountId,
    role,
    ...(account.sellerId === null ? {} : { sellerId: account.sellerId }),
    ...(account.driverId === null ? {} : { driverId: account.driverId }),
  };
}

/** The seller the caller works for; throws seller.NO_SELLER. */
export function ownSellerId(caller: Caller): string {
  const { sellerId } = signedIn(caller);
  if (sellerId === null)
    throw new WaslError('seller.NO_SELLER', { detail: 'This account has no seller. Apply first.' });
  return sellerId;
}

/** The caller's driver id; throws driver.NOT_APPROVED. */
export function ownDriverId(caller: Caller): string {
  const { driverId } = signedIn(caller);
  if (driverId === null)
    throw new WaslError('driver.NOT_APPROVED', { detail: 'This account is not a driver. Apply first.' });
  return driverId;
}
