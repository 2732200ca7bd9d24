import { ZERO } from '../../../actors/money/money.ts';
import type { OrderState } from '../../../actors/order/state.ts';
import type { Commit } from '../../../actors/runtime/store.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { type GroupView, type HistoryRow, renderOrder } from '../orders/orders.ts';

import type { DraftGroup } from './draft-groups.ts';
import { type Placement, totalsOf } from './place-order.ts';

/** An order just written, with everything its first response shows. */
export interface Placed extends Placement {
  /** The order actor's creating commit. */
  creation: Commit;
}

/** Same as `readOrder`, without reading back what has just been written. */
export function renderPlaced(placed: Placed, locale: Locale): components['schemas']['Order'] {
  const { sold, order, creation } = placed;
  const { orderId: id, number, placedAt } = order;
  const { address, paymentMethod } = sold;
  const { status } = creation.state as unknown as OrderState;
  return renderOrder(
    { id, number, status, placedAt, address, paymentMethod, ...totalsOf(sold), taxTotal: ZERO },
    order.groups.map((group) => viewOf(placed, group)),
    'BUYER',
    locale,
  );
}

function viewOf({ order, creation }: Placed, { row, lines, sellerName }: DraftGroup): GroupView {
  return {
    group: { ...row, collectedAmount: null, returnConfirmedAt: null },
    orderNumber: order.number,
    sellerName,
    lines,
    toGather: [],
    task: null,
    sale: null,
    history: historyOf(creation, row.id),
  };
}

function historyOf({ rows }: Commit, groupId: string): HistoryRow[] {
  return rows.flatMap(({ table, row }) => {
    if (table !== 'transitions' || row.subject_type !== 'GROUP' || row.subject_id !== groupId) return [];
    return [{ ...(row as unknown as HistoryRow), at: new Date(String(row.at)) }];
  });
}
