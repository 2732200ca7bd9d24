/** Arithmetic on RFC 3339 instants; results are UTC with milliseconds. Reads no clock. */

function millis(at: string): number {
  const value = Date.parse(at);
  if (Number.isNaN(value)) throw new RangeError(`not an instant: ${JSON.stringify(at)}`);
  return value;
}

export function plusSeconds(at: string, seconds: number): string {
  return new Date(millis(at) + Math.round(seconds * 1000)).toISOString();
}

export function plusMinutes(at: string, minutes: number): string {
  return plusSeconds(at, minutes * 60);
}

/** Seconds from one instant to another; negative when `to` is earlier. */
export function secondsBetween(from: string, to: string): number {
  return (millis(to) - millis(from)) / 1000;
}

/** Whether the instant has been reached: equal to `now` counts as passed. */
export function hasPassed(at: string, now: string): boolean {
  return millis(at) <= millis(now);
}

export function earlierOf(left: string, right: string): string {
  return millis(left) <= millis(right) ? left : right;
}
