import { useEffect, useMemo, useRef, useState } from 'react';
import { type Place, type RouteLeg, type RoutePart, routeParts, type StopPlace } from './route-parts.ts';

export type AskForLegs = (signal: AbortSignal) => Promise<readonly RouteLeg[]>;

/** Milliseconds between requests for the same stops: the service may have been late, or the driver on another way. */
const AGAIN = 20_000;
const NONE: readonly RouteLeg[] = [];

/**
 * A route's line, along the streets as soon as they are known. `ask` is null if no routing service is configured. It is
 * called when the stops change, and at intervals as long as any part of the line is straight.
 */
export function useRouteParts(
  here: Place | null,
  stops: readonly StopPlace[],
  ask: AskForLegs | null,
): readonly RoutePart[] {
  const [legs, setLegs] = useState(NONE);
  const [turn, setTurn] = useState(0);
  const asked = useRef({ wanted: '', at: 0 });
  const parts = useMemo(() => routeParts(here, stops, legs), [here, stops, legs]);
  const wanted = stops.map(({ stopId }) => stopId).join();
  const isStraight = parts.some(({ streets }) => !streets);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that leaves something straight is a reason too.
  useEffect(() => {
    if (ask === null || !isStraight) return;
    const { wanted: before, at } = asked.current;
    const wait = before === wanted ? Math.max(0, at + AGAIN - performance.now()) : 0;
    const left = new AbortController();
    const timer = setTimeout(() => {
      asked.current = { wanted, at: performance.now() };
      ask(left.signal)
        // On an error the line stays as it is.
        .then(setLegs, () => undefined)
        .finally(() => setTurn((turns) => turns + 1));
    }, wait);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [ask, wanted, isStraight, turn]);
  return parts;
}
