import { WaslError } from '../../../actors/errors.ts';
import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import type { Principal } from '../../../actors/runtime/machine.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Origin } from '../../kernel/actors/actor-gateway.ts';
import { type KeyFacts, repeatOf } from '../../kernel/http/idempotency.ts';
import { referencedId } from '../../kernel/http/referenced-id.ts';
import type { SettingValues } from '../../kernel/settings/settings.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import type { AddressSnapshot } from '../orders/orders.ts';
import type { ShippingMethod } from '../sellers/sellers.ts';
import { requireCodAllowed } from './cash-on-delivery.ts';
import { changedLines, changedShipping, refuseOtherPrices, refuseOtherTotal } from './changed-prices.ts';
import { payable, requireOpen, type ShippingRow } from './checkout-store.ts';
import type { HeldLine, HeldParts, LockedCheckout } from './confirmation-store.ts';
import { offeredMethods } from './serviceability.ts';
import { refuseUnavailable, type UnavailableLine } from './unavailable-lines.ts';

/** A buyer's request to turn a checkout into an order. */
export interface Confirmation {
  checkoutId: string;
  principal: Principal & { accountId: string };
  /** The total shown to the buyer, in QAR; null if the client does not send it. */
  expectedTotal: string | null;
  origin: Origin;
  locale: Locale;
  settings: Pick<SettingValues, 'codMaximum' | 'acceptanceDeadlineMinutes' | 'holidays'>;
}

/** Everything a confirmation depends on, read consistently. */
export interface ConfirmationFacts extends HeldParts {
  /** Null if it does not exist or is another buyer's. */
  checkout: LockedCheckout | null;
  /** Null for a buyer without a cart. */
  cartId: string | null;
  /** Active methods of the platform and of the sellers. */
  methods: readonly ShippingMethod[];
  /** Null for a request without a key. */
  key: KeyFacts | null;
}

/** A checkout that may be confirmed. */
export interface Sold extends HeldParts {
  checkoutId: string;
  cartId: string | null;
  address: AddressSnapshot;
  paymentMethod: 'COD';
  /** Sequence value of the order's number. */
  orderNumber: number;
}

/** Result of a confirmation: an order to place, or the one that already exists. */
export type ConfirmationVerdict =
  | { sold: Sold }
  /** `remember`: store the key, which was not used before. */
  | { orderId: string; remember: boolean };

interface JudgeDependencies {
  clock: Clock;
  serviceArea: ServiceArea;
}

/**
 * Decides whether a checkout becomes its order. A checkout confirmed before returns its existing order. Throws
 * idempotency.IN_PROGRESS, idempotency.MISMATCH, common.NOT_FOUND, checkout.EXPIRED, checkout.INVALID_STATE,
 * checkout.INCOMPLETE, checkout.ITEM_UNAVAILABLE, checkout.PRICE_CHANGED, checkout.TOTAL_CHANGED,
 * checkout.ADDRESS_UNSERVICEABLE, checkout.COD_NOT_ALLOWED.
 */
export function judgeConfirmation(
  { clock, serviceArea }: JudgeDependencies,
  { origin: { idempotency }, expectedTotal, locale, settings }: Confirmation,
  { checkout, cartId, lines, shipping, methods, key }: ConfirmationFacts,
): ConfirmationVerdict {
  const repeated = idempotency === null || key === null ? null : repeatOf(idempotency, key);
  if (repeated !== null) return { orderId: referencedId(repeated.reference, 'orderId'), remember: false };
  if (checkout === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such checkout.' });
  if (checkout.status === 'CONFIRMED' && checkout.orderId !== null)
    return { orderId: checkout.orderId, remember: idempotency !== null };
  requireOpen(checkout, clock);
  const parts = { checkout, lines, shipping };
  const { address, paymentMethod } = requireComplete(parts);
  refuseUnavailable(unavailableLines(lines, locale));
  const sellers = lines.map(({ sellerId, sellerName: name }) => [sellerId, { sellerId, name }] as const);
  const facts = { sellers: [...new Map(sellers).values()], methods };
  const offered = offeredMethods(serviceArea, address, facts, locale);
  refuseWithdrawnShipping(shipping, offered);
  const terms = new Map(lines.map((line) => [line.offerId, line.terms]));
  refuseOtherPrices(changedLines(lines, terms, locale), changedShipping(shipping, offered));
  const due = payable(parts);
  refuseOtherTotal(due.total, expectedTotal);
  requireCodAllowed(due, settings.codMaximum);
  const { id: checkoutId, orderNumber } = checkout;
  if (orderNumber === null) throw new Error(`no order number for the open checkout ${checkoutId}`);
  return { sold: { checkoutId, cartId, lines, shipping, address, paymentMethod, orderNumber } };
}

/** Throws checkout.INCOMPLETE listing what has not been chosen yet. */
function requireComplete({ checkout, lines, shipping }: HeldParts & { checkout: LockedCheckout }) {
  const { address, paymentMethod } = checkout;
  const chosen = new Set(shipping.map((choice) => choice.sellerId));
  const sellerIds = [...new Set(lines.map((line) => line.sellerId))];
  const withoutShipping = sellerIds.filter((sellerId) => !chosen.has(sellerId));
  if (address !== null && paymentMethod !== null && withoutShipping.length === 0)
    return { address, paymentMethod };
  throw incomplete(
    [
      ...(address === null ? ['address'] : []),
      ...(withoutShipping.length > 0 ? ['shipping'] : []),
      ...(paymentMethod === null ? ['paymentMethod'] : []),
    ],
    withoutShipping,
  );
}

/** If a chosen method was deactivated, the buyer must choose again, because they agreed to its price and days. */
function refuseWithdrawnShipping(
  shipping: readonly ShippingRow[],
  offered: ReadonlyMap<string, readonly ShippingMethod[]>,
): void {
  const withdrawn = shipping.filter(
    ({ sellerId, methodId }) => !offered.get(sellerId)?.some((method) => method.methodId === methodId),
  );
  if (withdrawn.length === 0) return;
  throw incomplete(
    ['shipping'],
    withdrawn.map(({ sellerId }) => sellerId),
  );
}

function incomplete(missing: readonly string[], sellerIds: readonly string[]): WaslError {
  return new WaslError('checkout.INCOMPLETE', {
    detail: `Choose first: ${missing.join(', ')}.`,
    extension: { missing, ...(sellerIds.length === 0 ? {} : { withoutShipping: sellerIds }) },
  });
}

function unavailableLines(lines: readonly HeldLine[], locale: Locale): UnavailableLine[] {
  return lines.flatMap((line) => {
    const { notForSale: reason, available } = line.terms;
    const units = line.held.reduce((sum, part) => sum + part.quantity, 0);
    if (reason === null && units === line.quantity) return [];
    return [
      {
        lineId: line.id,
        offerId: line.offerId,
        name: locale === 'ar' ? line.nameAr : line.nameEn,
        requested: line.quantity,
        available: reason === null ? Math.max(0, available) : 0,
        reason: reason ?? 'INSUFFICIENT_STOCK',
      },
    ];
  });
}
