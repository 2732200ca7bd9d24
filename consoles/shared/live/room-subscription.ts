import type { Backoff } from './backoff.ts';
import type { RoomAnswer } from './live-message.ts';
import type { LiveProblem } from './live-socket.ts';
import type { RoomHandlers } from './room-handlers.ts';
import { RoomTrack } from './room-track.ts';

export interface SubscriptionHost {
  ask(): void;
  changed(): void;
  fault(error: unknown): void;
  backoff: Backoff;
}

/** Refusals that may pass, so the subscription is retried. */
const PASSING = new Set(['common.RATE_LIMITED', 'common.UNAVAILABLE']);

/** One followed room: its track, its handlers, and the retries of its subscription. */
export class RoomSubscription {
  readonly room: string;
  readonly track: RoomTrack;
  /** Subscribed to by name, not merely one of the account's own rooms. */
  readonly named: boolean;
  readonly #host: SubscriptionHost;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #gaps = 0;
  #closed = false;

  constructor(room: string, handlers: RoomHandlers, named: boolean, host: SubscriptionHost) {
    this.room = room;
    this.named = named;
    this.#host = host;
    this.track = new RoomTrack(room, {
      deliver: (message) => this.#guard(() => handlers.onEvent(message)),
      ask: () => this.#mend(),
      readSnapshot: (turn) => void this.#read(handlers, turn),
      changed: (state) => {
        if (state === 'live') host.backoff.reset();
        this.#guard(() => handlers.onState?.(state, room));
        host.changed();
      },
    });
  }

  get closed(): boolean {
    return this.#closed;
  }

  asking(): number {
    clearTimeout(this.#retry);
    return this.track.asking();
  }

  answered(answer: RoomAnswer): void {
    this.track.answer(answer);
    // If only this room is paused, no message will announce the end of the pause.
    if (!answer.live) this.retry();
  }

  refused(problem: LiveProblem): void {
    if (PASSING.has(problem.code)) this.retry((problem.retryAfter ?? 0) * 1_000);
    else this.track.refuse();
  }

  retry(atLeast = 0): void {
    clearTimeout(this.#retry);
    if (this.#closed) return;
    this.#retry = setTimeout(() => this.#host.ask(), Math.max(atLeast, this.#host.backoff.next()));
  }

  disconnect(): void {
    clearTimeout(this.#retry);
    this.track.disconnect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
  }

  /** An event is missing: asks for it at once, then with growing pauses. */
  #mend(): void {
    this.track.asking();
    this.#gaps += 1;
    if (this.#gaps % 4 === 0) this.retry();
    else this.#host.ask();
  }

  async #read(handlers: RoomHandlers, turn: number): Promise<void> {
    try {
      const show = await handlers.onSnapshotNeeded?.(this.room);
      if (this.#closed || !this.track.isCurrent(turn)) return;
      this.track.snapshotRead(turn, show?.() ?? {});
    } catch (error) {
      this.#host.fault(error);
      if (this.track.isCurrent(turn)) this.retry();
    }
  }

  /** A handler's error is reported; the room continues. */
  #guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#host.fault(error);
    }
  }
}
