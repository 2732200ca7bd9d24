/** What an owner counts. Called on the hot path: implementations only add up. */
export interface StickyMetrics {
  command(outcome: 'accepted' | 'refused' | 'repeated' | 'failed'): void;
  /** A command that was not taken, or not run in time. */
  shed(because: 'mailbox' | 'process' | 'age'): void;
  /** A batch came back after so many milliseconds. */
  batch(turns: number, milliseconds: number): void;
  unknownOutcome(turns: number): void;
  fenced(): void;
  activated(): void;
  passivated(actors: number): void;
  forwarded(): void;
  /** A command run by row lock, because owners are not available. */
  degraded(): void;
}

const nothing = () => undefined;

export const NO_METRICS: StickyMetrics = {
  command: nothing,
  shed: nothing,
  batch: nothing,
  unknownOutcome: nothing,
  fenced: nothing,
  activated: nothing,
  passivated: nothing,
  forwarded: nothing,
  degraded: nothing,
};
