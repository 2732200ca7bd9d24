import { LATENESS_WEIGHT } from './insertion.ts';
import { dueOffset, offsetsOf, type PlannedStop, type Start } from './timeline.ts';

/**
 * Index at which one more stop costs least in a route whose other stops keep their order; never before a fixed stop.
 */
export function cheapestPlace(start: Start, stops: readonly PlannedStop[], added: PlannedStop): number {
  const first = stops.findLastIndex(({ fixed }) => fixed) + 1;
  let best = { index: stops.length, cost: Number.POSITIVE_INFINITY };
  for (let index = first; index <= stops.length; index += 1) {
    const open = stops.toSpliced(index, 0, added).filter(({ done }) => !done);
    const cost = costOf(start, open);
    if (cost < best.cost) best = { index, cost };
  }
  return best.index;
}

function costOf(start: Start, stops: readonly PlannedStop[]): number {
  const offsets = offsetsOf(start, stops);
  const late = stops.reduce(
    (sum, stop, index) => sum + Math.max(0, (offsets[index] ?? 0) - dueOffset(start, stop.dueBy)),
    0,
  );
  return (offsets.at(-1) ?? 0) + LATENESS_WEIGHT * late;
}
