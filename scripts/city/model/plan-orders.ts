import { type Chance, namedChance } from '../../shared/chance.ts';
import {
  CANCELLATION_STAGES,
  type DayOptions,
  type Minutes,
  type Moment,
  type PlannedBuyer,
  type PlannedCancellation,
  type PlannedGroup,
  type PlannedLine,
  type PlannedOrder,
  type PlannedSeller,
} from './day-plan.ts';
import { hourAt, orderMoments, pickDistrict } from './demand.ts';
import type { District } from './districts.ts';
import { mobile, personName } from './names.ts';
import { addressIn } from './places.ts';
import { planDoor } from './plan-door.ts';
import { planPreparation } from './plan-preparation.ts';
import { wantedOf } from './plan-sellers.ts';

interface Terms {
  options: DayOptions;
  startHour: number;
  ends: Moment;
  deadline: Minutes;
  sellers: readonly PlannedSeller[];
}

/** Percentage of orders. */
const EXPRESS = 45;
const FROM_TWO_SELLERS = 16;
const FROM_THREE_SELLERS = 3;
const CALLED_OFF = 5;
const BEGINS_AS_GUEST = 20;
/** Percentage of orders by returning buyers, and the fewest minutes between two orders of one buyer. */
const COMES_AGAIN = 35;
const MINUTES_BETWEEN = 45;

/** All buyers and their orders. */
export function planOrders(terms: Terms): { buyers: PlannedBuyer[]; orders: PlannedOrder[] } {
  const { options, startHour } = terms;
  const { seed } = options;
  const moments = orderMoments(namedChance(seed, 'moments'), options.orders, startHour, options.hours);
  const crowd = new Crowd(seed);
  const orders = moments.map((at, index) => {
    const chance = namedChance(seed, 'order', index);
    const buyer = crowd.come(chance, pickDistrict(chance, hourAt(startHour, at)), at);
    return orderOf(chance, { key: `order-${index + 1}`, at, buyerKey: buyer.key }, terms);
  });
  return { buyers: crowd.buyers, orders };
}

class Crowd {
  readonly buyers: PlannedBuyer[] = [];
  readonly #seed: number;
  readonly #byDistrict = new Map<string, { buyer: PlannedBuyer; lastAt: Moment }[]>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** A buyer who lives in that district. */
  come(chance: Chance, district: District, at: Moment): PlannedBuyer {
    const known = this.#byDistrict.get(district.key) ?? [];
    const free = known.filter(({ lastAt }) => at - lastAt >= MINUTES_BETWEEN);
    if (free.length > 0 && chance.percent(COMES_AGAIN)) {
      const again = chance.pick(free);
      again.lastAt = at;
      return again.buyer;
    }
    const buyer = this.#newcomer(district);
    this.buyers.push(buyer);
    this.#byDistrict.set(district.key, [...known, { buyer, lastAt: at }]);
    return buyer;
  }

  #newcomer(district: District): PlannedBuyer {
    const number = this.buyers.length + 1;
    const chance = namedChance(this.#seed, 'buyer', number);
    return {
      key: `buyer-${number}`,
      name: personName(chance),
      phone: mobile(chance),
      address: addressIn(chance, district),
    };
  }
}

function orderOf(
  chance: Chance,
  named: Pick<PlannedOrder, 'key' | 'at' | 'buyerKey'>,
  terms: Terms,
): PlannedOrder {
  const cancellation = chance.percent(CALLED_OFF) ? cancellationOf(chance) : null;
  const groups = pickSellers(chance, terms.sellers).map((seller) =>
    groupOf(chance, { order: named, seller, cancellation }, terms),
  );
  return {
    ...named,
    method: chance.percent(EXPRESS) ? 'EXPRESS' : 'STANDARD',
    decides: chance.duration(1.5),
    beginsAsGuest: chance.percent(BEGINS_AS_GUEST),
    groups,
    cancellation,
  };
}

function cancellationOf(chance: Chance): PlannedCancellation {
  const reasons = ['Ordered the wrong size', 'No longer needed', 'Found it elsewhere', 'Away this evening'];
  return {
    stage: chance.pick(CANCELLATION_STAGES),
    after: chance.between(0, 2),
    reason: chance.pick(reasons),
  };
}

/** Some shops are better known than others. */
function pickSellers(chance: Chance, sellers: readonly PlannedSeller[]): PlannedSeller[] {
  let wanted = 1;
  if (chance.percent(FROM_TWO_SELLERS)) wanted = 2;
  else if (chance.percent(FROM_THREE_SELLERS)) wanted = 3;
  const picked: PlannedSeller[] = [];
  while (picked.length < Math.min(wanted, sellers.length)) {
    const others = sellers.filter((seller) => !picked.includes(seller));
    picked.push(chance.weighted(others, (seller) => 1 / (2 + sellers.indexOf(seller))));
  }
  return picked;
}

function groupOf(
  chance: Chance,
  of: { order: { key: string; at: Moment }; seller: PlannedSeller; cancellation: PlannedCancellation | null },
  { options, deadline, ends }: Terms,
): PlannedGroup {
  const { order, seller, cancellation } = of;
  const slowness = namedChance(options.seed, 'slowness', seller.key).between(0.7, 1.6);
  return {
    key: `${order.key}/${seller.key}`,
    sellerKey: seller.key,
    lines: basketOf(chance, seller),
    preparation: planPreparation(chance, { deadline, left: ends - order.at, slowness }),
    door: planDoor(chance, cancellation),
  };
}

/** One to four different items, mostly one or two of each. */
function basketOf(chance: Chance, seller: PlannedSeller): PlannedLine[] {
  const variants = seller.products.flatMap(({ variants: each }) => each);
  const size = chance.weighted([1, 2, 3, 4], (lines) => [46, 32, 15, 7][lines - 1] ?? 0);
  const picked = new Set<string>();
  while (picked.size < Math.min(size, variants.length)) {
    picked.add(chance.weighted(variants, ({ sku }) => wantedOf(sku)).sku);
  }
  return [...picked].map((sku) => ({
    sku,
    quantity: chance.weighted([1, 2, 3, 4], (count) => 1 / count ** 2),
  }));
}
