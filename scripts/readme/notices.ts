import { NOTIFICATION_KINDS, type NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import { NOTICE_TABLE } from '../../server/notifications/notifications.ts';
import { NOTICE_EVENTS_AR } from './arabic/notice-words.ts';

type NoticeFacts = (typeof NOTICE_TABLE)[NotificationKind];

interface Words {
  head: string;
  comma: string;
  bell: string;
  audience: Readonly<Record<NoticeFacts['audience'][number], string>>;
  channel: Readonly<Record<NoticeFacts['channels'][number], string>>;
  urgency: Readonly<Record<NoticeFacts['urgency'], string>>;
  choice: Readonly<Record<NoticeFacts['choice'], string>>;
}

const WORDS: Readonly<Record<'en' | 'ar', Words>> = {
  en: {
    head: '| kind | event | recipients | channels | urgency | choice |',
    comma: ', ',
    bell: 'bell',
    audience: {
      BUYER: 'buyer',
      SELLER: "seller's owner and staff",
      DRIVER: 'driver',
      DISPATCHERS: 'dispatchers',
      ACCOUNT: "account's owner",
      ADDRESS: 'the address',
    },
    channel: { EMAIL: 'e-mail', SMS: 'SMS', PUSH: 'push' },
    urgency: { HIGH: 'high', NORMAL: 'normal', LOW: 'low' },
    choice: {
      NONE: 'always sent',
      SWITCHED: 'may be switched off',
      SWITCHED_OR_HELD: 'may be switched off, waits for quiet hours to end',
    },
  },
  ar: {
    head: '| النوع | الحدث | المستلم | القنوات | العجلة | الاختيار |',
    comma: '، ',
    bell: 'الجرس',
    audience: {
      BUYER: 'المشتري',
      SELLER: 'مالك المتجر وموظفوه',
      DRIVER: 'السائق',
      DISPATCHERS: 'المنسّقون',
      ACCOUNT: 'صاحب الحساب',
      ADDRESS: 'العنوان نفسه',
    },
    channel: { EMAIL: 'البريد', SMS: 'رسالة نصية', PUSH: 'رسالة فورية' },
    urgency: { HIGH: 'عالية', NORMAL: 'عادية', LOW: 'منخفضة' },
    choice: {
      NONE: 'يُرسل دائمًا',
      SWITCHED: 'يمكن إيقافه',
      SWITCHED_OR_HELD: 'يمكن إيقافه، وينتظر نهاية ساعات الهدوء',
    },
  },
};

/** A Markdown table of the kinds of notification. */
export function noticeTable(locale: 'en' | 'ar'): string {
  const words = WORDS[locale];
  const rows = NOTIFICATION_KINDS.map((kind) => {
    const { event, audience, channels, urgency, choice } = NOTICE_TABLE[kind];
    const to = audience.map((each) => words.audience[each]).join(words.comma);
    const bell = audience.every((each) => each === 'ADDRESS') ? [] : [words.bell];
    const ways = [...bell, ...channels.map((each) => words.channel[each])].join(words.comma);
    const what = locale === 'en' ? event : NOTICE_EVENTS_AR[kind];
    return `| ${kind} | ${what} | ${to} | ${ways} | ${words.urgency[urgency]} | ${words.choice[choice]} |`;
  });
  return [words.head, '|---|---|---|---|---|---|', ...rows].join('\n');
}
