import { WaslError } from '../../actors/errors.ts';
import { metresBetween } from '../../actors/geo/distance.ts';
import { add, isZero, ZERO } from '../../actors/money/money.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { InProcess, Visitor } from '../kernel/http/in-process.ts';
import { signedIn } from '../kernel/http/principal.ts';
import { refusedForm } from './field-errors.ts';
import { nextAddress } from './next-address.ts';
import type { CashToHave, MissingLine, OrderPart, OrderSaid, OrdersPage } from './orders-page-models.ts';
import { missingIn, missingText } from './reordered-lines.ts';
import { typedText } from './typed.ts';

type Schemas = components['schemas'];

export interface OrdersOptions {
  /** The operator's map style; null: the built-in one. */
  mapStyleUrl: string | null;
}

const PAGE_SIZE = '12';
const SAID: ReadonlySet<string> = new Set<OrderSaid>(['placed', 'cancelled', 'partly-cancelled', 'too-late']);
/** Cash for a failed delivery is not due until it is on its way again. */
const NOT_COMING: ReadonlySet<string> = new Set(['DELIVERY_FAILED', 'RETURNING']);

/** A buyer's order pages and the actions of their forms. Another buyer's order gives common.NOT_FOUND. */
export class Orders {
  readonly #shop: InProcess;
  readonly #options: OrdersOptions;

  constructor(shop: InProcess, options: OrdersOptions) {
    this.#shop = shop;
    this.#options = options;
  }

  async list(visitor: Visitor, cursor: string | null): Promise<OrdersPage> {
    const query = { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
    const { data, page } = (await this.#shop.call('listOrders', visitor, { query })).body();
    const next = nextAddress('/orders', page.nextCursor);
    return { kind: 'orders', orders: data, next, isFirst: cursor === null };
  }

  /** @param said The confirmation named in the URL. */
  async page(visitor: Visitor, id: string, said: string | null): Promise<OrdersPage & { kind: 'order' }> {
    const at = new Date().toISOString();
    const [order, tracking] = await Promise.all([
      this.#order(visitor, id),
      this.#shop.call('getOrderTracking', visitor, { params: { id } }),
    ]);
    return {
      kind: 'order',
      hasInvoice: order.status !== 'CANCELLED' || (await this.#wasInvoiced(visitor, id)),
      accountId: signedIn(visitor.caller).accountId,
      order,
      parts: partsOf(order, tracking.body()),
      cash: cashOf(order),
      said: said !== null && SAID.has(said) ? (said as OrderSaid) : null,
      at,
      mapStyleUrl: this.#options.mapStyleUrl,
    };
  }

  /** Asks for confirmation; if nothing can be cancelled any more, returns the reason. */
  async cancelPage(visitor: Visitor, id: string): Promise<OrdersPage | OrderSaid> {
    const order = await this.#order(visitor, id);
    if (order.groups.some(isCancellable)) {
      return { kind: 'cancel-order', order, form: refusedForm({}, {}) };
    }
    return order.status === 'CANCELLED' ? 'cancelled' : 'too-late';
  }

  async cancel(
    visitor: Visitor,
    id: string,
    values: Record<string, string>,
    key: string | undefined,
  ): Promise<OrderSaid> {
    const reason = typedText(values.reason)?.slice(0, 500);
    const reply = await this.#shop.call('cancelOrder', visitor, {
      params: { id },
      body: reason === undefined ? {} : { reason },
      ...(key === undefined ? {} : { key }),
    });
    const { order } = reply.body();
    return order.groups.every(({ status }) => status === 'CANCELLED') ? 'cancelled' : 'partly-cancelled';
  }

  /**
   * Puts the order's lines into the cart again. Returns the lines that could not be added, encoded for a URL; empty if
   * all could.
   */
  async reorder(visitor: Visitor, id: string, key: string | undefined) {
    const reply = await this.#shop.call('reorderOrder', visitor, {
      params: { id },
      ...(key === undefined ? {} : { key }),
    });
    const { lines, cart } = reply.body();
    return { missing: missingText(lines), cart };
  }

  /** @param missing As returned by `reorder`. */
  async reordered(visitor: Visitor, id: string, missing: string | null): Promise<OrdersPage> {
    const order = await this.#order(visitor, id);
    const lines = linesOf(order);
    const left = missingIn(missing ?? '', lines);
    return { kind: 'reordered', order, missing: left, isNothingThere: isNothing(left, lines.length) };
  }

  /** The invoice to print or download. Throws order.INVALID_STATE if there is none. */
  invoice(visitor: Visitor, id: string, type: 'text/html' | 'application/pdf') {
    return this.#shop.call('getInvoice', visitor, { params: { id }, as: type });
  }

  /** Whether a cancelled order has an invoice from before; it is not issued any more. */
  async #wasInvoiced(visitor: Visitor, id: string): Promise<boolean> {
    try {
      await this.#shop.call('getInvoice', visitor, { params: { id } });
      return true;
    } catch (error) {
      if (error instanceof WaslError && error.code === 'order.INVALID_STATE') return false;
      throw error;
    }
  }

  async #order(visitor: Visitor, id: string): Promise<Schemas['Order']> {
    return (await this.#shop.call('getOrder', visitor, { params: { id } })).body();
  }
}

function isCancellable({ allowedActions }: Pick<Schemas['OrderGroup'], 'allowedActions'>): boolean {
  return allowedActions.includes('cancel-group');
}

function partsOf({ groups, address }: Schemas['Order'], tracking: Schemas['OrderTracking']): OrderPart[] {
  const trackedOf = new Map(tracking.groups.map((tracked) => [tracked.groupId, tracked]));
  return groups.flatMap((group) => {
    const tracked = trackedOf.get(group.id);
    if (tracked === undefined) return [];
    const { driverLocation } = tracked;
    const metresAway = driverLocation === null ? null : metresBetween(driverLocation, address.location);
    return [{ group, tracked, metresAway }];
  });
}

function cashOf({ groups }: Schemas['Order']): CashToHave {
  const open = groups.filter(
    ({ payment, status }) =>
      payment.status === 'PENDING' && !isZero(payment.amountDue.amount) && !NOT_COMING.has(status),
  );
  return {
    total: open.length === 0 ? ZERO : add(...open.map(({ payment }) => payment.amountDue.amount)),
    parts: open.map(({ id, sellerName, payment, shipping: { promisedFrom, promisedTo } }) => ({
      ...{ groupId: id, sellerName, amount: payment.amountDue.amount, promisedFrom, promisedTo },
    })),
  };
}

/** In the order that reordering uses. */
function linesOf({ groups }: Schemas['Order']): Schemas['OrderLine'][] {
  return groups.flatMap(({ lines }) => lines).sort((one, other) => (one.id < other.id ? -1 : 1));
}

function isNothing(missing: readonly MissingLine[], count: number): boolean {
  return missing.length === count && missing.every(({ added }) => added === 0);
}
