/** Milliseconds of work between two yields. */
const SLICE_MS = 12;

/** Lets long work yield to the event loop now and then: call `maybeYield()` in its loop. */
export class EventLoopYield {
  #since = performance.now();

  async maybeYield(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#since = performance.now();
  }
}
