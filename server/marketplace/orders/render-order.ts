import type { Role } from '../../../actors/runtime/machine.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import type { GroupView } from './group-views.ts';
import type { ListedGroup } from './order-group-store.ts';
import type { Order } from './order-store.ts';
import { renderOrderGroup } from './render-order-group.ts';

type Schemas = components['schemas'];

/** The items shown in a list of orders. */
export type ListedItems = Pick<Schemas['OrderSummary'], 'items' | 'itemCount'>;

/** The fields of an order shown besides its groups. */
export type ShownOrder = Omit<Order, 'accountId'>;

export function renderOrder(
  order: ShownOrder,
  groups: readonly GroupView[],
  role: Role,
  locale: Locale,
): Schemas['Order'] {
  return {
    id: order.id,
    number: order.number,
    status: order.status,
    placedAt: order.placedAt.toISOString(),
    address: order.address,
    groups: groups.map((view) => renderOrderGroup(view, role, locale)),
    totals: {
      goods: qar(order.goodsTotal),
      shipping: qar(order.shippingTotal),
      tax: qar(order.taxTotal),
      total: qar(order.total),
    },
    paymentMethod: order.paymentMethod,
  };
}

export function renderSummary(
  order: Order,
  groups: readonly ListedGroup[],
  { items, itemCount }: ListedItems,
  locale: Locale,
): Schemas['OrderSummary'] {
  return {
    ...summary(order),
    items,
    itemCount,
    groups: groups.map((group) => ({
      id: group.id,
      sellerName: nameOf(group, locale),
      status: group.status,
    })),
  };
}

export function renderAdminSummary(
  order: Order,
  buyerName: string,
  groups: readonly ListedGroup[],
  locale: Locale,
): Schemas['AdminOrderSummary'] {
  return {
    ...summary(order),
    buyerId: order.accountId,
    buyerName,
    groups: groups.map((group) => ({
      id: group.id,
      sellerId: group.seller_id,
      sellerName: nameOf(group, locale),
      status: group.status,
    })),
  };
}

function summary(order: Order) {
  return {
    id: order.id,
    number: order.number,
    status: order.status,
    placedAt: order.placedAt.toISOString(),
    total: qar(order.total),
    paymentMethod: order.paymentMethod,
  };
}

function nameOf(group: ListedGroup, locale: Locale): string {
  return locale === 'ar' ? group.display_name_ar : group.display_name_en;
}
