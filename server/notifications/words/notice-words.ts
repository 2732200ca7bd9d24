import type { NotificationKind } from '../../../actors/kinds/notification-kinds.ts';

export interface Bilingual {
  en: string;
  ar: string;
}

export interface NoticeText {
  title: Bilingual;
  body: Bilingual;
}

/** What a text may name; a name that the event did not bring is left empty. */
export type Word = (name: string) => string;

/** The words of some kinds, each made of what its event brought. */
export type WordsOf<Kind extends NotificationKind> = Readonly<Record<Kind, (word: Word) => NoticeText>>;

/** The words of an alert, for a dispatcher; null where the event brought none. */
export function alertBody(word: Word): Bilingual | null {
  const [en, ar] = [word('messageEn'), word('messageAr')];
  return en === '' ? null : { en, ar };
}
