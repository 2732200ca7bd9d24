import type { NotificationKind, OneTimeCodeKind } from '../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import { ACCOUNT_WORDS } from './words/account-words.ts';
import { CODE_WORDS, OPEN_CODE_WORDS } from './words/code-words.ts';
import { DELIVERY_WORDS } from './words/delivery-words.ts';
import type { Bilingual, NoticeText, WordsOf } from './words/notice-words.ts';
import { ORDER_WORDS } from './words/order-words.ts';
import { SHOP_WORDS } from './words/shop-words.ts';

const WORDS: WordsOf<NotificationKind> = {
  ...ORDER_WORDS,
  ...SHOP_WORDS,
  ...DELIVERY_WORDS,
  ...ACCOUNT_WORDS,
  ...CODE_WORDS,
};

/** The text of a notification in both languages, as stored. */
export function noticeText(kind: NotificationKind, data: JsonObject): NoticeText {
  return WORDS[kind]((name) => {
    const value = data[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}

/** The title of a kind, as in a list of kinds. */
export function kindTitle(kind: NotificationKind): Bilingual {
  return noticeText(kind, {}).title;
}

/** The text that is sent while a one-time code is valid. */
export function oneTimeCodeText(kind: OneTimeCodeKind, code: string, until: Date): Bilingual {
  return OPEN_CODE_WORDS[kind](code, until);
}
