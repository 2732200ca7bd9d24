import { boundsOf, squareMetresOf } from '../../../actors/geo/area.ts';
import type { AreaGeometry, ServiceArea } from '../../../actors/geo/service-area.ts';
import type { MappedZone } from '../../../actors/geo/zone-map.ts';
import { add, multiply } from '../../../actors/money/money.ts';
import type { DriverChange, ReplayDay, ReplayDriver, ReplayTask } from '../../../actors/replay/day.ts';
import type {
  DayPlan,
  Moment,
  PlannedCancellation,
  PlannedDriver,
  PlannedGroup,
  PlannedOrder,
} from '../model/day-plan.ts';

/** A Sunday, which is a working day. */
const MIDNIGHT = Date.parse('2026-03-01T00:00:00+03:00');
const DAY = '2026-03-01';
const COUNTRY = 'qatar';
/** The defaults of the service's settings: minutes from ready to late, and fees. */
const DUE_WITHIN_MINUTES = { EXPRESS: 180, STANDARD: 360 };
const FEE = { EXPRESS: '50.00', STANDARD: '25.00' };
/** From ready until a driver has been asked, and until one has said yes, as far as a cancellation counts on it. */
const UNTIL_ASSIGNED = 0.1;
const UNTIL_ACCEPTED = 0.6;

/** Milliseconds since the epoch. */
export function momentOf({ startHour }: Pick<DayPlan, 'startHour'>, at: Moment): number {
  return Math.round(MIDNIGHT + (startHour * 60 + at) * 60_000);
}

export function planMomentOf({ startHour }: Pick<DayPlan, 'startHour'>, moment: number): Moment {
  return (moment - MIDNIGHT) / 60_000 - startHour * 60;
}

/** The policies' input from the plan: the groups that shops get ready, and the drivers. */
export function labDay(plan: DayPlan, area: ServiceArea): ReplayDay {
  const prices = pricesOf(plan);
  const tasks = plan.orders.flatMap((order) =>
    order.groups.flatMap((group) => taskOf(plan, order, group, prices) ?? []),
  );
  return {
    day: DAY,
    from: momentOf(plan, 0),
    to: momentOf(plan, plan.ends),
    zones: zonesOf(plan, area),
    drivers: plan.drivers.map((driver) => driverOf(plan, driver)),
    tasks: tasks.sort((left, right) => left.readyAt - right.readyAt),
    legs: [],
  };
}

/** The group of that task. */
export function groupsByTask(plan: DayPlan): Map<string, PlannedGroup> {
  return new Map(plan.orders.flatMap(({ groups }) => groups.map((group) => [group.key, group] as const)));
}

function pricesOf({ sellers }: DayPlan): Map<string, string> {
  const variants = sellers.flatMap(({ products }) => products.flatMap(({ variants: each }) => each));
  return new Map(variants.map(({ sku, price }) => [sku, price]));
}

/** Returns null if the shop never gets the group ready. */
function taskOf(
  plan: DayPlan,
  order: PlannedOrder,
  group: PlannedGroup,
  prices: ReadonlyMap<string, string>,
): ReplayTask | null {
  const { preparation, lines, door } = group;
  const cancellation = order.groups[0] === group || isOfAll(order) ? order.cancellation : null;
  if (preparation.answer !== 'ACCEPT' || isBeforeReady(cancellation)) return null;
  const { acceptAfter, packAfter, readyAfter } = preparation;
  const ready = order.at + order.decides + acceptAfter + packAfter + readyAfter;
  const seller = plan.sellers.find(({ key }) => key === group.sellerKey);
  const buyer = plan.buyers.find(({ key }) => key === order.buyerKey);
  if (seller === undefined || buyer === undefined) throw new Error(`${group.key} lacks its people`);
  const goods = lines.map(({ sku, quantity }) => multiply(prices.get(sku) ?? '0.00', quantity));
  return {
    taskId: group.key,
    readyAt: momentOf(plan, ready),
    pickup: seller.warehouse.location,
    dropoff: buyer.address.location,
    dueBy: momentOf(plan, ready + DUE_WITHIN_MINUTES[order.method]),
    cod: add(FEE[order.method], ...goods),
    items: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    cancelledAt: cancelledAt(plan, ready, cancellation),
    refusals: [],
    undeliverable: door.attempts.at(-1)?.failure !== null,
    door: {
      retriesAfter: door.attempts.slice(0, -1).map(({ nextAttemptAfter }) => nextAttemptAfter * 60),
      goesBack: door.afterwards === 'RETURN',
    },
    carriedBy: null,
    recorded: {
      ...{ driverId: null, byHand: false, assignedAt: null },
      ...{ acceptedAt: null, pickedUpAt: null, deliveredAt: null },
    },
  };
}

/** A buyer cancels all groups at once; a dispatcher cancels the first one. */
function isOfAll({ cancellation }: PlannedOrder): boolean {
  return cancellation?.stage === 'CHECKOUT' || cancellation?.stage === 'PENDING_ACCEPTANCE';
}

function isBeforeReady(cancellation: PlannedCancellation | null): boolean {
  const { stage } = cancellation ?? {};
  return stage !== undefined && ['CHECKOUT', 'PENDING_ACCEPTANCE', 'ACCEPTED', 'PACKED'].includes(stage);
}

function cancelledAt(plan: DayPlan, ready: Moment, cancellation: PlannedCancellation | null): number | null {
  if (cancellation === null) return null;
  const { stage, after } = cancellation;
  if (stage === 'READY_FOR_PICKUP') return momentOf(plan, ready + after);
  if (stage === 'ASSIGNED') return momentOf(plan, ready + UNTIL_ASSIGNED + after);
  return stage === 'ACCEPTED_BY_DRIVER' ? momentOf(plan, ready + UNTIL_ACCEPTED + after) : null;
}

function driverOf(plan: DayPlan, driver: PlannedDriver): ReplayDriver {
  const { key, name, capacity, cashLimit, zoneKeys, home, shift, breaks } = driver;
  const shiftEnd = momentOf(plan, shift.to);
  const duty = (at: Moment, what: 'ON_DUTY' | 'ON_BREAK' | 'OFF'): DriverChange => ({
    ...{ at: momentOf(plan, at), what: 'DUTY', duty: what, shiftEnd },
    position: at === shift.from ? home.location : null,
  });
  return {
    id: key,
    name,
    start: {
      ...{ approved: true, capacity, cashLimit, zoneIds: zoneKeys.length === 0 ? [COUNTRY] : zoneKeys },
      ...{ duty: 'OFF', cashOnHand: '0.00', position: home.location, idleSince: null, shiftEnd: null },
    },
    changes: [
      duty(shift.from, 'ON_DUTY'),
      ...breaks.flatMap(({ at, minutes }) => [duty(at, 'ON_BREAK'), duty(at + minutes, 'ON_DUTY')]),
      duty(shift.to, 'OFF'),
    ],
  };
}

/** The zone of the country, the city's own zones, and new versions of these after each edit. */
function zonesOf(plan: DayPlan, area: ServiceArea): ReplayDay['zones'] {
  const country = zoneOf(COUNTRY, 0, area.polygon.geometry);
  const own = new Map(
    plan.zones.map(({ key, priority, geometry }) => [key, zoneOf(key, priority, geometry)]),
  );
  const states = [{ at: momentOf(plan, 0), zones: [country, ...own.values()] }];
  for (const { at, zoneKey, geometry } of plan.zoneEdits) {
    own.set(zoneKey, zoneOf(zoneKey, own.get(zoneKey)?.priority ?? 0, geometry));
    states.push({ at: momentOf(plan, at), zones: [country, ...own.values()] });
  }
  return states;
}

function zoneOf(id: string, priority: number, geometry: AreaGeometry): MappedZone {
  return { id, priority, squareMetres: squareMetresOf(geometry), bounds: boundsOf(geometry), geometry };
}
