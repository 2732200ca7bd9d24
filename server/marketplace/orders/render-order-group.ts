import { add, subtract, ZERO } from '../../../actors/money/money.ts';
import type { TaskStatus } from '../../../actors/order/state.ts';
import { allowedGroupActions } from '../../../actors/order/transitions.ts';
import type { Role } from '../../../actors/runtime/machine.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { localizedOptions } from '../catalogue/catalogue.ts';
import type { GatheredUnits, GroupTask, GroupView, ShownLine } from './group-views.ts';
import type { HistoryRow, OrderGroup } from './order-group-store.ts';

type Schemas = components['schemas'];

/**
 * @param role The caller's role, which decides the allowed actions.
 * @param withMoney False for seller staff without the permission for money.
 */
export function renderOrderGroup(
  view: GroupView,
  role: Role,
  locale: Locale,
  withMoney = true,
): Schemas['OrderGroup'] {
  const { group, lines } = view;
  return {
    id: group.id,
    orderId: group.orderId,
    orderNumber: view.orderNumber,
    sellerId: group.sellerId,
    sellerName: view.sellerName[locale],
    status: group.status,
    allowedActions: actionsOf(group, role),
    payment: {
      status: group.paymentStatus,
      amountDue: qar(group.paymentStatus === 'VOID' ? ZERO : group.cashDue),
      amountCollected: qar(group.collectedAmount ?? ZERO),
    },
    shipping: {
      code: group.methodCode,
      name: locale === 'ar' ? group.methodNameAr : group.methodNameEn,
      price: qar(group.shippingTotal),
      promisedFrom: group.promisedFrom,
      promisedTo: group.promisedTo,
    },
    acceptBy: group.acceptBy.toISOString(),
    lines: lines.map((line) => renderLine(line, locale)),
    ...(role === 'BUYER'
      ? {}
      : { toGather: view.toGather.map(renderGathered), ...renderSale(view, withMoney) }),
    totals: {
      goods: qar(group.goodsTotal),
      shipping: qar(group.shippingTotal),
      tax: qar(add(...lines.map((line) => line.taxAmount))),
      total: qar(group.cashDue),
    },
    task: view.task === null ? null : renderTask(view.task, role),
    returnConfirmedAt: group.returnConfirmedAt?.toISOString() ?? null,
    version: group.actorVersion,
    history: view.history.map(renderHistory),
  };
}

/** Buyers do not see when the driver reaches the seller. */
function renderTask({ id, status, pickup_eta, dropoff_eta }: GroupTask, role: Role): Schemas['GroupTask'] {
  const dropoffEta = dropoff_eta?.toISOString() ?? null;
  if (role === 'BUYER') return { id, status, dropoffEta };
  return { id, status, pickupEta: pickup_eta?.toISOString() ?? null, dropoffEta };
}

/** A return can be confirmed only once. */
function actionsOf({ status, returnConfirmedAt }: OrderGroup, role: Role): string[] {
  const confirmed = returnConfirmedAt !== null;
  return allowedGroupActions(status, role).filter((command) => !confirmed || command !== 'confirm-return');
}

function renderLine(line: ShownLine, locale: Locale): Schemas['OrderLine'] {
  return {
    id: line.id,
    variantId: line.variantId,
    offerId: line.offerId,
    name: locale === 'ar' ? line.nameAr : line.nameEn,
    sku: line.sku,
    options: line.options,
    optionTexts: localizedOptions(line, locale),
    quantity: line.quantity,
    unitPrice: qar(line.unitPrice),
    lineTotal: qar(line.lineTotal),
    taxRate: line.taxRate,
    taxAmount: qar(line.taxAmount),
  };
}

/**
 * States in which the seller sees the driver's number: only while they have to meet, before pickup and when goods come
 * back.
 */
const MEETS_DRIVER: readonly TaskStatus[] = ['ACCEPTED', 'RETURNING'];

function renderSale(
  { sale, group, task }: GroupView,
  withMoney: boolean,
): Pick<Schemas['OrderGroup'], 'sale'> {
  if (sale === null) return {};
  const meets = task !== null && MEETS_DRIVER.includes(task.status);
  return {
    sale: {
      buyerName: sale.buyerName,
      placedAt: sale.placedAt.toISOString(),
      ...(withMoney
        ? { commission: qar(sale.commission), net: qar(subtract(group.goodsTotal, sale.commission)) }
        : {}),
      driver:
        sale.driver === null ? null : { name: sale.driver.fullName, phone: meets ? sale.driver.phone : null },
    },
  };
}

function renderGathered({ lineId, quantity, from, to }: GatheredUnits): Schemas['GatheredUnits'] {
  return { lineId, quantity, fromWarehouse: from, toWarehouse: to };
}

export function renderHistory(row: HistoryRow): Schemas['GroupHistoryEntry'] {
  return { at: row.at.toISOString(), status: row.to_state, by: row.role, reason: row.reason };
}
