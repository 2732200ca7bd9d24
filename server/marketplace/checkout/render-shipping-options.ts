import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import { deliveryPromise } from '../../kernel/calendar/working-days.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { findCheckout, readParts, requireOpen, sellerIdsOf } from './checkout-store.ts';
import { requireServiceable } from './serviceability.ts';
import { sellerNames } from './shipping-method-store.ts';
import { addressFirst } from './update-checkout.ts';

/**
 * What each seller of an open checkout can deliver by to the address chosen. Throws common.NOT_FOUND,
 * checkout.EXPIRED, checkout.INVALID_STATE, checkout.INCOMPLETE without an address, checkout.ADDRESS_UNSERVICEABLE.
 */
export async function renderShippingOptions(
  deps: Pick<Dependencies, 'database' | 'clock' | 'settings'> & { serviceArea: ServiceArea },
  checkoutId: string,
  accountId: string,
  locale: Locale,
): Promise<components['schemas']['ShippingOptions']> {
  const { database, clock } = deps;
  const checkout = await findCheckout(database, checkoutId, accountId);
  requireOpen(checkout, clock);
  if (checkout.address === null) throw addressFirst();
  const { lines } = await readParts(database, checkout);
  const sellerIds = sellerIdsOf(lines);
  const offered = await requireServiceable(database, deps.serviceArea, checkout.address, sellerIds, locale);
  const names = await sellerNames(database, sellerIds);
  const { holidays, cutoffTime: cutoff } = await deps.settings.values();
  const now = clock.now();
  const data = [...offered].map(([sellerId, methods]) => ({
    sellerId,
    sellerName: names.get(sellerId)?.[locale] ?? '',
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
