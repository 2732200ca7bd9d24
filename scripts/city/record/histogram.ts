/** Widths grow by a twentieth, so that a percentile is wrong by 5 % at most. */
const GROWTH = 1.05;
const SMALLEST = 0.1;

/** Counts durations in buckets of growing width: any number of them in a small, fixed amount of memory. */
export class Histogram {
  readonly #buckets: number[] = [];
  #count = 0;
  #sum = 0;
  #longest = 0;

  get count(): number {
    return this.#count;
  }

  get longest(): number {
    return this.#longest;
  }

  /** 0 while nothing has been added. */
  get mean(): number {
    return this.#count === 0 ? 0 : this.#sum / this.#count;
  }

  /** Negative durations, which come from slightly different clocks, count as 0. */
  add(duration: number): void {
    const value = Math.max(0, duration);
    const bucket = value <= SMALLEST ? 0 : Math.ceil(Math.log(value / SMALLEST) / Math.log(GROWTH));
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#count += 1;
    this.#sum += value;
    this.#longest = Math.max(this.#longest, value);
  }

  /** The duration that this fraction (0 to 1) of all durations does not exceed; null while nothing has been added. */
  percentile(share: number): number | null {
    if (this.#count === 0) return null;
    let left = Math.max(1, Math.ceil(share * this.#count));
    for (const [bucket, count] of this.#buckets.entries()) {
      left -= count ?? 0;
      if (left <= 0) return Math.min(this.#longest, SMALLEST * GROWTH ** bucket);
    }
    return this.#longest;
  }
}
