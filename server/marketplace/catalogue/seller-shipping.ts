import { instantOf } from '../../kernel/calendar/qatar-time.ts';
import { dayCounted, deliveryPromise } from '../../kernel/calendar/working-days.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { type ShippingMethod, sellerShipping } from '../sellers/sellers.ts';

export interface ShippingQuestion {
  sellerId: string;
  /** Null: any zone. */
  zoneNumber: number | null;
  now: Date;
  holidays: readonly string[];
  /** HH:MM in Qatar. */
  cutoff: string;
}

/** A seller's delivery methods, and the days an order placed now would be promised. */
export function renderSellerShipping(
  { sellerId, zoneNumber, now, holidays, cutoff }: ShippingQuestion,
  methods: readonly ShippingMethod[],
  locale: Locale,
): components['schemas']['SellerShipping'] {
  const validUntil = instantOf(dayCounted(now, cutoff), cutoff).toISOString();
  const shipping = sellerShipping(sellerId, methods, zoneNumber);
  if (shipping.methods === null) {
    const refusal = shipping.reason === 'OTHER_CURRENCY' ? shipping.reason : 'ADDRESS_NOT_COVERED';
    return { methods: [], refusal, validUntil };
  }
  const shown = shipping.methods.map((method) => ({
    methodId: method.methodId,
    code: method.code,
    name: method.name[locale],
    price: qar(method.price),
    promise: deliveryPromise(now, method, { holidays, cutoff }),
    platform: method.sellerId === null,
    everywhere: method.zoneNumbers === null,
  }));
  return { methods: shown, refusal: null, validUntil };
}
