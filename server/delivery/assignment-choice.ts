import { MOST_TASKS } from '../../actors/driver/state.ts';
import type { ZoneMap } from '../../actors/geo/zone-map.ts';
import { add, compare } from '../../actors/money/money.ts';
import { insertTask } from '../../actors/planning/insertion.ts';
import { hasPassed } from '../../actors/planning/instants.ts';
import type { Point } from '../../actors/planning/point.ts';
import { cityTravelTimes } from '../../actors/planning/travel-times.ts';
import type { ZoneTicket } from '../../actors/zone/state.ts';
import type { DriverPool, PoolDriver } from './driver-pool.ts';

export const POLICY = 'INSERTION_COST';

/** In the order in which they are checked: the first one broken is the one told. */
export const RULES = [
  'NOT_ON_DUTY',
  'OFFLINE',
  'OUTSIDE_ZONES',
  'CAPACITY',
  'CASH_LIMIT',
  'DECLINED',
  'TIMED_OUT',
  'REFUSED',
] as const;
export type Rule = (typeof RULES)[number];

/** One driver looked at, as the explanation keeps it. */
export type WeighedDriver = {
  driverId: string;
  driverName: string;
  eligible: boolean;
  /** Seconds the task adds to the route, lateness weighted in; null when excluded. */
  costSeconds: number | null;
  rule: Rule | null;
  detail: string | null;
};

export interface Choice {
  /** Null: nobody fits. */
  driverId: string | null;
  /** Those who fit, cheapest first, then the excluded, the ones closest to fitting first; at most 50. */
  candidates: WeighedDriver[];
  /** Rule → how many drivers it excluded. */
  excludedBy: { [rule: string]: number };
}

const CANDIDATES_KEPT = 50;

/**
 * Weighs all drivers for one ticket: those whom no rule excludes by what the task adds to their present route,
 * equals by who has been idle longest.
 * @param now Domain time, RFC 3339.
 */
export function chooseDriver(ticket: ZoneTicket, pool: DriverPool, zones: ZoneMap, now: string): Choice {
  const weighed = pool.onDuty.map((driver) => weigh(ticket, driver, zones, now));
  const eligible = weighed.filter(({ shown }) => shown.eligible).sort(byCost);
  const excluded = weighed.map(({ shown }) => shown).filter((shown) => !shown.eligible);
  excluded.sort((left, right) => rankOf(right) - rankOf(left));
  const candidates = [...eligible.map(({ shown }) => shown), ...excluded, ...notOnDuty(pool)];
  return {
    driverId: eligible[0]?.shown.driverId ?? null,
    candidates: candidates.slice(0, CANDIDATES_KEPT),
    excludedBy: countRules(excluded, pool.others.count),
  };
}

interface Weighed {
  shown: WeighedDriver;
  idleSince: Date | null;
}

function weigh(ticket: ZoneTicket, driver: PoolDriver, zones: ZoneMap, now: string): Weighed {
  const named = { driverId: driver.id, driverName: driver.name };
  const broken = brokenRule(ticket, driver, zones, now);
  if (broken !== null) {
    return { shown: { ...named, eligible: false, costSeconds: null, ...broken }, idleSince: null };
  }
  const { cost, latenessSeconds } = insertion(ticket, driver, now);
  const detail = latenessSeconds > 0 ? `${Math.round(latenessSeconds)} s late in all with this task` : null;
  const shown = { ...named, eligible: true, costSeconds: Math.round(cost), rule: null, detail };
  return { shown, idleSince: driver.idleSince };
}

type Broken = { rule: Rule; detail: string };

function brokenRule(ticket: ZoneTicket, driver: PoolDriver, zones: ZoneMap, now: string): Broken | null {
  if (driver.presence === 'OFFLINE') return { rule: 'OFFLINE', detail: 'no sign of life for five minutes' };
  const { pickup, dropoff } = stopsOf(ticket);
  if (!zones.cover(driver.zoneIds, [pickup, dropoff]))
    return { rule: 'OUTSIDE_ZONES', detail: "a stop lies outside the driver's zones" };
  return brokenLimit(ticket, driver) ?? brokenHistory(ticket, driver.id, now);
}

function brokenLimit({ items, cod }: ZoneTicket, driver: PoolDriver): Broken | null {
  if (driver.activeTasks >= MOST_TASKS) {
    return { rule: 'CAPACITY', detail: `has ${driver.activeTasks} tasks, the most there may be` };
  }
  if (driver.itemsAssigned + items > driver.capacity) {
    const detail = `${driver.itemsAssigned} units assigned, ${items} more, room for ${driver.capacity}`;
    return { rule: 'CAPACITY', detail };
  }
  const held = add(driver.cashOnHand, driver.codAssigned);
  const limit = driver.cashLimit ?? '0.00';
  if (compare(add(held, cod), limit) <= 0) return null;
  return { rule: 'CASH_LIMIT', detail: `${held} on hand and assigned, ${cod} due, limit ${limit}` };
}

function brokenHistory({ excluded, refused }: ZoneTicket, driverId: string, now: string): Broken | null {
  for (const exclusion of excluded) {
    if (exclusion.driverId !== driverId) continue;
    if (exclusion.until === null) return { rule: 'DECLINED', detail: 'declined this task' };
    if (!hasPassed(exclusion.until, now))
      return { rule: 'TIMED_OUT', detail: `had this task, not again before ${exclusion.until}` };
  }
  return refused.includes(driverId) ? { rule: 'REFUSED', detail: 'could not reserve in this round' } : null;
}

function insertion(ticket: ZoneTicket, driver: PoolDriver, now: string) {
  const stops = driver.stops.map(({ latitude, longitude, dueBy, locked, done }) => ({
    latitude,
    longitude,
    dueBy,
    fixed: locked || done,
    done,
  }));
  const origin = driver.position ?? lastVisited(driver);
  const plan = { origin, startAt: now, stops, travel: cityTravelTimes };
  return insertTask(plan, { ...stopsOf(ticket), dueBy: ticket.dueBy });
}

/** Without a position the driver is taken to be where the last stop was done. */
function lastVisited({ stops }: PoolDriver): Point | null {
  const stop = stops.findLast(({ done }) => done);
  return stop === undefined ? null : { latitude: stop.latitude, longitude: stop.longitude };
}

function stopsOf(ticket: ZoneTicket): { pickup: Point; dropoff: Point } {
  return {
    pickup: { latitude: ticket.pickupLat, longitude: ticket.pickupLng },
    dropoff: { latitude: ticket.dropoffLat, longitude: ticket.dropoffLng },
  };
}

function byCost(left: Weighed, right: Weighed): number {
  const cost = (left.shown.costSeconds ?? 0) - (right.shown.costSeconds ?? 0);
  if (cost !== 0) return cost;
  const idle = idleRank(left.idleSince) - idleRank(right.idleSince);
  if (idle !== 0) return idle;
  return left.shown.driverId < right.shown.driverId ? -1 : 1;
}

/** Who has work is idle last of all. */
function idleRank(idleSince: Date | null): number {
  return idleSince?.getTime() ?? Number.MAX_SAFE_INTEGER;
}

function rankOf({ rule }: WeighedDriver): number {
  return rule === null ? RULES.length : RULES.indexOf(rule);
}

function notOnDuty({ others }: DriverPool): WeighedDriver[] {
  return others.some.map(({ id, name }) => ({
    driverId: id,
    driverName: name,
    eligible: false,
    costSeconds: null,
    rule: 'NOT_ON_DUTY',
    detail: null,
  }));
}

function countRules(excluded: readonly WeighedDriver[], notOnDutyCount: number): { [rule: string]: number } {
  const counts = new Map<string, number>(notOnDutyCount > 0 ? [['NOT_ON_DUTY', notOnDutyCount]] : []);
  for (const { rule } of excluded) {
    if (rule !== null) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
