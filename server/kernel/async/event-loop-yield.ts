/** Milliseconds of work between two breaths. */
const SLICE_MS = 12;

/** Long work in a process that serves others too: `breathe()` lets them go first, now and then. */
export class EventLoopYield {
  #since = performance.now();

  async maybeYield(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#since = performance.now();
  }
}
