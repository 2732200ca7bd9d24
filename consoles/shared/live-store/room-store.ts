import type { LiveMessage } from '../live/live-message.ts';
import type { ShowState } from '../live/room-handlers.ts';
import type { RoomState } from '../live/room-track.ts';
import type { KnownVersions } from '../live/version-filter.ts';
import type { LiveHub } from './live-hub.ts';

/** How a room's state is read, and what each of its events makes of it. */
export interface RoomSource<S> {
  /** Reads the whole state. `versions` (`order:<id>` …) leaves out events that it includes already. */
  read(signal: AbortSignal): Promise<{ state: S; versions?: KnownVersions }>;
  /** A pure function; gives the same object when nothing changed. */
  reduce(state: S, message: LiveMessage): S;
}

export interface RoomView<S> {
  /** Null until it was read for the first time. */
  state: S | null;
  room: RoomState;
  /** Why it could not be read, while that is tried again. */
  error: unknown;
}

/** Milliseconds over which changes are told together: a burst of events draws once. */
const TOGETHER = 30;

/** One room's state, exact over interruptions: read once, then carried on event by event. */
export class RoomStore<S> {
  readonly #source: RoomSource<S>;
  readonly #listeners = new Set<() => void>();
  readonly #abort = new AbortController();
  readonly #leave: () => void;
  #view: RoomView<S> = { state: null, room: 'offline', error: null };
  #next = this.#view;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(hub: LiveHub, room: string, source: RoomSource<S>) {
    this.#source = source;
    this.#leave = hub.follow(room, {
      onEvent: (message) => {
        const { state } = this.#next;
        if (state !== null) this.#change({ state: this.#source.reduce(state, message) });
      },
      onSnapshotNeeded: () => this.#read(),
      onState: (state) => this.#change({ room: state }),
    });
  }

  get view(): RoomView<S> {
    return this.#view;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  close(): void {
    this.#abort.abort();
    clearTimeout(this.#timer);
    this.#leave();
  }

  async #read(): Promise<ShowState> {
    try {
      const { state, versions } = await this.#source.read(this.#abort.signal);
      return () => {
        this.#change({ state, error: null });
        return versions;
      };
    } catch (error) {
      this.#change({ error });
      throw error;
    }
  }

  #change(part: Partial<RoomView<S>>): void {
    this.#next = { ...this.#next, ...part };
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#view === this.#next) return;
      this.#view = this.#next;
      for (const listener of this.#listeners) listener();
    }, TOGETHER);
  }
}
