import type { DayOptions, DayPlan, Minutes, Moment, PlannedOrder, PlannedSeller } from './day-plan.ts';
import { planDrivers } from './plan-drivers.ts';
import { planOrders } from './plan-orders.ts';
import { planSellers } from './plan-sellers.ts';
import { planZoneEdits, planZones } from './plan-zones.ts';

/** Hours. */
const SHORTEST = 0.25;
/** The longest day that begins at ten; a longer one begins earlier, so that it ends at midnight. */
const FROM_TEN = 14;
/** So long after the last order everything should be brought. */
const USUAL_AFTERWARDS: Minutes = 180;
const USUAL_DEADLINE: Minutes = 240;
const ROOM_ON_SHELF = 12;
/** Of a scarce variant there is so much of what is wanted. */
const SCARCE = 0.7;

/** The whole day, made from the seed alone. Throws RangeError for sizes no city has. */
export function planDay(options: DayOptions): DayPlan {
  check(options);
  const { seed, orders: count, hours, afterwards = USUAL_AFTERWARDS } = options;
  const startHour = startOf(hours);
  const demandEnds = hours * 60;
  const ends = demandEnds + afterwards;
  const acceptanceDeadline = hours >= 8 ? USUAL_DEADLINE : Math.max(20, Math.round((hours * 60) / 3));
  const sellers = planSellers(seed, count);
  const { buyers, orders } = planOrders({ options, startHour, ends, deadline: acceptanceDeadline, sellers });
  return {
    options,
    startHour,
    demandEnds,
    ends,
    sellers: stocked(sellers, orders),
    buyers,
    orders,
    drivers: planDrivers(options, ends),
    zones: planZones(),
    zoneEdits: planZoneEdits(noonOf(startHour, demandEnds)),
    acceptanceDeadline,
  };
}

function check({ seed, orders, drivers, hours }: DayOptions): void {
  if (!Number.isSafeInteger(seed)) throw new RangeError('The seed is a whole number');
  if (!isWithin(orders, 1, 100_000)) throw new RangeError('A day has 1 to 100000 orders');
  if (!isWithin(drivers, 1, 2_000)) throw new RangeError('A day has 1 to 2000 drivers');
  if (!(hours >= SHORTEST && hours <= 24)) throw new RangeError(`A day has ${SHORTEST} to 24 hours`);
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function startOf(hours: number): number {
  if (hours > FROM_TEN) return 24 - hours;
  return hours >= 3 ? 10 : 11;
}

/** Noon, or the middle of a day without one. */
function noonOf(startHour: number, demandEnds: Moment): Moment {
  const noon = (12 - startHour) * 60;
  return noon > 0 && noon < demandEnds ? noon : demandEnds / 2;
}

/** As much on the shelves as will be wanted, and a bit; of one variant too little. */
function stocked(sellers: readonly PlannedSeller[], orders: readonly PlannedOrder[]): PlannedSeller[] {
  const wanted = new Map<string, number>();
  for (const { groups } of orders) {
    for (const { lines } of groups)
      for (const { sku, quantity } of lines) wanted.set(sku, (wanted.get(sku) ?? 0) + quantity);
  }
  const scarce = scarceOf(wanted);
  return sellers.map((seller) => ({
    ...seller,
    products: seller.products.map((product) => ({
      ...product,
      variants: product.variants.map((variant) => {
        const isScarce = variant.sku === scarce;
        const sold = wanted.get(variant.sku) ?? 0;
        return { ...variant, isScarce, stock: isScarce ? Math.ceil(SCARCE * sold) : sold + ROOM_ON_SHELF };
      }),
    })),
  }));
}

/** The one wanted most; on a day of few orders nothing runs out. */
function scarceOf(wanted: ReadonlyMap<string, number>): string | null {
  const [first] = [...wanted].sort(([, left], [, right]) => right - left);
  return first !== undefined && first[1] >= 8 ? first[0] : null;
}
