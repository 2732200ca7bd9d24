import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { doneWithin } from '../../../db/deadline.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Caller, Handlers, OperationReply, OperationRequest } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { ownSellerId, principalAs, signedIn } from '../../kernel/http/principal.ts';
import { RESTOCK_TIMEOUT_MS } from './cancel-order.ts';
import { damagedUnits } from './damaged-units.ts';
import { readGroupViews } from './group-views.ts';
import { findGroup, listGroupRows } from './order-group-store.ts';
import { withLinePictures } from './ordered-pictures.ts';
import { renderOrderGroup } from './render-order-group.ts';

type GroupCommand =
  | 'acceptOrderGroup'
  | 'rejectOrderGroup'
  | 'packOrderGroup'
  | 'readyOrderGroup'
  | 'confirmReturn';
type SellerOrderOperation = 'listOrderGroups' | 'getOrderGroup' | GroupCommand;

/** Operations on order groups of the caller's seller; another seller's give 404. */
export function sellerOrderHandlers(deps: Dependencies): Pick<Handlers, SellerOrderOperation> {
  const { database, actors } = deps;
  const cursors = new Cursors(deps.secrets);

  async function answer(request: OperationRequest<'getOrderGroup' | GroupCommand>, replayed = false) {
    const { role } = principalAs(request.caller, 'SELLER_OWNER', 'SELLER_STAFF');
    const group = await findGroup(database, request.params.id, ownSellerId(request.caller));
    const [view] = await readGroupViews(database, [group]);
    if (view === undefined) throw new Error(`no view of group ${group.id}`);
    const body = await withLinePictures(
      database,
      renderOrderGroup(view, role, request.locale, seesMoney(request.caller)),
      request.locale,
    );
    return { status: 200, body, etag: body.version, replayed };
  }

  async function command(
    request: OperationRequest<GroupCommand>,
    type: 'accept' | 'reject' | 'pack' | 'ready' | 'confirm-return',
    reason?: string,
    more: JsonObject = {},
  ): Promise<OperationReply<GroupCommand>> {
    const principal = principalAs(request.caller, 'SELLER_OWNER', 'SELLER_STAFF');
    const group = await findGroup(database, request.params.id, ownSellerId(request.caller));
    const ref = { kind: 'order', key: group.orderId } as const;
    const result = await actors.command(
      request,
      principal,
      ref,
      type,
      { groupId: group.id, ...more },
      reason,
    );
    if (type === 'reject' || type === 'confirm-return') await doneWithin(result.effects, RESTOCK_TIMEOUT_MS);
    return answer(request, result.replayed);
  }

  return {
    listOrderGroups: async ({ caller, query, locale }) => {
      const { role } = principalAs(caller, 'SELLER_OWNER', 'SELLER_STAFF');
      const sellerId = ownSellerId(caller);
      const { ids, status } = query;
      const limit = ids?.length ?? query.limit ?? DEFAULT_LIMIT;
      const scope = `groups:${sellerId}:${status ?? ''}`;
      const before = ids === undefined ? cursors.decode(scope, query.cursor)?.[0]?.toString() : undefined;
      const groups = await listGroupRows(database, { sellerId, ids, status, before }, limit + 1);
      const views = await readGroupViews(database, groups);
      const body = cursors.page(
        scope,
        views,
        limit,
        ({ group }) => [group.id],
        (view) => renderOrderGroup(view, role, locale, seesMoney(caller)),
      );
      return { status: 200, body };
    },

    getOrderGroup: (request) => answer(request),
    acceptOrderGroup: (request) => command(request, 'accept'),
    rejectOrderGroup: (request) => command(request, 'reject', request.body.reason),
    packOrderGroup: (request) => command(request, 'pack'),
    readyOrderGroup: (request) => command(request, 'ready'),
    async confirmReturn(request) {
      const group = await findGroup(database, request.params.id, ownSellerId(request.caller));
      const damaged = await damagedUnits(database, group.id, request.body?.lines ?? []);
      return command(request, 'confirm-return', undefined, { damaged });
    },
  };
}

/** The platform's commission requires the permission for money, as on statements. */
function seesMoney(caller: Caller): boolean {
  return signedIn(caller).rights.has('FINANCE');
}
