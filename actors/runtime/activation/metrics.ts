/** Counters of an owner. Called on the hot path, so implementations only add up. */
export interface ActivationMetrics {
  command(outcome: 'accepted' | 'refused' | 'repeated' | 'failed'): void;
  /** A command was refused, or not run in time. */
  shed(because: 'mailbox' | 'process' | 'age'): void;
  /** A batch was written, in this many milliseconds. */
  batch(turns: number, milliseconds: number): void;
  unknownOutcome(turns: number): void;
  fenced(): void;
  activated(): void;
  passivated(actors: number): void;
  forwarded(): void;
  /** A command was run by row lock because owners are unavailable. */
  degraded(): void;
}

const nothing = () => undefined;

export const NO_METRICS: ActivationMetrics = {
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
