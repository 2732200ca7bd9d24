/** Observes the live channel, for metrics. Must not throw. */
export interface LiveObserver {
  /** A batch was written to Redis: number of events times rooms, and milliseconds it took. */
  appended(events: number, milliseconds: number): void;
  /** Events were dropped before they reached Redis; their rooms start a new epoch. */
  shed(events: number): void;
  /**
   * An event was handed to the sockets of this process, this many milliseconds after its commit. `here`: measured by
   * one monotonic clock; `elsewhere`: by the wall clocks of two machines or the database, as far as they agree. `trace`:
   * the traceparent that came with it.
   */
  delivered(event: string, milliseconds: number, from: 'here' | 'elsewhere', trace?: string): void;
  /** A client asked for a room's position: the number of events it had missed, or that it must read the state. */
  caughtUp(answer: 'replay' | 'snapshot' | 'paused', events: number): void;
  /** A socket is too slow to receive events and must catch up. */
  lagged(): void;
  /** Numbered events stopped or resumed for the sockets of this process. */
  live(live: boolean): void;
}

export const UNOBSERVED: LiveObserver = {
  appended: () => undefined,
  shed: () => undefined,
  delivered: () => undefined,
  caughtUp: () => undefined,
  lagged: () => undefined,
  live: () => undefined,
};
