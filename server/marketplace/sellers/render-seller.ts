import { DEFAULT_HOURS } from '../../kernel/calendar/opening-hours.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { MaskedAccount } from './bank-account-store.ts';
import { maskedIban } from './iban.ts';
import type { SellerWithPlan } from './seller-store.ts';

/** A seller as its own people and administrators see it. */
export function renderSeller({ seller, plan, bank }: SellerWithPlan): components['schemas']['Seller'] {
  return {
    id: seller.id,
    legalName: seller.legalName,
    displayName: { en: seller.displayNameEn, ar: seller.displayNameAr },
    description: renderDescription(seller),
    publicPhone: seller.publicPhone,
    openingHours: seller.openingHours ?? DEFAULT_HOURS,
    status: seller.status,
    onVacation: seller.onVacation,
    vacationUntil: seller.vacationUntil,
    ownerAccountId: seller.ownerAccountId,
    placeholder: seller.legalNamePlaceholder,
    commissionPlan: { id: plan.id, name: plan.name, percent: plan.percent },
    bankAccount: { current: renderAccount(bank.current), pending: renderAccount(bank.pending) },
    rejectionReason: seller.rejectionReason,
    version: seller.version,
    createdAt: seller.createdAt.toISOString(),
    updatedAt: seller.updatedAt.toISOString(),
  };
}

function renderDescription({ descriptionEn: en, descriptionAr: ar }: SellerWithPlan['seller']) {
  return en === null || ar === null ? null : { en, ar };
}

export function renderAccount(account: MaskedAccount | null): components['schemas']['BankAccount'] | null {
  if (account === null) return null;
  const { accountHolder, bankCode, lastFour, createdAt, usableFrom } = account;
  return {
    ...{ accountHolder, bankCode, iban: maskedIban(lastFour) },
    createdAt: createdAt.toISOString(),
    usableFrom: usableFrom.toISOString(),
  };
}
