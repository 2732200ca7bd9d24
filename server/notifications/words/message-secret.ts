import type { NotificationKind } from '../../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { SealPurpose } from '../../kernel/security/secrets.ts';
import type { SecretKind } from './secret-words.ts';

/** What is known of a notification that has a secret. */
interface About {
  data: JsonObject;
  sealedFor: string | null;
}

/** What the secret of a notification was sealed for, and with what. */
export interface Seal {
  purpose: SealPurpose;
  boundTo: string;
}

const ofCode = ({ sealedFor }: About): Seal => ({ purpose: 'one-time-code', boundTo: sealedFor ?? '' });

/** Kinds not listed have no secret. */
const SEALS: Readonly<Record<SecretKind, (about: About) => Seal>> = {
  DELIVERY_CODE: ({ data }) => ({ purpose: 'delivery-code', boundTo: String(data.codeId) }),
  STAFF_INVITATION: ({ sealedFor }) => ({ purpose: 'staff-invitation', boundTo: sealedFor ?? '' }),
  SIGN_IN_CODE: ofCode,
  EMAIL_VERIFICATION: ofCode,
  PASSWORD_RESET: ofCode,
  PHONE_VERIFICATION: ofCode,
};

/** Kinds that cannot be sent without their secret. */
export const KINDS_WITH_SECRET = Object.keys(SEALS) as SecretKind[];

export function hasSecret(kind: NotificationKind): kind is SecretKind {
  return kind in SEALS;
}

export function sealOf(kind: SecretKind, about: About): Seal {
  return SEALS[kind](about);
}
