import { useRef, useState } from 'react';

export interface Selection<T> {
  /** Selected rows that are shown: what is filtered out is not acted upon. */
  rows: readonly T[];
  has(row: T): boolean;
  all: boolean;
  toggle(row: T, on: boolean, range: boolean): void;
  toggleAll(on: boolean): void;
  clear(): void;
}

/** Which rows of a table are selected: individually, a range with shift, or all that are shown. */
export function useSelection<T>(shown: readonly T[], keyOf: (row: T) => string): Selection<T> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const rows = shown.filter((row) => keys.has(keyOf(row)));
  const change = (changed: readonly T[], on: boolean) =>
    setKeys((former) => {
      const next = new Set(former);
      for (const row of changed) {
        if (on) next.add(keyOf(row));
        else next.delete(keyOf(row));
      }
      return next;
    });
  return {
    rows,
    has: (row) => keys.has(keyOf(row)),
    all: shown.length > 0 && rows.length === shown.length,
    toggle: (row, on, range) => {
      const from = shown.findIndex((other) => keyOf(other) === last.current);
      const to = shown.indexOf(row);
      change(range && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], on);
      last.current = keyOf(row);
    },
    toggleAll: (on) => change(shown, on),
    clear: () => setKeys(new Set()),
  };
}
