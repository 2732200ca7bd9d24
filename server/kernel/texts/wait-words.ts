import { countedAr } from './counted-ar.ts';
import type { Locale } from './locale.ts';

const MINUTE_S = 60;
/** From this length on, waits are given in minutes. */
const MINUTES_FROM_S = 2 * MINUTE_S;

/** A waiting time as the end of a sentence: "in 40 seconds". @param seconds Undefined if unknown. */
export function waitWords(locale: Locale, seconds: number | undefined): string {
  if (seconds === undefined) return locale === 'ar' ? 'بعد قليل' : 'in a moment';
  const whole = Math.max(1, Math.ceil(seconds));
  const [count, isMinutes] = whole < MINUTES_FROM_S ? [whole, false] : [Math.ceil(whole / MINUTE_S), true];
  return locale === 'ar' ? `بعد ${countedInAr(count, isMinutes)}` : `in ${countedInEn(count, isMinutes)}`;
}

function countedInEn(count: number, isMinutes: boolean): string {
  const unit = isMinutes ? 'minute' : 'second';
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function countedInAr(count: number, isMinutes: boolean): string {
  if (count === 1) return isMinutes ? 'دقيقة واحدة' : 'ثانية واحدة';
  return isMinutes
    ? countedAr(count, { two: 'دقيقتين', few: 'دقائق', many: 'دقيقة' })
    : countedAr(count, { two: 'ثانيتين', few: 'ثوانٍ', many: 'ثانية' });
}
