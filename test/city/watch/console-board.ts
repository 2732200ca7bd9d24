import { BoardStore } from '../../../consoles/dispatch/board/board-store.ts';
import { boardSource, readSnapshot } from '../../../consoles/dispatch/data/board-api.ts';
import type { WatchedBoard } from '../../../scripts/city/record/logbook-types.ts';
import type { Person } from '../../../scripts/people/person.ts';
import { pause } from '../../../scripts/shared/waiting.ts';
import { BoardVersions } from './board-versions.ts';

/** Real milliseconds between two checks of the board while the day goes on. */
const CHECK_EVERY_MS = 3_000;
/**
 * Real milliseconds in which the events of what was read arrive. No difference is ignored for that long: a version that
 * has not arrived by then is not compared, and one that has is compared field by field.
 */
const LAG_MS = 3_000;
/** Interval at which events are applied together: within it a driver has few versions. */
const FOLD_EVERY_MS = 50;
const MAX_FOUND = 20;

/**
 * The board of the real console, without its page. During the day it is compared with the service repeatedly, version
 * by version: at the end no driver has work, and a field missing from an event would go unnoticed.
 */
export function consoleBoard({ api }: Person): WatchedBoard {
  const store = new BoardStore({ source: boardSource(api) });
  const versions = new BoardVersions(() => store.view().state);
  const found = new Set<string>();
  let looking = false;
  const look = async () => {
    if (looking || !store.view().ready || found.size >= MAX_FOUND) return;
    looking = true;
    try {
      const askedAt = performance.now();
      const { board } = await readSnapshot(api);
      await pause(LAG_MS);
      versions.fold();
      for (const difference of versions.differences([...board.drivers, ...board.tasks], askedAt))
        found.add(difference);
    } catch {
      // The service is unreachable for a moment: the next check is soon.
    } finally {
      looking = false;
    }
  };
  const timers = [
    setInterval(() => void look(), CHECK_EVERY_MS),
    setInterval(() => versions.fold(), FOLD_EVERY_MS),
  ];
  return {
    async read() {
      const { board, alerts } = await readSnapshot(api);
      return () => {
        const known = store.load(board, alerts);
        versions.restart();
        return known;
      };
    },
    hear: (message) => {
      store.hear(message);
      versions.hear(message);
    },
    drivers: () => store.view().state.drivers,
    tasks: () => store.view().state.tasks,
    found: () => [...found],
    close: () => {
      for (const timer of timers) clearInterval(timer);
      store.close();
    },
  };
}
