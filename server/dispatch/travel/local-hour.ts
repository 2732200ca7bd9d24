/** Asia/Qatar has kept UTC+3 without summer time since 1972. */
const OFFSET_HOURS = 3;

/** Hour of the local day, 0 to 23. */
export function localHour(at: Date): number {
  return (at.getUTCHours() + OFFSET_HOURS) % 24;
}
