import { add, multiply, ZERO } from '../../../actors/money/money.ts';
import type { Database } from '../../../db/database.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { calledOptions } from '../catalogue/catalogue.ts';
import { codRefusal } from './cash-on-delivery.ts';
import {
  type CheckoutParts,
  findCheckout,
  goodsTotal,
  payable,
  readParts,
  shippingTotal,
  statusAt,
} from './checkout-store.ts';

type CheckoutDto = components['schemas']['Checkout'];

type RenderDependencies = Pick<Dependencies, 'clock' | 'settings'> & { database: Database };

/** Throws common.NOT_FOUND. */
export async function readCheckout(
  deps: RenderDependencies,
  checkoutId: string,
  accountId: string,
  locale: Locale,
): Promise<CheckoutDto> {
  const parts = await readParts(deps.database, await findCheckout(deps.database, checkoutId, accountId));
  return renderCheckout(deps, parts, locale);
}

export async function renderCheckout(
  deps: RenderDependencies,
  parts: CheckoutParts,
  locale: Locale,
): Promise<CheckoutDto> {
  const { codMaximum } = await deps.settings.values();
  const { checkout } = parts;
  return {
    id: checkout.id,
    status: statusAt(checkout, deps.clock),
    expiresAt: checkout.expiresAt.toISOString(),
    lines: parts.lines.map((line) => ({
      id: line.id,
      offerId: line.offerId,
      variantId: line.variantId,
      sellerId: line.sellerId,
      name: locale === 'ar' ? line.nameAr : line.nameEn,
      options: line.options,
      optionTexts: calledOptions(line, locale),
      quantity: line.quantity,
      unitPrice: qar(line.unitPrice),
      lineTotal: qar(multiply(line.unitPrice, line.quantity)),
    })),
    address: checkout.address,
    shipping: parts.shipping.map(({ sellerId, methodId, code, price, promisedFrom, promisedTo }) => ({
      sellerId,
      methodId,
      code,
      price: qar(price),
      promisedFrom,
      promisedTo,
    })),
    paymentMethod: checkout.paymentMethod,
    codAllowed: codRefusal(payable(parts), codMaximum) === null,
    totals: renderTotals(parts),
    orderId: checkout.orderId,
  };
}

function renderTotals({ lines, shipping }: CheckoutParts): components['schemas']['Totals'] {
  const goods = goodsTotal(lines);
  const forShipping = shippingTotal(shipping);
  return {
    goods: qar(goods),
    shipping: qar(forShipping),
    tax: qar(ZERO),
    total: qar(add(goods, forShipping)),
  };
}
