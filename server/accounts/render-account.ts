import type { components } from '../kernel/http/api-types.ts';
import type { AccountRow } from './account-store.ts';

export function renderAccount(row: AccountRow): components['schemas']['Account'] {
  return {
    id: row.id,
    email: row.email,
    phone: row.phone,
    displayName: row.display_name,
    locale: row.locale,
    roles: [...row.roles],
    verified: row.verified,
    hasPassword: row.has_password,
    mfaEnrolled: row.mfa_enrolled,
    status: row.status,
    sellerId: row.seller_id,
    driverId: row.driver_id,
    createdAt: row.created_at.toISOString(),
  };
}
