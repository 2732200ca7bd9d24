import type { DriverPresence } from '../../actors/geo/presence-port.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Handlers } from '../http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../http/page.ts';
import { principalAs, signedIn } from '../http/principal.ts';
import { cancelOrderGroups } from './cancel-order.ts';
import { findOrder, groupsOf, listedGroups, listOrderRows } from './order-store.ts';
import { trackOrder } from './order-tracking.ts';
import { readOrder } from './read-order.ts';
import { renderSummary } from './render-order.ts';

type OrderOperation = 'listOrders' | 'getOrder' | 'cancelOrder' | 'getOrderTracking';

/** A buyer's own orders; anybody else's answer 404. */
export function orderHandlers(
  deps: Dependencies & { presence: DriverPresence },
): Pick<Handlers, OrderOperation> {
  const { database } = deps;
  const cursors = new Cursors(deps.secrets);

  return {
    listOrders: async ({ caller, query, locale }) => {
      const { accountId } = signedIn(caller);
      const { status, limit = DEFAULT_LIMIT } = query;
      const scope = `orders:${accountId}:${status ?? ''}`;
      const before = cursors.decode(scope, query.cursor)?.[0]?.toString();
      const orders = await listOrderRows(database, { accountId, status, before }, limit + 1);
      const groups = await listedGroups(database, orders);
      const render = (order: (typeof orders)[number]) =>
        renderSummary(order, groups.get(order.id) ?? [], locale);
      return { status: 200, body: cursors.page(scope, orders, limit, (order) => [order.id], render) };
    },

    getOrder: async ({ caller, params, locale }) => ({
      status: 200,
      body: await readOrder(database, params.id, signedIn(caller).accountId, locale),
    }),

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

    getOrderTracking: async ({ caller, params, locale }) => {
      const order = await findOrder(database, params.id, signedIn(caller).accountId);
      return { status: 200, body: await trackOrder(deps, order, locale) };
    },
  };
}
