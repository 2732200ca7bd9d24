/** In ticks, from its beginning up to its end. */
export interface TimeSpan {
  from: number;
  to: number;
}

/**
 * A vehicle's time without its breaks. Counted like this, driving and service take as long before a break as
 * across it, and the solver need not know of breaks.
 */
export interface WorkClock {
  breaks: readonly TimeSpan[];
  /** Where each break stands in working time. */
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

/** Working time at a moment; during a break it stands still. */
export function toWork({ starts, lengths }: WorkClock, moment: number): number {
  let work = moment;
  for (let index = 0; index < starts.length; index += 1) {
    const start = starts[index] as number;
    if (work <= start) break;
    work = Math.max(start, work - (lengths[index] as number));
  }
  return work;
}

/** The first moment at which so much has been worked. */
export function toMoment({ starts, lengths }: WorkClock, work: number): number {
  let moment = work;
  for (let index = 0; index < starts.length; index += 1) {
    if (work > (starts[index] as number)) moment += lengths[index] as number;
  }
  return moment;
}

/** The first moment at or after this one that lies in no break. */
export function afterBreak(breaks: readonly TimeSpan[], moment: number): number {
  for (const { from, to } of breaks) {
    if (moment >= from && moment < to) return to;
  }
  return moment;
}
