import { type LiveMessage, liveMessage, type Position, type RoomAnswer } from './live-message.ts';
import { type KnownVersions, VersionFilter } from './version-filter.ts';

/**
 * - `live`: every event so far was delivered
 * - `catching-up`: what was missed is being fetched, or the state read
 * - `stale`: joined, but the server's live events are paused
 * - `offline`: no connection
 * - `refused`: the server does not let this account listen here (any more)
 */
export type RoomState = 'live' | 'catching-up' | 'stale' | 'offline' | 'refused';

export interface RoomTrackHost {
  deliver(message: LiveMessage): void;
  /** Asks the server for the room's position, sending the track's own; the answer comes to `answer`. */
  ask(): void;
  /** Reads the room's state; `snapshotRead` or `ask` follows. */
  readSnapshot(turn: number): void;
  changed(state: RoomState): void;
}

/** Events held while a room catches up; beyond it they are fetched again. */
const MAX_HELD_EVENTS = 2_000;

/** Follows one room's sequence: delivers every event once, in order, and detects a missing one. */
export class RoomTrack {
  readonly room: string;
  readonly #host: RoomTrackHost;
  readonly #filter = new VersionFilter();
  #position: Position | null = null;
  /** Where events resume after the snapshot that is being read. */
  #resumeAt: Position | null = null;
  #held: LiveMessage[] = [];
  #overflowed = false;
  #state: RoomState = 'offline';
  /** Counts requests, so that answers and snapshots of a former one are ignored. */
  #turn = 0;

  constructor(room: string, host: RoomTrackHost) {
    this.room = room;
    this.#host = host;
  }

  /** Everything up to here was delivered or is included in the state read; null before the first snapshot. */
  get position(): Position | null {
    return this.#position;
  }

  get state(): RoomState {
    return this.#state;
  }

  /** A request was sent: events wait for its answer. Returns its turn. */
  asking(): number {
    this.#turn += 1;
    this.#held = [];
    this.#overflowed = false;
    this.#enter('catching-up');
    return this.#turn;
  }

  isCurrent(turn: number): boolean {
    return turn === this.#turn;
  }

  receive(message: LiveMessage): void {
    if (this.#state === 'live') this.#take(message);
    else if (this.#state === 'catching-up') this.#hold(message);
  }

  answer({ live, epoch, seq, snapshot, events }: RoomAnswer): void {
    if (!live || epoch === null || seq === null) {
      this.pause();
      return;
    }
    if (snapshot || this.#position === null) {
      this.#resumeAt = { epoch, seq };
      this.#host.readSnapshot(this.#turn);
      return;
    }
    for (const { event, payload, id, at, seq: number } of events) {
      this.#advance(liveMessage(event, payload, { room: this.room, epoch, seq: number, id, at }));
    }
    this.#position = { epoch, seq };
    this.#goLive();
  }

  /** The state was read after the answer gave its position, so it includes everything up to there. */
  snapshotRead(turn: number, known: KnownVersions): void {
    if (turn !== this.#turn || this.#resumeAt === null) return;
    this.#position = this.#resumeAt;
    this.#resumeAt = null;
    this.#filter.snapshot(known);
    this.#goLive();
  }

  pause(): void {
    this.#interrupt('stale');
  }

  disconnect(): void {
    this.#interrupt('offline');
  }

  refuse(): void {
    this.#position = null;
    this.#interrupt('refused');
  }

  #interrupt(state: RoomState): void {
    this.#turn += 1;
    this.#resumeAt = null;
    this.#held = [];
    this.#enter(state);
  }

  #goLive(): void {
    const held = this.#held;
    this.#held = [];
    const { state } = this;
    for (const message of held) if (!this.#follows(message)) return;
    if (this.#overflowed) this.#host.ask();
    else if (state === this.#state) this.#enter('live');
  }

  #hold(message: LiveMessage): void {
    if (this.#held.length >= MAX_HELD_EVENTS) {
      this.#held = [];
      this.#overflowed = true;
    }
    if (!this.#overflowed) this.#held.push(message);
  }

  #take(message: LiveMessage): void {
    this.#follows(message);
  }

  /** Delivers the message if it is the next one. If one is missing before it, asks the server and returns false. */
  #follows(message: LiveMessage): boolean {
    const { epoch, seq } = message.stamp;
    const position = this.#position;
    if (position?.epoch === epoch && seq <= position.seq) return true;
    if (position?.epoch !== epoch || seq !== position.seq + 1) {
      this.#host.ask();
      return false;
    }
    this.#position = { epoch, seq };
    this.#advance(message);
    return true;
  }

  #advance(message: LiveMessage): void {
    if (this.#filter.isNews(message)) this.#host.deliver(message);
  }

  #enter(state: RoomState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#host.changed(state);
  }
}
