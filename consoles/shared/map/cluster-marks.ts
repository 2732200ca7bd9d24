import type { Spot } from './glide.ts';

export interface Placed<M> {
  mark: M;
  spot: Spot;
}

/** Overlapping marks, drawn as one with their number. */
export interface Cluster<M> {
  spot: Spot;
  marks: readonly M[];
}

export interface Clustered<M> {
  alone: readonly Placed<M>[];
  clusters: readonly Cluster<M>[];
}

/** Pixels of a grid cell whose marks are clustered. */
const CELL = 46;
/** Fewer marks can still be distinguished by eye. */
const MIN_MARKS = 4;

/**
 * Clusters marks by grid cells that are fixed to the world, so that clusters do not change under the pointer while the
 * map moves. `apart` are drawn individually: the selected mark, and those that a filter leaves out.
 * @param scale Width of the whole Mercator square in pixels.
 */
export function clusterMarks<M>(
  placed: readonly Placed<M>[],
  scale: number,
  apart: (mark: M) => boolean,
): Clustered<M> {
  const alone: Placed<M>[] = [];
  const cells = new Map<string, Placed<M>[]>();
  for (const one of placed) {
    if (apart(one.mark)) {
      alone.push(one);
      continue;
    }
    const key = `${Math.floor((one.spot.x * scale) / CELL)} ${Math.floor((one.spot.y * scale) / CELL)}`;
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [one]);
    else cell.push(one);
  }
  const clusters: Cluster<M>[] = [];
  for (const cell of cells.values()) {
    if (cell.length < MIN_MARKS) alone.push(...cell);
    else clusters.push({ spot: middleOf(cell), marks: cell.map(({ mark }) => mark) });
  }
  return { alone, clusters };
}

function middleOf(cell: readonly Placed<unknown>[]): Spot {
  let x = 0;
  let y = 0;
  for (const { spot } of cell) {
    x += spot.x;
    y += spot.y;
  }
  return { x: x / cell.length, y: y / cell.length };
}
