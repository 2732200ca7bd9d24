import { useRef, useState } from 'react';

interface SteadyOptions<T> {
  idOf(row: T): string;
  order(one: T, other: T): number;
  /** Identifies the list: another list is shown at once, in its own sequence. */
  list: string;
}

export interface SteadyRow<T> {
  row: T;
  /** It is no longer in the list. */
  gone: boolean;
}

/**
 * Keeps the rows of a live list in place while it is read: changed rows update in place, removed rows stay in their
 * last state, and new rows wait until they are asked for. `fresh` counts the waiting ones.
 */
export function useSteadyRows<T>(
  found: readonly T[],
  { idOf, order, list }: SteadyOptions<T>,
): { rows: readonly SteadyRow<T>[]; fresh: number; showFresh(): void } {
  const held = useRef<{ list: string; ids: readonly string[]; last: Map<string, T> }>(null);
  const [, draw] = useState(0);
  const now = new Map(found.map((row) => [idOf(row), row]));
  const former = held.current;
  // An empty list has no places to keep.
  if (former === null || former.list !== list || former.ids.length === 0) {
    const ids = found.toSorted(order).map(idOf);
    held.current = { list, ids, last: now };
  }
  const { ids, last } = held.current ?? { ids: [], last: now };
  const rows = ids.flatMap((id): SteadyRow<T>[] => {
    const row = now.get(id);
    if (row !== undefined) {
      last.set(id, row);
      return [{ row, gone: false }];
    }
    const left = last.get(id);
    return left === undefined ? [] : [{ row: left, gone: true }];
  });
  const shown = new Set(ids);
  const fresh = [...now.keys()].filter((id) => !shown.has(id)).length;
  return {
    rows,
    fresh,
    showFresh: () => {
      held.current = null;
      draw((count) => count + 1);
    },
  };
}
