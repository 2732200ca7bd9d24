import { countedAr } from './counted-ar.ts';
import type { Locale } from './locale.ts';

const MINUTE = 60;
/** From two minutes on, seconds say nothing. */
const IN_SECONDS = 2 * MINUTE;

/** How long somebody has to wait, as the end of a sentence: "in 40 seconds". @param seconds Undefined: not known. */
export function waitWords(locale: Locale, seconds: number | undefined): string {
  if (seconds === undefined) return locale === 'ar' ? 'بعد قليل' : 'in a moment';
  const whole = Math.max(1, Math.ceil(seconds));
  const [count, isMinutes] = whole < IN_SECONDS ? [whole, false] : [Math.ceil(whole / MINUTE), true];
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
