import type { ShippingMethod } from '../../../db/models/shipping-method.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { Cursors } from '../../kernel/http/page.ts';
import { ownSellerId } from '../../kernel/http/principal.ts';
import {
  addShippingMethod,
  changeShippingMethod,
  readOwnMethod,
  removeShippingMethod,
} from './own-shipping.ts';
import { readOwnMethods } from './shipping-method-store.ts';

type OwnShippingOperation =
  | 'listShippingMethods'
  | 'createShippingMethod'
  | 'updateShippingMethod'
  | 'deleteShippingMethod';

/** Operations on a seller's own shipping methods, for its people. */
export function ownShippingHandlers(
  deps: Pick<Dependencies, 'database' | 'ids' | 'secrets'>,
): Pick<Handlers, OwnShippingOperation> {
  const { database, ids } = deps;
  const cursors = new Cursors(deps.secrets);

  const answer = async (sellerId: string, id: string, { status = 200, replayed = false } = {}) => {
    const body = render(await readOwnMethod(database, sellerId, id));
    return { status, body, etag: body.version, replayed };
  };

  return {
    listShippingMethods: async ({ caller, query }) => {
      const sellerId = ownSellerId(caller);
      const read = (behind: string | null, count: number) =>
        readOwnMethods(database, sellerId, behind, count);
      return { status: 200, body: await cursors.byId(`shipping-methods:${sellerId}`, query, read, render) };
    },

    createShippingMethod: async ({ caller, body, idempotency }) => {
      const sellerId = ownSellerId(caller);
      const result = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => ({
          status: 201,
          reference: { methodId: await addShippingMethod(trx, ids, sellerId, body) },
        })),
      );
      return answer(sellerId, result.reference.methodId ?? '', result);
    },

    updateShippingMethod: async ({ caller, params, body, ifMatch }) => {
      const position = { sellerId: ownSellerId(caller), id: params.id, ifMatch };
      await inTransaction(database, (trx) => changeShippingMethod(trx, position, body));
      return answer(position.sellerId, params.id);
    },

    deleteShippingMethod: async ({ caller, params, ifMatch }) => {
      const position = { sellerId: ownSellerId(caller), id: params.id, ifMatch };
      await inTransaction(database, (trx) => removeShippingMethod(trx, position));
      return { status: 204 };
    },
  };
}

function render(method: ShippingMethod): components['schemas']['SellerShippingMethod'] {
  const { id, code, active, version, minDays, maxDays, zoneNumbers, price, currency } = method;
  return {
    ...{ id, code, active, version, minDays, maxDays, zoneNumbers },
    name: { en: method.nameEn, ar: method.nameAr },
    price: { amount: price, currency },
    offered: active && currency === 'QAR',
    createdAt: method.createdAt.toISOString(),
    updatedAt: method.updatedAt.toISOString(),
  };
}
