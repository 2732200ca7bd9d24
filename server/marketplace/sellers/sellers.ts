import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { inBatches, untilPurged } from '../../kernel/jobs/in-batches.ts';
import { MINUTE } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { endVacations } from './change-seller.ts';
import type { ShopAffairs } from './close-shop.ts';
import { closingHandlers } from './closing-handlers.ts';
import { commissionHandlers } from './commission-handlers.ts';
import { ownShippingHandlers } from './own-shipping-handlers.ts';
import { sealedAccounts } from './sealed-account-store.ts';
import { sellerAdminHandlers } from './seller-admin-handlers.ts';
import { sellersHandlers } from './sellers-handlers.ts';
import { type LeaveSellerRoom, staffHandlers } from './staff-handlers.ts';
import { purgeInvitations } from './staff-invitation-store.ts';
import { lapseInvitations } from './staff-invitations.ts';

export {
  type BankAccounts,
  type MaskedAccount,
  noAccountInUse,
  readBankAccounts,
  readSealedAccount,
} from './bank-account-store.ts';
export { fileCommissionPlans, fileSellers } from './catalogue-file-store.ts';
export type { ShopAffairs } from './close-shop.ts';
export { sellerData } from './personal-data-store.ts';
export { renderAccount } from './render-seller.ts';
export { SELLER_TRANSITIONS } from './seller-machine.ts';
export { admitWork, lockSeller, readSeller } from './seller-store.ts';
export { readMethodsFor } from './shipping-method-store.ts';
export {
  type SellerShipping,
  type ShippingCode,
  type ShippingMethod,
  sellerShipping,
  type Unserviceable,
} from './shipping-methods.ts';
export type { LeaveSellerRoom } from './staff-handlers.ts';

type HandlerDependencies = Parameters<typeof sellersHandlers>[0] &
  Parameters<typeof ownShippingHandlers>[0] &
  Parameters<typeof staffHandlers>[0] &
  Parameters<typeof sellerAdminHandlers>[0] &
  Parameters<typeof commissionHandlers>[0] &
  Parameters<typeof closingHandlers>[0];

/** Sellers: applications, staff, shipping methods, bank accounts, commission plans. */
export const sellersSlice = {
  handlers: (
    deps: HandlerDependencies,
    { leaveSellerRoom, affairs }: { leaveSellerRoom: LeaveSellerRoom; affairs: ShopAffairs },
  ) => ({
    ...sellersHandlers(deps),
    ...ownShippingHandlers(deps),
    ...staffHandlers(deps, leaveSellerRoom),
    ...sellerAdminHandlers(deps),
    ...commissionHandlers(deps),
    ...closingHandlers(deps, { leaveSellerRoom, affairs }),
  }),
  jobs: ({ database, clock }: { database: Database; clock: Clock }): ScheduledJob[] => {
    const lapse = (limit: number) =>
      inTransaction(database, (trx) => lapseInvitations(trx, clock.now(), { limit }));
    const back = (limit: number) => inTransaction(database, (trx) => endVacations(trx, clock.now(), limit));
    return [
      { name: 'staff-invitations', every: MINUTE, run: inBatches(lapse) },
      {
        name: 'old-invitations',
        every: MINUTE,
        run: untilPurged((limit) => purgeInvitations(database, limit)),
      },
      { name: 'seller-vacations', every: MINUTE, run: inBatches(back) },
    ];
  },
  sealed: [sealedAccounts],
};
