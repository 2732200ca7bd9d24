export const STOP_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** npm and the terminal both forward one Ctrl-C, so signals this close together count as one request. */
const SAME_WISH_MS = 1_000;

/** Turns signals into one request to stop, and a later one into a request to stop at once. */
export class StopRequest {
  readonly signal: AbortSignal;
  private readonly controller = new AbortController();
  private askedAt = 0;

  constructor(onFirst: () => void, onAgain: () => void, signals = STOP_SIGNALS) {
    this.signal = this.controller.signal;
    for (const name of signals) {
      process.on(name, () => {
        const now = performance.now();
        if (!this.signal.aborted) {
          this.askedAt = now;
          onFirst();
          this.controller.abort();
        } else if (now - this.askedAt > SAME_WISH_MS) {
          onAgain();
        }
      });
    }
  }

  /** For reasons of our own, such as a service that cannot be kept running. */
  ask(): void {
    this.askedAt = performance.now();
    this.controller.abort();
  }

  /** Throws if a stop was requested; called between the steps of a start. */
  check(): void {
    if (this.signal.aborted) throw new Stopped();
  }

  wait(): Promise<void> {
    if (this.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

/** The start ended because a stop was requested: not an error. */
export class Stopped extends Error {}
