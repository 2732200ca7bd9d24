import { WaslError } from '../../../actors/errors.ts';
import type { AccountRoleName } from '../../../db/models/account-role.ts';
import type { Surface } from './tokens.ts';

export type BrowserSurface = Exclude<Surface, 'api'>;
/** Browser applications that call the API. */
export type ConsoleSurface = Exclude<BrowserSurface, 'shop'>;

/** Roles that may use a surface; the first is named in refusals. */
const SURFACE_ROLES: Readonly<Record<BrowserSurface, readonly [AccountRoleName, ...AccountRoleName[]]>> = {
  dispatch: ['DISPATCHER'],
  driver: ['DRIVER'],
  seller: ['SELLER_OWNER', 'SELLER_STAFF'],
  shop: ['BUYER'],
};

/**
 * The roles that count in a session of this surface: only the surface's own. ADMIN counts too, so that administrators
 * need a second factor on every surface.
 */
export function rolesOn(surface: Surface, roles: readonly AccountRoleName[]): AccountRoleName[] {
  if (surface === 'api') return [...roles];
  return roles.filter((role) => SURFACE_ROLES[surface].includes(role) || role === 'ADMIN');
}

/** Surfaces where a person without the role may apply for it; that session has no role. */
const APPLIED_FOR: readonly Surface[] = ['driver', 'seller'];

/** auth.SURFACE_REFUSED if an account with these roles may not use the surface; otherwise null. */
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
    ? `This sign-in has no field for the second-factor code that an administrator needs. Use an account with only the role ${needsRole}.`
    : `This requires an account with the role ${needsRole}.`;
  return new WaslError('auth.SURFACE_REFUSED', { detail, extension: { surface, needsRole, administrator } });
}
