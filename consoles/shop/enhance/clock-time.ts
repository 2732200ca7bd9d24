const CLOCK = new Intl.DateTimeFormat('en-GB', {
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Qatar' },
});

/** "14:05:09" in Qatar, with Latin digits, as in both languages' pages. */
export function clockTime(moment: string | number): string {
  return CLOCK.format(new Date(moment));
}
