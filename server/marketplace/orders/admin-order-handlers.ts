import { doneWithin } from '../../../db/deadline.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { principalAs } from '../../kernel/http/principal.ts';
import { readAdminOrder } from './admin-order.ts';
import { cancelOrderGroups, RESTOCK_TIMEOUT_MS } from './cancel-order.ts';
import { readGroupViews } from './group-views.ts';
import { findGroup, groupsOf, listedGroups } from './order-group-store.ts';
import { buyerNames, findOrder, listOrderRows } from './order-store.ts';
import { readOrder } from './read-order.ts';
import { renderAdminSummary } from './render-order.ts';
import { renderOrderGroup } from './render-order-group.ts';

type AdminOrderOperation = 'listAllOrders' | 'getOrderAsAdmin' | 'cancelOrderGroup' | 'cancelOrderForBuyer';

export function adminOrderHandlers(deps: Dependencies): Pick<Handlers, AdminOrderOperation> {
  const { database, actors } = deps;
  const cursors = new Cursors(deps.secrets);

  return {
    listAllOrders: async ({ query, locale }) => {
      const { status, limit = DEFAULT_LIMIT } = query;
      const scope = `all-orders:${status ?? ''}`;
      const before = cursors.decode(scope, query.cursor)?.[0]?.toString();
      const orders = await listOrderRows(database, { accountId: null, status, before }, limit + 1);
      const groups = await listedGroups(database, orders);
      const names = await buyerNames(database, orders);
      const render = (order: (typeof orders)[number]) =>
        renderAdminSummary(order, names.get(order.accountId) ?? '', groups.get(order.id) ?? [], locale);
      return { status: 200, body: cursors.page(scope, orders, limit, (order) => [order.id], render) };
    },

    getOrderAsAdmin: async ({ params, locale }) => ({
      status: 200,
      body: await readAdminOrder(database, params.id, locale),
    }),

    // The command row and the transition record who acted and why; they are the audit trail of this operation.
    cancelOrderGroup: async (request) => {
      const principal = principalAs(request.caller, 'ADMIN', 'DISPATCHER');
      const { id: groupId, orderId } = await findGroup(database, request.params.id, null);
      const ref = { kind: 'order', key: orderId } as const;
      const { reason } = request.body;
      const result = await actors.command(request, principal, ref, 'cancel-group', { groupId }, reason);
      await doneWithin(result.effects, RESTOCK_TIMEOUT_MS);
      const [view] = await readGroupViews(database, [await findGroup(database, groupId, null)]);
      if (view === undefined) throw new Error(`no view of group ${groupId}`);
      const body = renderOrderGroup(view, principal.role, request.locale);
      return { status: 200, body, etag: body.version, replayed: result.replayed };
    },

    // For a buyer who asked, e.g. after a rejection or a missed deadline: cancels every group not yet with a driver.
    cancelOrderForBuyer: async (request) => {
      const principal = principalAs(request.caller, 'ADMIN', 'DISPATCHER');
      const { id: orderId, accountId } = await findOrder(database, request.params.id, null);
      const groups = await groupsOf(database, orderId);
      const { reason } = request.body;
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
          groups: cancelled.map(({ groupId, cancelled: done, code }) => ({ groupId, cancelled: done, code })),
        },
        replayed: cancelled.some((group) => group.replayed),
      };
    },
  };
}
