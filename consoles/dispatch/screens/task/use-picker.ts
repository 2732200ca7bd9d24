import { useMemo, useState } from 'react';
import { foldText } from '../../../shared/ui/fold-text.ts';
import type { RankedRow, Ranking } from '../../data/use-ranking.ts';

export interface Picker {
  text: string;
  setText(text: string): void;
  /** Drivers whose names contain the typed text, in the list's sequence. */
  shown: readonly RankedRow[];
  /** How many more drivers match the name. */
  hidden: number;
  /** The driver that Enter takes: the one pointed out, else the first. */
  active: RankedRow | null;
  pick(driverId: string): void;
  /** Moves the selection by this many rows. */
  move(by: number): void;
}

const MAX_SHOWN = 60;

/** Picks one of the ranked drivers: found by typing, selected by arrows or a click. */
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

/** The head of the list, and the picked driver wherever in the list it is. */
function withPicked(found: readonly RankedRow[], picked: string | null): readonly RankedRow[] {
  const head = found.slice(0, MAX_SHOWN);
  const further = found.slice(MAX_SHOWN).find(({ driverId }) => driverId === picked);
  return further === undefined ? head : [...head, further];
}
