import { GROUP_STATUSES, type GroupStatus } from '../../../actors/order/state.ts';
import { allowedGroupActions } from '../../../actors/order/transitions.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { ownSellerId, principalAs } from '../../kernel/http/principal.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { type OrderBoardRow, readBoardRows, readBoardRowsOf, searchBoardRows } from './order-board-store.ts';

type Schemas = components['schemas'];

const HOUR_MS = 3_600_000;
/** Most groups on one board; further ones are in the list of order groups. */
const MAX_GROUPS = 5_000;
const MAX_FOUND = 50;
/** Number of newest groups that a search of names covers. */
const MAX_GROUPS_SEARCHED = 5_000;

/**
 * A seller's current orders in brief, which a console shows before applying live events. The versions tell which events
 * are already included.
 */
export function orderBoardHandlers(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
): Pick<Handlers, 'getOrderBoard' | 'listOrderBoardGroups'> {
  const { database, clock, config } = deps;
  return {
    async getOrderBoard({ caller, locale, query: { endedWithinHours = 0 } }) {
      const { role } = principalAs(caller, 'SELLER_OWNER', 'SELLER_STAFF');
      const now = clock.now();
      const endedSince = new Date(now.getTime() - endedWithinHours * HOUR_MS);
      const rows = await readBoardRows(database, {
        sellerId: ownSellerId(caller),
        endedSince,
        count: MAX_GROUPS + 1,
      });
      const body = {
        at: now.toISOString(),
        clockRate: config.clockRate,
        complete: rows.length <= MAX_GROUPS,
        allowedActions: GROUP_STATUSES.map((status) => ({
          status,
          actions: allowedGroupActions(status, role),
        })),
        groups: rows.slice(0, MAX_GROUPS).map((row) => renderBoardGroup(row, locale)),
      };
      return { status: 200, body };
    },

    async listOrderBoardGroups({ caller, locale, query: { ids, q } }) {
      const sellerId = ownSellerId(caller);
      const rows =
        ids === undefined
          ? await searchBoardRows(database, {
              sellerId,
              words: q?.trim() ?? '',
              within: MAX_GROUPS_SEARCHED,
              count: MAX_FOUND,
            })
          : await readBoardRowsOf(database, { sellerId, ids });
      return { status: 200, body: { data: rows.map((row) => renderBoardGroup(row, locale)) } };
    },
  };
}

function renderBoardGroup(row: OrderBoardRow, locale: Locale): Schemas['OrderBoardGroup'] {
  return {
    groupId: row.id,
    orderId: row.order_id,
    orderNumber: row.number,
    status: row.status satisfies GroupStatus,
    placedAt: row.placed_at.toISOString(),
    acceptBy: row.accept_by.toISOString(),
    promisedTo: row.promised_to,
    buyerName: row.contact_name ?? '',
    goods: qar(row.goods_total),
    firstLine: locale === 'ar' ? row.first_name_ar : row.first_name_en,
    lineCount: row.line_count,
    units: row.units,
    unitsToGather: row.gathered,
    taskStatus: row.task_status,
    pickupEta: row.pickup_eta?.toISOString() ?? null,
    dropoffEta: row.dropoff_eta?.toISOString() ?? null,
    returnConfirmedAt: row.return_confirmed_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    version: row.actor_version,
  };
}
