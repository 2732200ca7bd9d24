/** "1,234" */
export function count(value: number): string {
  return Math.round(value)
    .toString()
    .replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** "94.2 %", or a dash if the whole is 0. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** "850 ms", "12 s", "5 min", "2 h 05"; a dash for null. */
export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 120) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Qatar',
});

/** "14:05", in Qatar. */
export function clockTime(at: Date): string {
  return CLOCK.format(at);
}

/** "█████░░░░░" */
export function bar(part: number, whole: number, width: number): string {
  const filled = whole <= 0 ? 0 : Math.min(width, Math.max(0, Math.round((width * part) / whole)));
  return '█'.repeat(filled) + '░'.repeat(width - filled);
}

/** "12 common.UNAVAILABLE · 3 network", the most frequent first. */
export function tally(counts: ReadonlyMap<string, number>, most = 6): string {
  const inOrder = [...counts].filter(([, times]) => times > 0).sort(([, one], [, other]) => other - one);
  const shown = inOrder.slice(0, most).map(([name, times]) => `${count(times)} ${name}`);
  if (inOrder.length > most) shown.push(`${inOrder.length - most} more kinds`);
  return shown.length === 0 ? 'none' : shown.join(' · ');
}
