import { WaslError } from '../../../actors/errors.ts';
import { MAX_GROUPS } from '../../../actors/order/state.ts';
import type { CommandSteps } from '../../../db/batched-command.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { type IdempotentResult, replay } from '../../kernel/http/idempotency.ts';
import type { SettingValues } from '../../kernel/settings/settings.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import type { OfferForSale } from '../cart/cart.ts';
import { type Allocation, allocate, type Shortage } from '../inventory/inventory.ts';
import type { CheckoutLineRow, CheckoutParts } from './checkout-store.ts';
import { lineName } from './line-name.ts';
import {
  lockBuyer,
  lockStockOf,
  type Opening,
  type OpeningCaller,
  type OpeningFacts,
  readOpeningFacts,
  type WantedOffer,
  writeOpenings,
} from './opening-store.ts';
import { type UnavailableLine, unavailable } from './unavailable-lines.ts';

export interface OpenCheckout extends OpeningCaller {
  locale: Locale;
  settings: Pick<SettingValues, 'checkoutLifeMinutes'>;
}

/** A new checkout, or the result of an earlier request with the same Idempotency-Key. */
export type OpenedCheckout = { parts: CheckoutParts } | { repeated: IdempotentResult };

/**
 * Copies a buyer's cart into a new checkout and reserves every line, or refuses and changes nothing. The buyer's open
 * checkout is cancelled and its reservations become available to the new one. Lock order: cart, checkout, stock. Throws
 * checkout.CART_EMPTY, checkout.TOO_MANY_SELLERS, checkout.ITEM_UNAVAILABLE, idempotency.MISMATCH.
 */
export function openCheckoutSteps(
  deps: Pick<Dependencies, 'clock' | 'ids'>,
): CommandSteps<OpenCheckout, OpeningFacts, Opening, OpenedCheckout> {
  return {
    read: (executor, calls, { lock }) =>
      lock ? readLocked(executor as Transaction, calls) : readOpeningFacts(executor, calls),
    judge: (call, facts) =>
      call.idempotency !== null && facts.known !== null
        ? { answer: { repeated: replay(facts.known, call.idempotency) } }
        : { plan: judge(deps, call, facts) },
    write: async (executor, openings) => {
      const written = await writeOpenings(executor, openings);
      return openings.map((opening, place) => (written[place] === true ? { parts: partsOf(opening) } : null));
    },
  };
}

async function readLocked(trx: Transaction, calls: readonly OpenCheckout[]): Promise<OpeningFacts[]> {
  for (const { accountId } of calls) await lockBuyer(trx, accountId);
  const onSight = await readOpeningFacts(trx, calls);
  const hopeful = onSight.filter((facts) => fill(facts).ok);
  // Visibly sold-out carts are refused without waiting for stock locks.
  if (hopeful.length === 0) return onSight;
  for (const { wanted, formerId } of hopeful)
    await lockStockOf(
      trx,
      wanted.map(({ offer }) => offer.offerId),
      formerId,
    );
  return readOpeningFacts(trx, calls);
}

function fill({ wanted, stock }: OpeningFacts) {
  const lines = wanted.map(({ offer: { offerId, sellerId }, quantity }) => ({ offerId, sellerId, quantity }));
  return allocate(lines, stock);
}

function judge(
  { clock, ids }: Pick<Dependencies, 'clock' | 'ids'>,
  { accountId, idempotency, locale, settings }: OpenCheckout,
  facts: OpeningFacts,
): Opening {
  const { cart, formerId, wanted } = facts;
  if (cart === null || wanted.length === 0) {
    throw new WaslError('checkout.CART_EMPTY', { detail: 'The cart is empty. Add something first.' });
  }
  refuseManySellers(wanted);
  const allocations = requireAvailable(facts, locale);
  const at = clock.now();
  return {
    ...{
      checkoutId: ids.next(),
      accountId,
      idempotency,
      cartId: cart.id,
      cartVersion: cart.version,
      formerId,
      at,
    },
    expiresAt: new Date(at.getTime() + settings.checkoutLifeMinutes * 60_000),
    lines: wanted.map(({ offer, quantity }) => copyLine(ids.next(), offer, quantity)),
    allocations,
  };
}

/** Each seller's part becomes an order group, and an order has a limited number of groups. */
function refuseManySellers(wanted: readonly WantedOffer[]): void {
  const sellers = new Set(wanted.map(({ offer }) => offer.sellerId)).size;
  if (sellers <= MAX_GROUPS) return;
  throw new WaslError('checkout.TOO_MANY_SELLERS', {
    detail: `An order can have items from at most ${MAX_GROUPS} sellers; this cart has ${sellers}. Order the rest separately.`,
    extension: { sellerCount: sellers, sellerLimit: MAX_GROUPS },
  });
}

/** The warehouses each line is taken from. Throws checkout.ITEM_UNAVAILABLE naming the lines that cannot be bought. */
function requireAvailable(facts: OpeningFacts, locale: Locale): Allocation[] {
  const filled = fill(facts);
  const problems = problemLines(facts.wanted, filled.ok ? [] : filled.shortages, locale);
  if (problems.length > 0 || !filled.ok) throw unavailable(problems);
  return filled.allocations;
}

function problemLines(
  wanted: readonly WantedOffer[],
  shortages: readonly Shortage[],
  locale: Locale,
): UnavailableLine[] {
  return wanted.flatMap(({ offer, quantity }) => {
    const { offerId, notForSale } = offer;
    const short = shortages.find((shortage) => shortage.offerId === offerId);
    if (notForSale === null && short === undefined) return [];
    return [
      {
        offerId,
        name: lineName(offer, locale),
        requested: quantity,
        available: notForSale === null ? Math.max(0, short?.available ?? 0) : 0,
        reason: notForSale ?? 'INSUFFICIENT_STOCK',
      },
    ];
  });
}

function copyLine(id: string, offer: OfferForSale, quantity: number): CheckoutLineRow {
  return {
    id,
    offerId: offer.offerId,
    variantId: offer.variantId,
    sellerId: offer.sellerId,
    sku: offer.sku,
    nameEn: lineName(offer, 'en'),
    nameAr: lineName(offer, 'ar'),
    options: offer.options,
    optionTexts: offer.optionTexts,
    digital: offer.digital,
    quantity,
    unitPrice: offer.price,
  };
}

const NOTHING_CHOSEN = { address: null, paymentMethod: null, orderId: null, version: 1 };

function partsOf({ checkoutId: id, accountId, expiresAt, lines }: Opening): CheckoutParts {
  return {
    checkout: { id, accountId, status: 'OPEN', expiresAt, ...NOTHING_CHOSEN },
    lines: [...lines],
    shipping: [],
  };
}
