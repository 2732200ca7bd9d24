import type { components } from '../../../server/kernel/http/api-types.ts';

export type Place = readonly [longitude: number, latitude: number];
export type RouteLeg = components['schemas']['RouteLeg'];

/** A stop ahead, in route sequence. */
export interface StopPlace {
  stopId: string;
  place: Place;
}

/** A segment of a route's line: along the streets, or a straight line where the way is unknown. */
export interface RoutePart {
  streets: boolean;
  points: readonly Place[];
}

/** Metres from the route beyond which a driver is off it; more than a phone's position error. */
const OFF_THE_WAY = 150;

/**
 * The line from the driver's position through the stops ahead: along the streets where legs are known, straight
 * elsewhere. The part of the first leg already driven is left out.
 */
export function routeParts(
  here: Place | null,
  stops: readonly StopPlace[],
  legs: readonly RouteLeg[],
): RoutePart[] {
  const known = new Map(
    legs.flatMap((leg) => (leg.streets ? [[legKey(leg.fromStopId, leg.toStopId), leg]] : [])),
  );
  const parts: RoutePart[] = [];
  let from: StopPlace | null = null;
  for (const stop of stops) {
    if (from !== null) {
      const leg = known.get(legKey(from.stopId, stop.stopId));
      parts.push(partOf(leg?.points as readonly Place[] | undefined, [from.place, stop.place]));
    } else if (here !== null) {
      // The leg to this stop, from wherever it started: the previous stop, which may be done by now, or a point on the
      // road.
      const leg = legs.find(({ toStopId, streets }) => streets && toStopId === stop.stopId);
      parts.push(partOf(ahead(here, leg?.points as readonly Place[] | undefined), [here, stop.place]));
    }
    from = stop;
  }
  return joined(parts);
}

function legKey(from: string | null, to: string): string {
  return `${from ?? ''}>${to}`;
}

function partOf(way: readonly Place[] | undefined, straight: readonly Place[]): RoutePart {
  return way === undefined ? { streets: false, points: straight } : { streets: true, points: way };
}

/** The rest of a leg for a driver who is on it; undefined if the driver is elsewhere. */
function ahead(here: Place, way: readonly Place[] | undefined): readonly Place[] | undefined {
  if (way === undefined) return undefined;
  let nearest: { metres: number; index: number; place: Place } | null = null;
  for (let index = 1; index < way.length; index += 1) {
    const [start, end] = [way[index - 1], way[index]];
    if (start === undefined || end === undefined) continue;
    const place = nearestOn(start, end, here);
    const metres = metresBetween(place, here);
    if (nearest === null || metres < nearest.metres) nearest = { metres, index, place };
  }
  if (nearest === null || nearest.metres > OFF_THE_WAY) return undefined;
  return [here, nearest.place, ...way.slice(nearest.index)];
}

/** On a city's scale the earth is flat, and a degree of longitude shorter than one of latitude. */
function nearestOn(start: Place, end: Place, here: Place): Place {
  const squeeze = Math.cos((here[1] * Math.PI) / 180);
  const [alongX, alongY] = [(end[0] - start[0]) * squeeze, end[1] - start[1]];
  const [toX, toY] = [(here[0] - start[0]) * squeeze, here[1] - start[1]];
  const length = alongX ** 2 + alongY ** 2;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (toX * alongX + toY * alongY) / length));
  return [start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share];
}

const METRES_OF_A_DEGREE = 111_195;

function metresBetween(one: Place, other: Place): number {
  const squeeze = Math.cos((one[1] * Math.PI) / 180);
  return METRES_OF_A_DEGREE * Math.hypot((one[0] - other[0]) * squeeze, one[1] - other[1]);
}

/** Merges neighbouring parts of one kind into one line. */
function joined(parts: readonly RoutePart[]): RoutePart[] {
  const lines: { streets: boolean; points: Place[] }[] = [];
  for (const { streets, points } of parts) {
    const last = lines.at(-1);
    if (last?.streets === streets) last.points.push(...points.slice(1));
    else lines.push({ streets, points: [...points] });
  }
  return lines;
}
