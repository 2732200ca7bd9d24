import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { principalAs, signedIn } from '../../kernel/http/principal.ts';
import { referencedId } from '../../kernel/http/referenced-id.ts';
import { readCart, renderCart } from '../cart/cart.ts';

import { cancelOrderGroups } from './cancel-order.ts';
import { listedItems } from './listed-items.ts';
import { groupsOf, listedGroups } from './order-group-store.ts';
import { findOrder, listOrderRows } from './order-store.ts';
import { trackOrder } from './order-tracking.ts';
import { withPictures } from './ordered-pictures.ts';
import { readOrder } from './read-order.ts';
import { renderSummary } from './render-order.ts';
import { type ReorderedLine, reorder } from './reorder.ts';

type OrderOperation = 'listOrders' | 'getOrder' | 'cancelOrder' | 'reorderOrder' | 'getOrderTracking';

/** Operations on a buyer's own orders; other buyers' orders give 404. */
export function orderHandlers(
  deps: Dependencies & { presence: DriverPresence },
): Pick<Handlers, OrderOperation> {
  const { database, ids } = deps;
  const cursors = new Cursors(deps.secrets);

  return {
    listOrders: async ({ caller, query, locale }) => {
      const { accountId } = signedIn(caller);
      const { status, limit = DEFAULT_LIMIT } = query;
      const scope = `orders:${accountId}:${status ?? ''}`;
      const before = cursors.decode(scope, query.cursor)?.[0]?.toString();
      const orders = await listOrderRows(database, { accountId, status, before }, limit + 1);
      const [groups, itemsOf] = await Promise.all([
        listedGroups(database, orders),
        listedItems(database, orders, locale),
      ]);
      const render = (order: (typeof orders)[number]) =>
        renderSummary(order, groups.get(order.id) ?? [], itemsOf(order.id), locale);
      return { status: 200, body: cursors.page(scope, orders, limit, (order) => [order.id], render) };
    },

    getOrder: async ({ caller, params, locale }) => {
      const order = await readOrder(database, params.id, signedIn(caller).accountId, locale);
      return { status: 200, body: await withPictures(database, order, locale) };
    },

    cancelOrder: async (request) => {
      const { accountId } = signedIn(request.caller);
      const principal = principalAs(request.caller, 'BUYER');
      const { id: orderId } = await findOrder(database, request.params.id, accountId);
      const groups = await groupsOf(database, orderId);
      const reason = request.body?.reason;
      const cancelled = await cancelOrderGroups(deps, {
        orderId,
        groups,
        principal,
        origin: request,
        reason,
      });
      return {
        status: 200,
        body: {
          order: await readOrder(database, orderId, accountId, request.locale),
          groups: cancelled.map(({ groupId, cancelled, code }) => ({ groupId, cancelled, code })),
        },
        replayed: cancelled.some((group) => group.replayed),
      };
    },

    reorderOrder: async ({ caller, params, locale, idempotency }) => {
      const { accountId } = signedIn(caller);
      const { id: orderId } = await findOrder(database, params.id, accountId);
      const result = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          const lines = await reorder(trx, ids, { orderId, accountId, locale });
          return { status: 200, reference: { lines: JSON.stringify(lines) } };
        }),
      );
      const lines: ReorderedLine[] = JSON.parse(referencedId(result.reference, 'lines'));
      const cart = renderCart(await readCart(database, { kind: 'account', accountId }), locale);
      const body = { lines, cart };
      return { status: 200, body, replayed: result.replayed };
    },

    getOrderTracking: async ({ caller, params, locale }) => {
      const order = await findOrder(database, params.id, signedIn(caller).accountId);
      return { status: 200, body: await trackOrder(deps, order, locale) };
    },
  };
}
