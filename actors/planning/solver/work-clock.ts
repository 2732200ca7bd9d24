/** Includes `from`, excludes `to`; both in ticks. */
export interface TimeSpan {
  from: number;
  to: number;
}

/**
 * A vehicle's time without its breaks. In working time, driving and service take equally long whether or not they span
 * a break, so the solver need not handle breaks.
 */
export interface WorkClock {
  breaks: readonly TimeSpan[];
  /** The start of each break in working time. */
  starts: Int32Array;
  lengths: Int32Array;
}

export function workClock(breaks: readonly TimeSpan[]): WorkClock {
  let before = 0;
  const starts = breaks.map(({ from, to }) => {
    const start = from - before;
    before += to - from;
    return start;
  });
  return {
    breaks,
    starts: Int32Array.from(starts),
    lengths: Int32Array.from(breaks.map(({ from, to }) => to - from)),
  };
}

/** Converts wall time to working time, which stands still during a break. */
export function toWork({ starts, lengths }: WorkClock, moment: number): number {
  let work = moment;
  for (let index = 0; index < starts.length; index += 1) {
    const start = starts[index] as number;
    if (work <= start) break;
    work = Math.max(start, work - (lengths[index] as number));
  }
  return work;
}

/** Converts working time to the first matching moment of wall time. */
export function toMoment({ starts, lengths }: WorkClock, work: number): number {
  let moment = work;
  for (let index = 0; index < starts.length; index += 1) {
    if (work > (starts[index] as number)) moment += lengths[index] as number;
  }
  return moment;
}

/** The first moment at or after this one outside any break. */
export function afterBreak(breaks: readonly TimeSpan[], moment: number): number {
  for (const { from, to } of breaks) {
    if (moment >= from && moment < to) return to;
  }
  return moment;
}
