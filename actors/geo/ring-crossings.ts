import Flatbush from 'flatbush';

/** A closed ring of positions [longitude, latitude]. */
export type Ring = readonly (readonly number[])[];

interface Segment {
  ring: number;
  /** Index in the ring; the first segment follows the last. */
  order: number;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/**
 * The first position at which a ring crosses or touches itself or another ring; null if none does. Each edge is
 * compared only with nearby ones, so ten thousand corners take milliseconds.
 */
export function firstCrossing(rings: readonly Ring[]): [number, number] | null {
  const segments = rings.flatMap(segmentsOf);
  if (segments.length === 0) return null;
  const lengths = new Map<number, number>();
  for (const { ring } of segments) lengths.set(ring, (lengths.get(ring) ?? 0) + 1);
  const index = new Flatbush(segments.length);
  for (const segment of segments) index.add(...boxOf(segment));
  index.finish();
  for (const [number, segment] of segments.entries()) {
    const near = index.search(...boxOf(segment), (other) => other > number);
    for (const other of near.flatMap((each) => segments[each] ?? [])) {
      const neighbours = areNeighbours(segment, other, lengths.get(segment.ring) ?? 0);
      const meeting = neighbours ? foldedBack(segment, other) : meetingOf(segment, other);
      if (meeting !== null) return meeting;
    }
  }
  return null;
}

/** A position repeated in a row makes no edge. */
function segmentsOf(positions: Ring, ring: number): Segment[] {
  const segments: Segment[] = [];
  for (let index = 1; index < positions.length; index += 1) {
    const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = [positions[index - 1], positions[index]];
    if (x1 !== x2 || y1 !== y2) segments.push({ ring, order: segments.length, x1, y1, x2, y2 });
  }
  return segments;
}

function boxOf({ x1, y1, x2, y2 }: Segment): [number, number, number, number] {
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

function areNeighbours(left: Segment, right: Segment, length: number): boolean {
  if (left.ring !== right.ring) return false;
  const apart = Math.abs(left.order - right.order);
  return apart === 1 || apart === length - 1;
}

/**
 * Where two consecutive edges overlap. Normally they share only a corner; they overlap if the ring runs back on itself.
 */
function foldedBack(left: Segment, right: Segment): [number, number] | null {
  if (turn(left, right.x1, right.y1) !== 0 || turn(left, right.x2, right.y2) !== 0) return null;
  const ahead = (left.x2 - left.x1) * (right.x2 - right.x1) + (left.y2 - left.y1) * (right.y2 - right.y1);
  return ahead < 0 ? [right.x1, right.y1] : null;
}

function meetingOf(left: Segment, right: Segment): [number, number] | null {
  const from = turn(left, right.x1, right.y1);
  const to = turn(left, right.x2, right.y2);
  if (from === 0 && within(left, right.x1, right.y1)) return [right.x1, right.y1];
  if (to === 0 && within(left, right.x2, right.y2)) return [right.x2, right.y2];
  const start = turn(right, left.x1, left.y1);
  const end = turn(right, left.x2, left.y2);
  if (start === 0 && within(right, left.x1, left.y1)) return [left.x1, left.y1];
  if (end === 0 && within(right, left.x2, left.y2)) return [left.x2, left.y2];
  if (from * to >= 0 || start * end >= 0) return null;
  const share = start / (start - end);
  return [left.x1 + share * (left.x2 - left.x1), left.y1 + share * (left.y2 - left.y1)];
}

/** Positive: the position is left of the segment; zero: on its line. */
function turn({ x1, y1, x2, y2 }: Segment, x: number, y: number): number {
  return (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1);
}

function within(segment: Segment, x: number, y: number): boolean {
  const [west, south, east, north] = boxOf(segment);
  return x >= west && x <= east && y >= south && y <= north;
}
