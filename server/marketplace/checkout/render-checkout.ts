import { add, multiply, ZERO } from '../../../actors/money/money.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { SettingValues } from '../../kernel/settings/settings.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { localizedOptions } from '../catalogue/catalogue.ts';
import { codRefusal } from './cash-on-delivery.ts';
import { type CheckoutParts, goodsTotal, payable, shippingTotal, statusAt } from './checkout-store.ts';

type CheckoutDto = components['schemas']['Checkout'];

interface RenderDependencies {
  clock: Clock;
  settings: Pick<SettingValues, 'codMaximum'>;
}

export function renderCheckout(
  { clock, settings }: RenderDependencies,
  parts: CheckoutParts,
  locale: Locale,
): CheckoutDto {
  const { checkout } = parts;
  return {
    id: checkout.id,
    status: statusAt(checkout, clock),
    expiresAt: checkout.expiresAt.toISOString(),
    expiresInSeconds: secondsLeft(checkout.expiresAt, clock.now()),
    lines: parts.lines.map((line) => ({
      id: line.id,
      offerId: line.offerId,
      variantId: line.variantId,
      sellerId: line.sellerId,
      name: locale === 'ar' ? line.nameAr : line.nameEn,
      options: line.options,
      optionTexts: localizedOptions(line, locale),
      digital: line.digital,
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
    codAllowed: codRefusal(payable(parts), settings.codMaximum) === null,
    codMaximum: qar(settings.codMaximum),
    totals: renderTotals(parts),
    orderId: checkout.orderId,
  };
}

function secondsLeft(until: Date, now: Date): number {
  return Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1_000));
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
