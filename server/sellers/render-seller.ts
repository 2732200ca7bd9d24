import type { components } from '../http/api-types.ts';
import type { SellerWithPlan } from './seller-store.ts';

/** A seller as its own people and administrators see it. */
export function renderSeller({ seller, plan }: SellerWithPlan): components['schemas']['Seller'] {
  return {
    id: seller.id,
    legalName: seller.legalName,
    displayName: { en: seller.displayNameEn, ar: seller.displayNameAr },
    status: seller.status,
    onVacation: seller.onVacation,
    ownerAccountId: seller.ownerAccountId,
    placeholder: seller.legalNamePlaceholder,
    commissionPlan: { id: plan.id, name: plan.name, percent: plan.percent },
    rejectionReason: seller.rejectionReason,
    version: seller.version,
    createdAt: seller.createdAt.toISOString(),
    updatedAt: seller.updatedAt.toISOString(),
  };
}
