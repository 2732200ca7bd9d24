import { useState } from 'react';

export interface SplitTerms {
  /** The name under which this browser stores the chosen width. */
  name: string;
  least: number;
  most: number;
  usual: number;
}

export interface Split {
  /** Pixels of the part before the splitter. */
  size: number;
  least: number;
  most: number;
  onSize(size: number): void;
  /** Resets to the usual width. */
  onReset(): void;
}

/** A width chosen with a `Splitter`, stored in this browser. */
export function useSplit({ name, least, most, usual }: SplitTerms): Split {
  const key = `wasl.split.${name}`;
  const [size, setSize] = useState(() => {
    const kept = Number(localStorage.getItem(key) ?? Number.NaN);
    return Number.isFinite(kept) && kept > 0 ? within(kept, least, most) : usual;
  });
  return {
    ...{ size: within(size, least, most), least, most },
    onSize: (wished) => {
      const chosen = Math.round(within(wished, least, most));
      localStorage.setItem(key, String(chosen));
      setSize(chosen);
    },
    onReset: () => {
      localStorage.removeItem(key);
      setSize(usual);
    },
  };
}

function within(size: number, least: number, most: number): number {
  return Math.min(Math.max(least, most), Math.max(least, size));
}
