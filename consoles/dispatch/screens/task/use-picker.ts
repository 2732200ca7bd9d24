import { useMemo, useState } from 'react';
import { foldText } from '../../../shared/ui/fold-text.ts';
import type { RankedRow, Ranking } from '../../data/use-ranking.ts';

export interface Picker {
  text: string;
  setText(text: string): void;
  /** Those whose names contain what was typed, in the list's order. */
  shown: readonly RankedRow[];
  /** How many more drivers match the name. */
  hidden: number;
  /** The one that Enter takes: the one pointed out, else the first. */
  active: RankedRow | null;
  pick(driverId: string): void;
  /** To the next, the one before, or further. */
  move(by: number): void;
}

const MAX_SHOWN = 60;

/** One of the ranked drivers: found by typing, pointed out by arrows or a press. */
export function usePicker(
  { rows }: Pick<Ranking, 'rows'>,
  given: string | null,
  onMove?: (driverId: string) => void,
): Picker {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState(given);
  const words = useMemo(() => foldText(text).split(' ').filter(Boolean), [text]);
  const found = useMemo(
    () =>
      words.length === 0
        ? rows
        : rows.filter(({ driverName }) => words.every((word) => foldText(driverName).includes(word))),
    [rows, words],
  );
  const shown = useMemo(() => withPicked(found, picked), [found, picked]);
  const active = shown.find(({ driverId }) => driverId === picked) ?? shown[0] ?? null;
  const pick = (driverId: string) => {
    setPicked(driverId);
    onMove?.(driverId);
  };
  return {
    text,
    setText: (typed) => {
      setText(typed);
      // Typing selects the first match again.
      setPicked(null);
    },
    shown,
    hidden: found.length - shown.length,
    active,
    pick,
    move: (by) => {
      const at = active === null ? -1 : shown.indexOf(active);
      const next = shown[Math.min(shown.length - 1, Math.max(0, at + by))];
      if (next !== undefined) pick(next.driverId);
    },
  };
}

/** The first of them, and the one pointed out wherever it stands. */
function withPicked(found: readonly RankedRow[], picked: string | null): readonly RankedRow[] {
  const head = found.slice(0, MAX_SHOWN);
  const further = found.slice(MAX_SHOWN).find(({ driverId }) => driverId === picked);
  return further === undefined ? head : [...head, further];
}
