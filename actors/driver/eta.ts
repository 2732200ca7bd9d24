import { plusSeconds, secondsBetween } from '../planning/instants.ts';
import type { TimeSpan } from '../planning/solver/work-clock.ts';
import { toMoment, toWork, workClock } from '../planning/solver/work-clock.ts';
import { openOffset } from '../planning/timeline.ts';
import { cityTravelTimes } from '../planning/travel-times.ts';
import type { ConsumerPayloads } from '../runtime/machine.ts';
import { legsOf, openStops, slotOf } from './legs.ts';
import type { DriverState, Shift } from './state.ts';

/**
 * Planned arrivals at the open stops in order, RFC 3339: from the plan's origin and start along its legs, plus service
 * at each stop and breaks taken and planned. An arrival is never earlier than the start of a promised slot. A stop
 * already arrived at keeps its arrival.
 */
export function openArrivals(state: DriverState): string[] {
  const { route, shift } = state;
  if (route === undefined) return [];
  const { plannedAt } = route;
  const legs = legsOf(route);
  const clock = workClock(breaksFrom(shift, plannedAt));
  let work = toWork(clock, 0);
  return openStops(route).map((stop, index) => {
    const { arrivedAt } = stop;
    if (index === 0 && arrivedAt !== undefined) {
      work = Math.max(work, toWork(clock, secondsBetween(plannedAt, arrivedAt) + cityTravelTimes.service));
      return arrivedAt;
    }
    const opens = toWork(clock, openOffset({ startAt: plannedAt }, { notBefore: slotOf(state, stop) }));
    work = Math.max(work + (legs[index] ?? 0), opens);
    const arrival = toMoment(clock, work);
    work += cityTravelTimes.service;
    return plusSeconds(plannedAt, arrival);
  });
}

/**
 * The breaks a plan has to include from this moment on, in seconds from it, sorted and disjoint. A break that was taken
 * replaces the planned one at the same position in the shift and is assumed to last as long; an unplanned break is
 * assumed to end immediately.
 */
export function breaksFrom(shift: Shift | undefined, from: string): TimeSpan[] {
  if (shift === undefined) return [];
  const { breaks, breaksPlanned = [] } = shift;
  const spans = breaks.map((each, index) => {
    const start = secondsBetween(from, each.from);
    if (each.to !== null) return { from: start, to: secondsBetween(from, each.to) };
    const planned = breaksPlanned[index];
    return {
      from: start,
      to: start + (planned === undefined ? 0 : secondsBetween(planned.from, planned.to)),
    };
  });
  for (const planned of breaksPlanned.slice(breaks.length)) {
    spans.push({ from: secondsBetween(from, planned.from), to: secondsBetween(from, planned.to) });
  }
  return apart(spans.filter(({ to }) => to > 0).map((span) => ({ ...span, from: Math.max(0, span.from) })));
}

function apart(spans: TimeSpan[]): TimeSpan[] {
  const result: TimeSpan[] = [];
  for (const span of spans.sort((left, right) => left.from - right.from)) {
    const last = result.at(-1);
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else if (span.to > span.from) result.push({ ...span });
  }
  return result;
}

/** Null: that stop is done. */
export type TaskEta = ConsumerPayloads['tell-etas']['etas'][number];

/** Planned arrivals at the stops of each accepted task, by task. */
export function taskEtas(state: DriverState | null): Map<string, TaskEta> {
  const etas = new Map<string, TaskEta>();
  if (state?.route === undefined) return etas;
  const arrivals = openArrivals(state);
  openStops(state.route).forEach(({ taskId, kind }, index) => {
    const work = state.work[taskId];
    if (work === undefined || kind === 'RETURN') return;
    const { offerId, attempt } = work;
    const known = etas.get(taskId) ?? {
      ...{ taskId, offerId, pickupEta: null, dropoffEta: null },
      ...(attempt === undefined ? {} : { attempt }),
    };
    const eta = arrivals[index] ?? null;
    etas.set(taskId, kind === 'PICKUP' ? { ...known, pickupEta: eta } : { ...known, dropoffEta: eta });
  });
  return etas;
}

/** Tasks whose planned arrivals changed. */
export function changedEtas(before: DriverState | null, after: DriverState): TaskEta[] {
  const former = taskEtas(before);
  return [...taskEtas(after).values()].filter((eta) => {
    const known = former.get(eta.taskId);
    return (
      known?.offerId !== eta.offerId ||
      known.attempt !== eta.attempt ||
      known.pickupEta !== eta.pickupEta ||
      known.dropoffEta !== eta.dropoffEta
    );
  });
}
