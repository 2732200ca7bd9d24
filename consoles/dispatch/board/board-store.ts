import type { LiveSchemas } from '../../../realtime/live-types.ts';
import { AskedReads } from '../../shared/live/asked-reads.ts';
import { Backoff } from '../../shared/live/backoff.ts';
import type { LiveMessage } from '../../shared/live/live-message.ts';
import { serviceTime } from '../../shared/live/service-clock.ts';
import { BoardDraft } from './apply-message.ts';
import { type BoardState, boardOf, EMPTY_BOARD, knownVersions, spotsOf } from './board-state.ts';
import type { BoardAlert, BoardDriver, BoardSnapshot, BoardTask, DriverSpot, Route } from './board-types.ts';

/** What is shown at one moment: the board, drivers' positions, and the time. */
export interface BoardView {
  state: BoardState;
  spots: ReadonlyMap<string, DriverSpot>;
  /** The service's time, in steps coarse enough that an unchanged board is not rendered again. */
  now: number;
  realNow: number;
  /** False until the board has been read once. */
  ready: boolean;
}

export interface BoardSource {
  readTasks(ids: readonly string[]): Promise<readonly BoardTask[]>;
  readDriver(id: string): Promise<BoardDriver | null>;
  /** Presence of every driver on the board, by id. */
  readPresences(): Promise<ReadonlyMap<string, BoardDriver['presence']>>;
}

export interface BoardStoreOptions {
  source: BoardSource;
  /** Receives every event, so that lists and details can be read again. */
  onMessage?(message: LiveMessage): void;
  onFault?(error: unknown): void;
  now?: () => number;
}

/** Milliseconds between two renders: events in between are shown together. */
const PICTURE = 1_000;
/** Granularity of lateness, in milliseconds of the service's time. */
const STEP = 10_000;
const TASK_BATCH_SIZE = 100;
const DRIVER_BATCH_SIZE = 20;
/** Milliseconds of the service's time for which an ended task stays on the board. */
export const ENDED_STAYS = 60 * 60_000;
const SWEEP_EVERY_MS = 60_000;
/** Milliseconds until presences unknown to the service are asked for again. */
const PRESENCES_AGAIN = { first: 4_000, longest: 60_000 };

/** The board of this page: a snapshot, with live events applied once a second. `close` ends it. */
export class BoardStore {
  readonly #options: BoardStoreOptions;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #spots = new Map<string, DriverSpot>();
  readonly #ticker: ReturnType<typeof setInterval>;
  #messages: LiveMessage[] = [];
  #spotsChanged = false;
  #picture: ReturnType<typeof setTimeout> | null = null;
  #paintedAt = 0;
  #sweptAt = 0;
  #view: BoardView;
  readonly #presencesAgain = new Backoff(PRESENCES_AGAIN);
  #presences: ReturnType<typeof setTimeout> | null = null;
  readonly #unknownTasks: AskedReads;
  readonly #unknownDrivers: AskedReads;
  /** The last event of each driver being read: it may be newer than the answer. */
  readonly #toldOfDrivers = new Map<string, LiveMessage>();
  #closed = false;

  constructor(options: BoardStoreOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#view = { state: EMPTY_BOARD, spots: new Map(), now: 0, realNow: this.#now(), ready: false };
    const { source } = options;
    const onFault = (error: unknown) => options.onFault?.(error);
    this.#unknownTasks = new AskedReads({
      atOnce: TASK_BATCH_SIZE,
      read: async (ids) => this.#putTasks(await source.readTasks(ids)),
      onFault,
    });
    this.#unknownDrivers = new AskedReads({
      atOnce: DRIVER_BATCH_SIZE,
      read: async (ids) => this.#putDrivers(await Promise.all(ids.map((id) => source.readDriver(id)))),
      onFault,
    });
    this.#ticker = setInterval(() => this.#schedule(), PICTURE);
  }

  readonly view = (): BoardView => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads the board as just read; live events continue from its versions. */
  load(snapshot: BoardSnapshot, alerts: readonly BoardAlert[]): Record<string, number> {
    this.#messages = [];
    this.#unknownTasks.clear();
    this.#unknownDrivers.clear();
    this.#toldOfDrivers.clear();
    for (const [id, spot] of spotsOf(snapshot)) {
      // A live position may be newer than the one read, and includes a heading.
      if ((this.#spots.get(id)?.measuredAt ?? 0) < spot.measuredAt) this.#spots.set(id, spot);
    }
    this.#show({ state: boardOf(snapshot, alerts, this.#now()), ready: true, moved: true });
    this.#presencesAgain.reset();
    this.#awaitPresences();
    return knownVersions(snapshot, alerts);
  }

  hear(message: LiveMessage): void {
    this.#messages.push(message);
    this.#options.onMessage?.(message);
    this.#schedule();
  }

  hearLocations({ drivers }: LiveSchemas['Locations']): void {
    const now = this.#now();
    for (const [id, latitude, longitude, heading, age] of drivers) {
      this.#spots.set(id, { latitude, longitude, heading, measuredAt: now - age });
    }
    this.#spotsChanged = true;
    this.#schedule();
  }

  /** The result of an action: shown at once, not with the next render. */
  put({ task, route }: { task?: BoardTask; route?: Route }): void {
    const draft = this.#draft();
    if (task !== undefined) draft.putTasks([task]);
    if (route !== undefined) draft.putRoute(route);
    this.#show({ state: draft.result() });
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#ticker);
    if (this.#picture !== null) clearTimeout(this.#picture);
    if (this.#presences !== null) clearTimeout(this.#presences);
    this.#unknownTasks.close();
    this.#unknownDrivers.close();
    this.#listeners.clear();
  }

  /** The first event of a quiet second is shown at once, all others with the next render. */
  #schedule(): void {
    if (this.#picture !== null || this.#closed) return;
    const wait = Math.max(0, this.#paintedAt + PICTURE - this.#now());
    this.#picture = setTimeout(() => {
      this.#picture = null;
      this.#paint();
    }, wait);
  }

  #paint(): void {
    this.#paintedAt = this.#now();
    const draft = this.#draft();
    const messages = this.#messages;
    this.#messages = [];
    for (const message of messages) draft.apply(message);
    if (this.#paintedAt - this.#sweptAt > SWEEP_EVERY_MS) {
      this.#sweptAt = this.#paintedAt;
      draft.dropEnded(this.#serviceNow() - ENDED_STAYS);
    }
    const moved = this.#spotsChanged;
    this.#spotsChanged = false;
    this.#show({ state: draft.result(), moved });
    const { tasks, drivers } = draft.gaps;
    if (tasks.size > 0) this.#unknownTasks.ask(tasks);
    for (const [id, message] of drivers) this.#toldOfDrivers.set(id, message);
    if (drivers.size > 0) this.#unknownDrivers.ask(drivers.keys());
  }

  #draft(): BoardDraft {
    return new BoardDraft(this.#view.state, this.#serviceNow());
  }

  #serviceNow(): number {
    return serviceTime(this.#view.state.clock, this.#now());
  }

  #show({ state, moved = false, ready }: { state: BoardState; moved?: boolean; ready?: boolean }): void {
    const former = this.#view;
    const realNow = this.#now();
    const now = Math.floor(serviceTime(state.clock, realNow) / STEP) * STEP;
    if (state === former.state && !moved && now === former.now && (ready ?? former.ready) === former.ready)
      return;
    this.#view = {
      state,
      spots: moved ? new Map(this.#spots) : former.spots,
      now,
      realNow,
      ready: ready ?? former.ready,
    };
    for (const listener of this.#listeners) listener();
  }

  /** A driver whose presence the service does not know yet causes no event if it stays the same, so it is asked for. */
  #awaitPresences(): void {
    if (this.#presences !== null) clearTimeout(this.#presences);
    this.#presences = null;
    const drivers = [...this.#view.state.drivers.values()];
    const unknown = drivers.some(({ presence }) => presence === 'UNKNOWN');
    if (!unknown || this.#closed) return;
    this.#presences = setTimeout(() => void this.#readPresences(), this.#presencesAgain.next());
  }

  async #readPresences(): Promise<void> {
    const { source, onFault } = this.#options;
    try {
      const presences = await source.readPresences();
      if (this.#closed) return;
      const draft = this.#draft();
      draft.putPresences(presences);
      this.#show({ state: draft.result() });
    } catch (error) {
      onFault?.(error);
    }
    this.#awaitPresences();
  }

  #putTasks(tasks: readonly BoardTask[]): void {
    if (this.#closed) return;
    const draft = this.#draft();
    draft.putTasks(tasks);
    this.#show({ state: draft.result() });
  }

  #putDrivers(drivers: readonly (BoardDriver | null)[]): void {
    if (this.#closed) return;
    const draft = this.#draft();
    for (const driver of drivers) {
      if (driver === null) continue;
      draft.putDriver(driver);
      const told = this.#toldOfDrivers.get(driver.driverId);
      this.#toldOfDrivers.delete(driver.driverId);
      if (told !== undefined) draft.apply(told);
    }
    this.#show({ state: draft.result() });
  }
}
