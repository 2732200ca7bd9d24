/** Told what happens on the live channel, for metrics. Must not throw. */
export interface LiveObserver {
  /** A batch reached Redis: events times rooms, and milliseconds it took. */
  appended(events: number, milliseconds: number): void;
  /** Events given up before Redis took them; their rooms start a new epoch. */
  shed(events: number): void;
  /**
   * An event was handed to the sockets of this process, milliseconds after its commit. `from` here: by one clock that
   * never leaps; from elsewhere: by the clocks of two machines or processes, or the database's, as far as they agree.
   */
  delivered(event: string, milliseconds: number, from: 'here' | 'elsewhere'): void;
  /** A client asked where a room is: how many events it had missed, or that it must read the state. */
  caughtUp(answer: 'replay' | 'snapshot' | 'paused', events: number): void;
  /** A socket took events too slowly and must catch up. */
  lagged(): void;
  /** Numbered events stopped, or went on, for the sockets of this process. */
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
