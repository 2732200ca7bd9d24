import type { components } from '../../../server/kernel/http/api-types.ts';

export type Account = components['schemas']['Account'];
/** A console as the contract names it; the service admits only accounts with its role. */
export type SurfaceName = components['parameters']['Surface'];

/**
 * - `left`: signed out here or in another tab
 * - `expired`: not used for too long, ended from elsewhere, or its token was used twice
 * - `role-lost`: the account no longer has the role of this console
 * - `disabled`: the account was disabled
 * - `other-account`: another tab of this browser signed in with another account
 */
export type EndReason = 'left' | 'expired' | 'role-lost' | 'disabled' | 'other-account';

export type SessionState =
  /** The page has just been opened and checks whether this browser has a session. */
  | { kind: 'starting' }
  | { kind: 'signed-out'; reason: EndReason | null }
  /** `confirmed` is false until the service has been asked: the page may have been opened without a network. */
  | { kind: 'signed-in'; account: Account; confirmed: boolean };

/** The end reason for an error code; null if the code does not end the session. */
export function endReasonOf(code: string): EndReason | null {
  switch (code) {
    case 'auth.UNAUTHENTICATED':
      return 'expired';
    case 'auth.SURFACE_REFUSED':
    case 'auth.MFA_REQUIRED':
      return 'role-lost';
    case 'auth.ACCOUNT_DISABLED':
      return 'disabled';
    default:
      return null;
  }
}
