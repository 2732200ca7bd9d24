import type { NotificationKind } from '../../../actors/kinds/notification-kinds.ts';
import { dayAndClockText } from '../../kernel/calendar/qatar-time.ts';
import type { Locale } from '../../kernel/texts/locale.ts';

export interface Bilingual {
  en: string;
  ar: string;
}

export interface NoticeText {
  title: Bilingual;
  body: Bilingual;
}

/** Returns a value of the event by name; empty if the event has none. */
export type Word = (name: string) => string;

/** The texts of some kinds, built from the event's values. */
export type WordsOf<Kind extends NotificationKind> = Readonly<Record<Kind, (word: Word) => NoticeText>>;

/** A moment of the event in a sentence; empty if the event has none. @param instant ISO 8601. */
export function momentText(locale: Locale, instant: string): string {
  const moment = new Date(instant);
  return Number.isNaN(moment.getTime()) ? '' : dayAndClockText(locale, moment);
}

/** The text of an alert for a dispatcher; null if the event has none. */
export function alertBody(word: Word): Bilingual | null {
  const [en, ar] = [word('messageEn'), word('messageAr')];
  return en === '' ? null : { en, ar };
}
