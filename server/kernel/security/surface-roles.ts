import { WaslError } from '../../../actors/errors.ts';
import type { AccountRoleName } from '../../../db/models/account-role.ts';
import type { Surface } from './tokens.ts';

export type BrowserSurface = Exclude<Surface, 'api'>;
/** Applications in the browser, which call the API. */
export type ConsoleSurface = Exclude<BrowserSurface, 'shop'>;

/** The roles a surface is for; the first is named to those who lack it. */
const SURFACE_ROLES: Readonly<Record<BrowserSurface, readonly [AccountRoleName, ...AccountRoleName[]]>> = {
  dispatch: ['DISPATCHER'],
  driver: ['DRIVER'],
  seller: ['SELLER_OWNER', 'SELLER_STAFF'],
  shop: ['BUYER'],
};

/**
 * The roles that count in a session of this surface: each acts with its own roles alone. ADMIN always counts, because
 * an administrator must pass a second factor on every request, and these sign-ins have none.
 */
export function rolesOn(surface: Surface, roles: readonly AccountRoleName[]): AccountRoleName[] {
  if (surface === 'api') return [...roles];
  return roles.filter((role) => SURFACE_ROLES[surface].includes(role) || role === 'ADMIN');
}

/** Where somebody without its role may ask for it: the session then has no role at all. */
const APPLIED_FOR: readonly Surface[] = ['driver', 'seller'];

/** auth.SURFACE_REFUSED when an account with these roles has no business on the surface; else null. */
export function surfaceRefusal(surface: Surface, roles: readonly AccountRoleName[]): WaslError | null {
  if (surface === 'api') return null;
  const [needsRole] = SURFACE_ROLES[surface];
  const administrator = roles.includes('ADMIN');
  if (
    (SURFACE_ROLES[surface].some((role) => roles.includes(role)) || APPLIED_FOR.includes(surface)) &&
    !administrator
  )
    return null;
  const detail = administrator
    ? `This sign-in has no field for the second-factor code that an administrator needs. Use an account that has the role ${needsRole} alone.`
    : `This needs an account with the role ${needsRole}.`;
  return new WaslError('auth.SURFACE_REFUSED', { detail, extension: { surface, needsRole, administrator } });
}
