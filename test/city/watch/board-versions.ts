import { BoardDraft } from '../../../consoles/dispatch/board/apply-message.ts';
import type { BoardState } from '../../../consoles/dispatch/board/board-state.ts';
import type { BoardDriver, BoardTask } from '../../../consoles/dispatch/board/board-types.ts';
import type { LiveMessage } from '../../../consoles/shared/live/live-message.ts';
import { boardDifferences } from '../verdict/rules/board-fields.ts';

/** Remembered versions of one driver or task. */
const MAX_VERSIONS = 60;
/** Remembered changes of one driver's presence. */
const MAX_PRESENCES = 60;

type Row = BoardDriver | BoardTask;
type Presence = BoardDriver['presence'];

/**
 * What the console makes of events, remembered version by version: what the service says about a version is compared
 * with what was shown of that version, whenever that was. Presence has no version; it is compared with everything shown
 * since the service was asked.
 */
export class BoardVersions {
  readonly #present: () => BoardState;
  readonly #now: () => number;
  #state: BoardState | null = null;
  #messages: LiveMessage[] = [];
  readonly #rows = new Map<string, Map<number, Row>>();
  readonly #presences = new Map<string, { at: number; presence: Presence }[]>();
  /** What the last check found wrong in fields that have no version: a driver's presence. */
  #doubted = new Set<string>();

  /** @param present What the console itself holds: after a reading, and for what it had to request. */
  constructor(present: () => BoardState, now: () => number = () => performance.now()) {
    this.#present = present;
    this.#now = now;
  }

  /** The board was read again: earlier events say nothing about what follows. */
  restart(): void {
    this.#state = this.#present();
    this.#messages = [];
    this.#rows.clear();
    this.#presences.clear();
    this.#doubted.clear();
    this.#rememberAll();
  }

  hear(message: LiveMessage): void {
    this.#messages.push(message);
  }

  fold(): void {
    if (this.#state === null || this.#messages.length === 0) return;
    const draft = new BoardDraft(this.#state, Date.now());
    for (const message of this.#messages) draft.apply(message);
    this.#messages = [];
    // What the console had to request is in its own state; the version it then has is the next to be remembered.
    draft.putTasks([...this.#present().tasks.values()].filter(({ taskId }) => draft.gaps.tasks.has(taskId)));
    this.#state = draft.result();
    this.#rememberAll();
  }

  /** How rows differ from what was shown of them. @param askedAt When the service was asked, by the given clock. */
  differences(rows: readonly Row[], askedAt: number): string[] {
    const doubted = new Set<string>();
    // Reported when seen twice: the first time it may still have been in flight.
    const doubt = (what: string): boolean => {
      doubted.add(what);
      return this.#doubted.has(what);
    };
    const found = rows.flatMap((said) => {
      const differing = this.#ofVersion(said).map(
        ({ field, expected, found }) => `${nameOf(said)}, ${field}: ${found} instead of ${expected}`,
      );
      if ('fullName' in said && !this.#wasShown(said, askedAt) && doubt(said.driverId))
        differing.push(`${nameOf(said)}, presence: never ${said.presence} since it was asked`);
      return differing;
    });
    this.#doubted = doubted;
    return found;
  }

  #ofVersion(said: Row): ReturnType<typeof boardDifferences> {
    const shown = this.#rows.get(idOf(said))?.get(said.version);
    return shown === undefined ? [] : boardDifferences(said, shown, ['presence']);
  }

  /** UNKNOWN is shown while presence cannot be read; no event ever carries it. */
  #wasShown({ driverId, presence }: BoardDriver, askedAt: number): boolean {
    const known = this.#presences.get(driverId);
    if (known === undefined || presence === 'UNKNOWN') return true;
    const before = known.findLastIndex(({ at }) => at <= askedAt);
    return known.slice(Math.max(0, before)).some((each) => each.presence === presence);
  }

  #rememberAll(): void {
    if (this.#state === null) return;
    for (const row of [...this.#state.drivers.values(), ...this.#state.tasks.values()]) {
      const known = this.#rows.get(idOf(row)) ?? new Map<number, Row>();
      // Events of one commit have one version: the last of them is complete.
      known.set(row.version, row);
      dropOldest(known);
      this.#rows.set(idOf(row), known);
    }
    for (const { driverId, presence } of this.#state.drivers.values()) {
      const known = this.#presences.get(driverId) ?? [];
      if (known.at(-1)?.presence !== presence) known.push({ at: this.#now(), presence });
      this.#presences.set(driverId, known.slice(-MAX_PRESENCES));
    }
  }
}

function dropOldest(known: Map<number, Row>): void {
  for (const version of known.keys()) {
    if (known.size <= MAX_VERSIONS) break;
    known.delete(version);
  }
}

function idOf(row: Row): string {
  return 'fullName' in row ? row.driverId : row.taskId;
}

function nameOf(row: Row): string {
  return 'fullName' in row ? `driver ${row.fullName}` : `task of ${row.orderNumber}`;
}
