import type { Place } from '../../../actors/geo/service-area.ts';
import { type Chance, namedChance } from '../../shared/chance.ts';
import type { Minutes, Moment } from './day-plan.ts';
import { trafficAt } from './demand.ts';
import { aroundBay, wetnessOf } from './land.ts';
import { apart, moved } from './places.ts';

/** One trip of one driver. */
export interface DrivenPath {
  /** Including both ends. */
  corners: readonly Place[];
  metres: number;
  minutes: Minutes;
  leaves: Moment;
  arrives: Moment;
  /** The position of the driver; before and after the trip, its start and end. */
  at(moment: Moment): Place;
  /** Metres a second at that moment, 0 when standing. */
  speedAt(moment: Moment): number;
  /** Degrees clockwise from north. */
  headingAt(moment: Moment): number;
}

export interface PathTerms {
  seed: number;
  /** Of `DayPlan`. */
  startHour: number;
  leaves: Moment;
  /** Of `PlannedDriver`. */
  pace: number;
}

/** Degrees by which the street grid is rotated from north, as in most of Doha. */
const GRID_DEGREES = 14;
/** Approximate metres between two turns. */
const BLOCK = 900;
const MAX_TURNS = 8;

/** Kilometres per hour on empty roads: side streets for short trips, highways for long ones. */
const SLOWEST = 26;
const FASTEST = 82;
/** Kilometres of road at which half of the gain of highways is reached. */
const HALF_WAY = 16;
/** Random variation of the speed, for lights and crossings. */
const UNEVEN = 0.08;

/** A plausible path without real roads: with turns, realistic speeds, and detours around water. */
export function pathOf(from: Place, to: Place, terms: PathTerms): DrivenPath {
  const chance = namedChance(terms.seed, 'path', keyOf(from), keyOf(to), Math.round(terms.leaves * 60));
  const corners = cornersOf(chance, from, to);
  const lengths = corners.slice(1).map((corner, index) => metresBetween(corners[index] ?? corner, corner));
  const metres = lengths.reduce((sum, length) => sum + length, 0);
  const minutes = minutesOf(chance, metres, terms);
  const arrives = terms.leaves + minutes;
  const partAt = (moment: Moment) =>
    minutes === 0 ? 1 : Math.min(1, Math.max(0, (moment - terms.leaves) / minutes));
  const along = (moment: Moment) => placeAlong(corners, lengths, partAt(moment) * metres);
  return {
    ...{ corners, metres, minutes, leaves: terms.leaves, arrives },
    at: (moment) => along(moment).place,
    speedAt: (moment) => (moment < terms.leaves || moment >= arrives ? 0 : metres / (minutes * 60)),
    headingAt: (moment) => along(moment).heading,
  };
}

function minutesOf(chance: Chance, metres: number, { startHour, leaves, pace }: PathTerms): Minutes {
  const kilometres = metres / 1000;
  const speed = SLOWEST + (FASTEST - SLOWEST) * (kilometres / (kilometres + HALF_WAY));
  const luck = Math.exp(UNEVEN * chance.normal());
  return (60 * kilometres * trafficAt(startHour, leaves) * luck) / (speed * pace);
}

/** Along the grid, or around the bay if every such path crosses water. */
function cornersOf(chance: Chance, from: Place, to: Place): Place[] {
  const direct = driest(chance, from, to);
  if (wetnessOf(direct) === 0) return direct;
  const stations = [...aroundBay(from, to), to];
  const corners = [from];
  for (const next of stations) corners.push(...driest(chance, corners.at(-1) ?? from, next).slice(1));
  return corners;
}

/** The first randomly drawn staircase on dry land, or else the one with the least water. */
function driest(chance: Chance, from: Place, to: Place): Place[] {
  const { east, north } = apart(from, to);
  const usual = Math.min(MAX_TURNS / 2, Math.max(1, Math.round(Math.hypot(east, north) / BLOCK / 2)));
  const acrossFirst = chance.percent(50);
  let best = [from, to];
  let least = Number.POSITIVE_INFINITY;
  for (const steps of [usual, MAX_TURNS / 2, 1]) {
    for (const across of [acrossFirst, !acrossFirst]) {
      const way = staircase(from, to, steps, across);
      const wetness = wetnessOf(way);
      if (wetness === 0) return way;
      if (wetness < least) [best, least] = [way, wetness];
    }
  }
  return best;
}

/** A path with right-angled turns, apart from rounding. */
function staircase(from: Place, to: Place, steps: number, acrossFirst: boolean): Place[] {
  const { east, north } = apart(from, to);
  const angle = (GRID_DEGREES * Math.PI) / 180;
  const across = east * Math.cos(angle) + north * Math.sin(angle);
  const along = north * Math.cos(angle) - east * Math.sin(angle);
  const corners = [from];
  for (let step = 1; step <= steps; step += 1) {
    const [before, after] = [(step - 1) / steps, step / steps];
    const [u, v] = acrossFirst ? [after, before] : [before, after];
    corners.push(gridPlace(from, angle, u * across, v * along));
    if (step < steps) corners.push(gridPlace(from, angle, after * across, after * along));
  }
  return [...corners, to];
}

function gridPlace(from: Place, angle: number, across: number, along: number): Place {
  return moved(
    from,
    across * Math.cos(angle) - along * Math.sin(angle),
    across * Math.sin(angle) + along * Math.cos(angle),
  );
}

function placeAlong(
  corners: readonly Place[],
  lengths: readonly number[],
  metres: number,
): { place: Place; heading: number } {
  let left = metres;
  let heading = 0;
  for (const [index, length] of lengths.entries()) {
    const [from, to] = [corners[index] as Place, corners[index + 1] as Place];
    const { east, north } = apart(from, to);
    if (length > 0) heading = ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
    if (left <= length && length > 0) {
      const part = left / length;
      return { place: moved(from, part * east, part * north), heading };
    }
    left -= length;
  }
  return { place: corners.at(-1) as Place, heading };
}

function metresBetween(from: Place, to: Place): number {
  const { east, north } = apart(from, to);
  return Math.hypot(east, north);
}

function keyOf({ latitude, longitude }: Place): string {
  return `${latitude},${longitude}`;
}
