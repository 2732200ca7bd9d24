/** Milliseconds of work between two breaths. */
const AT_A_STRETCH = 12;

/** Long work in a process that serves others too: `breathe()` lets them go first, now and then. */
export class Breather {
  #since = performance.now();

  async breathe(): Promise<void> {
    if (performance.now() - this.#since < AT_A_STRETCH) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#since = performance.now();
  }
}
