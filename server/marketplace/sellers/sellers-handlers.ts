import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { ownSellerId, signedIn } from '../../kernel/http/principal.ts';
import { SELLER_PERMISSIONS } from '../../kernel/security/seller-rights.ts';
import { applyAsSeller, type InsertWarehouse } from './apply-as-seller.ts';
import { setBankAccount } from './bank-account.ts';
import { changeShown, setVacation } from './change-seller.ts';
import { readDashboard, renderDashboard } from './dashboard.ts';

import { renderSeller } from './render-seller.ts';
import { readOwnerName, readRejected, readSeller } from './seller-store.ts';
import { readTrends } from './trends.ts';

type SellersOperation =
  | 'applyAsSeller'
  | 'getSeller'
  | 'getSellerRights'
  | 'updateSeller'
  | 'setSellerVacation'
  | 'setBankAccount'
  | 'getSellerDashboard'
  | 'getSellerTrends';

/** Operations on a seller's application and profile, for its own people. */
export function sellersHandlers(
  deps: Pick<Dependencies, 'database' | 'ids' | 'clock' | 'secrets' | 'settings'> & {
    serviceArea: ServiceArea;
    insertWarehouse: InsertWarehouse;
  },
): Pick<Handlers, SellersOperation> {
  const { database } = deps;

  const answer = async (id: string, { status = 200, replayed = false } = {}) => {
    const body = renderSeller(await readSeller(database, id, deps.clock.now()));
    return { status, body, etag: body.version, replayed };
  };

  return {
    applyAsSeller: async ({ caller, body, idempotency }) => {
      const { accountId } = signedIn(caller);
      const result = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          const sellerId = await applyAsSeller(trx, deps, accountId, body);
          return { status: 201, reference: { sellerId } };
        }),
      );
      return answer(result.reference.sellerId ?? '', result);
    },

    getSeller: async ({ caller }) => {
      const { accountId, sellerId } = signedIn(caller);
      const rejected = sellerId === null ? await readRejected(database, accountId) : null;
      return answer(rejected ?? ownSellerId(caller));
    },

    getSellerRights: async ({ caller }) => {
      const { rights } = signedIn(caller);
      const body = {
        owner: rights.has('OWNER'),
        permissions: SELLER_PERMISSIONS.filter((permission) => rights.has(permission)),
        ownerName: await readOwnerName(database, ownSellerId(caller)),
      };
      return { status: 200, body };
    },

    getSellerDashboard: async ({ caller, query: { days = 30 } }) => {
      const figures = await readDashboard(database, ownSellerId(caller), deps.clock.now(), days);
      return { status: 200, body: renderDashboard(figures, signedIn(caller).rights.has('FINANCE')) };
    },

    getSellerTrends: async ({ caller, query: { days = 30 } }) => {
      const withMoney = signedIn(caller).rights.has('FINANCE');
      const options = { days, withMoney };
      return {
        status: 200,
        body: await readTrends(database, ownSellerId(caller), deps.clock.now(), options),
      };
    },

    updateSeller: async ({ caller, body, ifMatch }) => {
      const id = ownSellerId(caller);
      await inTransaction(database, (trx) => changeShown(trx, id, ifMatch, body));
      return answer(id);
    },

    setBankAccount: async ({ caller, body, ifMatch, requestId, ip }) => {
      const id = ownSellerId(caller);
      const context = { ...deps, by: signedIn(caller), requestId, ip };
      await inTransaction(database, (trx) => setBankAccount(trx, context, id, ifMatch, body));
      return answer(id);
    },

    setSellerVacation: async ({ caller, body, idempotency }) => {
      const id = ownSellerId(caller);
      const result = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          const { onVacation, until = null } = body;
          await setVacation(trx, deps.clock.now(), id, { onVacation, until });
          return { status: 200, reference: {} };
        }),
      );
      return answer(id, result);
    },
  };
}
