/** Day and time in Qatar, in digits that both languages read. */
export function inQatar(instant: string): string {
  const shifted = new Date(Date.parse(instant) + 3 * 3_600_000).toISOString();
  return `${shifted.slice(0, 10)} ${shifted.slice(11, 16)}`;
}
