import type { Locale } from './define-texts.ts';
import { QATAR_TIME_ZONE } from './qatar-time.ts';
import { LANGUAGE_TAGS } from './translate.ts';

/** A moment as an API string, ms since the epoch, or a Date. */
export type Moment = string | number | Date;

export interface Formats {
  /** "QAR 25.00" from "25.00": the decimal string is formatted as it is, never converted to a number. */
  money(amount: string): string;
  number(value: number): string;
  /** "25%" from 0.25. */
  percent(share: number): string;
  /** "14:05", in Qatar. */
  time(moment: Moment): string;
  /** "14:05:09", in Qatar. */
  timeWithSeconds(moment: Moment): string;
  /** "Sat 21 Nov", in Qatar. */
  day(moment: Moment): string;
  /** "Sat", in Qatar. */
  weekday(moment: Moment): string;
  /** "21 Nov 2026", in Qatar. */
  date(moment: Moment): string;
  /** "Sat 21 Nov, 14:05", in Qatar. */
  dayAndTime(moment: Moment): string;
  /** "1 h 5 min" from 3,900 seconds; "40 s" below a minute, "3 d 4 h" from two days on. */
  duration(seconds: number): string;
  /** "+3 h 28" from 12,480 seconds, "+28 min" below an hour: how late something is or will be. */
  delay(seconds: number): string;
  /** "08:00–16:00": the two clocks of a span, left to right in both languages. */
  clocks(from: Moment, to: Moment): string;
  /** "Mon 23 Nov, 16:00 to Tue 24 Nov, 08:00"; the day only once where both are on the same. */
  span(from: Moment, to: Moment): string;
  /** "+974 3312 3456", left to right. A number outside Qatar is left unchanged. */
  phone(number: string): string;
  /** "04:59" from 299 seconds: the time left, for countdowns. */
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
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: QATAR_TIME_ZONE });
  const date = new Intl.DateTimeFormat(tag, DATE);
  const dayAndTime = new Intl.DateTimeFormat(tag, { ...DAY, ...CLOCK });
  const arabic = tag.startsWith('ar');
  const unit = (name: string, digits = 0) => {
    const options = {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    } as const;
    return new Intl.NumberFormat(tag, options);
  };
  /** The English abbreviation takes no plural ("45 min"), but Intl would add one. */
  const short = (name: string, abbreviation: string): ((value: number) => string) =>
    arabic ? unit(name).format : (value) => `${number.format(value)}\u00a0${abbreviation}`;
  const [days, hours] = [short('day', 'd'), short('hour', 'h')];
  const [minutes, shortSeconds] = [short('minute', 'min'), short('second', 's')];
  const [metres, kilometres, longKilometres] = [unit('meter'), unit('kilometer', 1), unit('kilometer')];
  const comma = arabic ? '، ' : ', ';
  const join = (first: string, rest: number, say: (value: number) => string) =>
    rest === 0 ? first : `${first}${arabic ? ' و' : '\u00a0'}${say(rest)}`;
  const leftToRight = (text: string) => (arabic ? `\u2066${text}\u2069` : text);
  return {
    money: (amount) => money.format(amount as Intl.StringNumericLiteral),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    time: (moment) => time.format(new Date(moment)),
    timeWithSeconds: (moment) => seconds.format(new Date(moment)),
    day: (moment) => day.format(new Date(moment)),
    weekday: (moment) => weekday.format(new Date(moment)),
    date: (moment) => date.format(new Date(moment)),
    dayAndTime: (moment) => dayAndTime.format(new Date(moment)),
    duration: (given) => {
      const whole = Math.max(0, Math.round(given));
      const inMinutes = Math.round(whole / 60);
      const inHours = Math.floor(inMinutes / 60);
      if (whole < 60) return shortSeconds(whole);
      if (inHours === 0) return minutes(inMinutes);
      if (inHours < 48) return join(hours(inHours), inMinutes % 60, minutes);
      const rounded = Math.round(inMinutes / 60);
      return join(days(Math.floor(rounded / 24)), rounded % 24, hours);
    },
    delay: (given) => {
      const inMinutes = Math.max(1, Math.round(given / 60));
      const inHours = Math.floor(inMinutes / 60);
      const rest = inMinutes % 60;
      if (inHours === 0) return `+${minutes(rest)}`;
      // An Arabic unit between two numbers would reorder them, so the minutes get their unit, too.
      if (arabic) return `+${join(hours(inHours), rest, minutes)}`;
      return `+${hours(inHours)}${rest === 0 ? '' : `\u00a0${String(rest).padStart(2, '0')}`}`;
    },
    clocks: (from, to) => leftToRight(`${time.format(new Date(from))}–${time.format(new Date(to))}`),
    span: (from, to) => {
      const oneDay = day.format(new Date(from)) === day.format(new Date(to));
      const last = (oneDay ? time : dayAndTime).format(new Date(to));
      return `${dayAndTime.format(new Date(from))} ${arabic ? 'إلى' : 'to'} ${last}`;
    },
    phone: (given) => leftToRight(given.replace(/^(\+974)(\d{4})(\d{4})$/, '$1\u00a0$2\u00a0$3')),
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
