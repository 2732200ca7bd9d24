import { deliveryPromise } from '../../kernel/calendar/working-days.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import type { CheckoutFacts } from './checkout-parts-store.ts';
import { requireOpen } from './checkout-store.ts';
import { offeredMethods } from './serviceability.ts';
import { addressFirst, type UpdateDependencies } from './update-checkout.ts';

/**
 * The delivery methods of each seller of an open checkout for the chosen address. Throws checkout.EXPIRED,
 * checkout.INVALID_STATE, checkout.INCOMPLETE without an address, checkout.ADDRESS_UNSERVICEABLE.
 */
export function renderShippingOptions(
  { clock, serviceArea, settings }: UpdateDependencies,
  { parts: { checkout }, shipping }: CheckoutFacts,
  locale: Locale,
): components['schemas']['ShippingOptions'] {
  requireOpen(checkout, clock);
  if (checkout.address === null) throw addressFirst();
  const offered = offeredMethods(serviceArea, checkout.address, shipping, locale);
  const names = new Map(shipping.sellers.map(({ sellerId, name }) => [sellerId, name[locale]]));
  const { holidays, cutoffTime: cutoff } = settings;
  const now = clock.now();
  const data = [...offered].map(([sellerId, methods]) => ({
    sellerId,
    sellerName: names.get(sellerId) ?? '',
    methods: methods.map((method) => ({
      methodId: method.methodId,
      code: method.code,
      name: method.name[locale],
      price: qar(method.price),
      promise: deliveryPromise(now, method, { holidays, cutoff }),
      platform: method.sellerId === null,
    })),
  }));
  return { data, page: { nextCursor: null, hasMore: false } };
}
