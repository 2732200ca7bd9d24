/** How far the primary had written at a moment. */
interface Mark {
  /** Milliseconds of the monotonic clock, from before the primary was asked. */
  at: number;
  timeline: number;
  position: number;
}

/** What a standby says of itself. */
interface Followed {
  followed: number | null;
  position: number | null;
}

/** Milliseconds for which marks are kept: nobody may ask for anything older. */
export const MARKS_KEPT_MS = 60_000;

/**
 * How old a standby's data can be, without comparing clocks, and also while the primary is idle: a standby that has
 * replayed what the primary had written at a moment is as the primary was at that moment or later.
 */
export class Freshness {
  readonly #marks: Mark[] = [];

  /** To be called with each look at the primary. */
  mark(mark: Mark): void {
    this.#marks.push(mark);
    while ((this.#marks[0]?.at ?? mark.at) < mark.at - MARKS_KEPT_MS) this.#marks.shift();
  }

  /**
   * The newest moment up to which the standby is known to have every commit. Null if none is known, or if it follows
   * another timeline than the primary's.
   */
  asOf({ followed, position }: Followed): number | null {
    const primary = this.#marks.at(-1);
    if (primary === undefined || position === null || followed !== primary.timeline) return null;
    const reached = this.#marks.findLast(
      (mark) => mark.timeline === primary.timeline && mark.position <= position,
    );
    return reached?.at ?? null;
  }
}
