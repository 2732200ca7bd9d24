import { BoardDraft } from '../../../consoles/dispatch/board/apply-message.ts';
import type { BoardState } from '../../../consoles/dispatch/board/board-state.ts';
import { BoardStore } from '../../../consoles/dispatch/board/board-store.ts';
import { boardSource, readSnapshot } from '../../../consoles/dispatch/data/board-api.ts';
import type { LiveMessage } from '../../../consoles/shared/live/live-message.ts';
import type { WatchedBoard } from '../../../scripts/city/record/logbook-types.ts';
import type { Person, Schema } from '../../../scripts/people/person.ts';
import { pause } from '../../../scripts/shared/waiting.ts';
import { boardDifferences } from '../verdict/rules/board-fields.ts';

/** Real milliseconds between two looks at the board while the day goes on. */
const LOOK_EVERY = 3_000;
/** What was read is told by events within this time, or a fault has delayed them. */
const TOLD_WITHIN = 3_000;
/** Events are folded together so often: between two times a driver has few versions. */
const FOLD_EVERY = 50;
const MOST_FOUND = 20;
/** Versions of one driver or task that are remembered. */
const VERSIONS = 60;

type Row = Schema<'BoardDriver'> | Schema<'BoardTask'>;

/**
 * The board of the real console, without its page. While the day goes on it is held against the service again and
 * again, version by version: at its end nobody has a load any more, and what an event leaves out would not be noticed.
 */
export function consoleBoard({ api }: Person): WatchedBoard {
  const store = new BoardStore({ source: boardSource(api) });
  const versions = new Versions(() => store.view().state);
  const found = new Set<string>();
  let looking = false;
  const look = async () => {
    if (looking || !store.view().ready || found.size >= MOST_FOUND) return;
    looking = true;
    try {
      const { board } = await readSnapshot(api);
      await pause(TOLD_WITHIN);
      for (const row of [...board.drivers, ...board.tasks])
        for (const difference of versions.differences(row)) found.add(difference);
    } catch {
      // The service is away for a moment: the next look is soon.
    } finally {
      looking = false;
    }
  };
  const timers = [setInterval(() => void look(), LOOK_EVERY), setInterval(() => versions.fold(), FOLD_EVERY)];
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

/** What the console makes of events, remembered version by version. */
class Versions {
  readonly #present: () => BoardState;
  #state: BoardState | null = null;
  #messages: LiveMessage[] = [];
  readonly #rows = new Map<string, Map<number, Row>>();

  constructor(present: () => BoardState) {
    this.#present = present;
  }

  /** The board was read again: what had been heard before says nothing about what follows. */
  restart(): void {
    this.#state = this.#present();
    this.#messages = [];
    this.#rows.clear();
  }

  hear(message: LiveMessage): void {
    this.#messages.push(message);
  }

  fold(): void {
    if (this.#state === null || this.#messages.length === 0) return;
    const draft = new BoardDraft(this.#state, Date.now());
    for (const message of this.#messages) draft.apply(message);
    this.#messages = [];
    // What the console had to ask for is in its own state; the version it has then is the next to be remembered.
    draft.putTasks([...this.#present().tasks.values()].filter(({ taskId }) => draft.gaps.tasks.has(taskId)));
    this.#state = draft.result();
    for (const driver of this.#state.drivers.values()) this.#remember(driver.driverId, driver);
    for (const task of this.#state.tasks.values()) this.#remember(task.taskId, task);
  }

  #remember(id: string, row: Row): void {
    const known = this.#rows.get(id) ?? new Map<number, Row>();
    // Events of one commit have one version: the last of them is the whole.
    known.set(row.version, row);
    for (const version of known.keys()) {
      if (known.size <= VERSIONS) break;
      known.delete(version);
    }
    this.#rows.set(id, known);
  }

  /** How the row differs from what the console showed at its version. */
  differences(said: Row): string[] {
    const isDriver = 'fullName' in said;
    const shown = this.#rows.get(isDriver ? said.driverId : said.taskId)?.get(said.version);
    if (shown === undefined) return [];
    const name = isDriver ? `driver ${said.fullName}` : `task of ${said.orderNumber}`;
    // Presence is told beside the versions: it is compared at the end of the day. Arrivals are the driver's to tell.
    return boardDifferences(said, shown, ['presence', 'pickupEta', 'dropoffEta']).map(
      ({ field, expected, found }) => `${name}, ${field}: ${found} instead of ${expected}`,
    );
  }
}
