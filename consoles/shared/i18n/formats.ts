import type { Locale } from './define-texts.ts';
import { QATAR_TIME_ZONE } from './qatar-time.ts';
import { LANGUAGE_TAGS } from './translate.ts';

/** A moment as the API gives it, or as the clock does. */
export type Moment = string | number | Date;

export interface Formats {
  /** "QAR 25.00" of "25.00": the decimal string goes in as it is, never through a number. */
  money(amount: string): string;
  number(value: number): string;
  /** 0.25 is "25%". */
  percent(share: number): string;
  /** "14:05", in Qatar. */
  time(moment: Moment): string;
  /** "14:05:09", in Qatar. */
  timeWithSeconds(moment: Moment): string;
  /** "Sat 21 Nov", in Qatar. */
  day(moment: Moment): string;
  /** "21 Nov 2026", in Qatar. */
  date(moment: Moment): string;
  /** "Sat 21 Nov, 14:05", in Qatar. */
  dayAndTime(moment: Moment): string;
  /** "1 h 5 min" of 3,900 seconds; "40 s" below a minute. */
  duration(seconds: number): string;
  /** "04:59" of 299 seconds: what is left, for countdowns. */
  countdown(seconds: number): string;
  /** "Assign, Cancel". */
  list(words: readonly string[]): string;
  /** "850 m", "3.2 km". */
  distance(metres: number): string;
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: QATAR_TIME_ZONE } as const;
const DATE = { day: 'numeric', month: 'short', year: 'numeric', timeZone: QATAR_TIME_ZONE } as const;
const DAY = { weekday: 'short', day: 'numeric', month: 'short', timeZone: QATAR_TIME_ZONE } as const;

const made = new Map<Locale, Formats>();

export function formats(locale: Locale): Formats {
  const known = made.get(locale) ?? makeFormats(LANGUAGE_TAGS[locale]);
  made.set(locale, known);
  return known;
}

function makeFormats(tag: string): Formats {
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency: 'QAR', minimumFractionDigits: 2 });
  const number = new Intl.NumberFormat(tag);
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  const time = new Intl.DateTimeFormat(tag, CLOCK);
  const seconds = new Intl.DateTimeFormat(tag, { ...CLOCK, second: '2-digit' });
  const day = new Intl.DateTimeFormat(tag, DAY);
  const date = new Intl.DateTimeFormat(tag, DATE);
  const dayAndTime = new Intl.DateTimeFormat(tag, { ...DAY, ...CLOCK });
  const unit = (name: string, digits = 0) => {
    const options = {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    } as const;
    return new Intl.NumberFormat(tag, options);
  };
  const [hours, minutes, shortSeconds] = [unit('hour'), unit('minute'), unit('second')];
  const [metres, kilometres, longKilometres] = [unit('meter'), unit('kilometer', 1), unit('kilometer')];
  const comma = tag.startsWith('ar') ? '، ' : ', ';
  return {
    money: (amount) => money.format(amount as Intl.StringNumericLiteral),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    time: (moment) => time.format(new Date(moment)),
    timeWithSeconds: (moment) => seconds.format(new Date(moment)),
    day: (moment) => day.format(new Date(moment)),
    date: (moment) => date.format(new Date(moment)),
    dayAndTime: (moment) => dayAndTime.format(new Date(moment)),
    duration: (given) => {
      const whole = Math.max(0, Math.round(given));
      if (whole < 60) return shortSeconds.format(whole);
      const inMinutes = Math.round(whole / 60);
      const parts = [Math.floor(inMinutes / 60), inMinutes % 60] as const;
      if (parts[0] === 0) return minutes.format(parts[1]);
      return parts[1] === 0
        ? hours.format(parts[0])
        : `${hours.format(parts[0])} ${minutes.format(parts[1])}`;
    },
    countdown: (given) => {
      const whole = Math.max(0, Math.ceil(given));
      const two = (value: number) => String(value).padStart(2, '0');
      const rest = `${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
      return whole >= 3600 ? `${Math.floor(whole / 3600)}:${rest}` : rest;
    },
    list: (words) => words.join(comma),
    distance: (given) => {
      if (given < 995) return metres.format(Math.round(given / 10) * 10);
      return given < 99_500 ? kilometres.format(given / 1000) : longKilometres.format(given / 1000);
    },
  };
}
