import { qatarDay } from './qatar-time.ts';

/** A readable number, e.g. `W-2026-000123`, with the year in Qatar. */
export function yearlyNumber(prefix: 'W' | 'R' | 'I' | 'P' | 'S', at: Date, value: number): string {
  return `${prefix}-${qatarDay(at).slice(0, 4)}-${String(value).padStart(6, '0')}`;
}
