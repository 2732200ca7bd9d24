import type { NotificationKind } from '../../../actors/kinds/notification-kinds.ts';

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

/** The text of an alert for a dispatcher; null if the event has none. */
export function alertBody(word: Word): Bilingual | null {
  const [en, ar] = [word('messageEn'), word('messageAr')];
  return en === '' ? null : { en, ar };
}
