import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

export const upstreamTexts = defineTexts({
  'pulse.label': { en: 'In preparation', ar: 'قيد التجهيز' },
  'pulse.soon': { en: '{count} within the hour', ar: '{count} خلال ساعة' },
  'pulse.stores': {
    en: '{count, plural, one {at # store} other {at # stores}}',
    ar: 'في {count, plural, zero {أي متجر} one {متجر واحد} two {متجرين} few {# متاجر} many {# متجرًا} other {# متجر}}',
  },
  'pulse.none': {
    en: 'no orders',
    ar: 'لا طلبات',
  },
  empty: { en: 'No store is preparing anything', ar: 'لا متجر يجهّز شيئًا الآن' },
  emptyDetail: {
    en: 'Orders appear here when buyers place them, and on the board when they are ready.',
    ar: 'تظهر الطلبات هنا عند شرائها، ثم على اللوحة عندما تجهز.',
  },
  noMatch: {
    en: 'No store matches these words.',
    ar: 'لا متجر يطابق هذه الكلمات.',
  },
  quarters: { en: 'Ready in the next three hours', ar: 'ما سيجهز خلال الساعات الثلاث القادمة' },
  quarter: {
    en: '{count, plural, one {# order} other {# orders}} from {time}',
    ar: '{count, plural, zero {لا طلبات} one {طلب واحد} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}} من {time}',
  },
  unknown: {
    en: '{count, plural, one {# more order} other {# more orders}} without an estimate.',
    ar: '{count, plural, zero {لا طلبات} one {وطلب آخر} two {وطلبان آخران} few {و# طلبات أخرى} many {و# طلبًا آخر} other {و# طلب آخر}} بلا تقدير.',
  },
  packed: {
    en: '{count} packed',
    ar: 'مغلَّفة: {count}',
  },
  preparing: { en: '{count} being prepared', ar: 'قيد التجهيز: {count}' },
  toAccept: { en: '{count} to be accepted', ar: 'بانتظار القبول: {count}' },
  unanswered: {
    en: '{count} past the deadline without an answer',
    ar: 'بلا رد بعد المهلة: {count}',
  },
  next: { en: '{count} around {time}', ar: '{count} نحو {time}' },
  nextUnknown: { en: 'time unknown', ar: 'الوقت غير معروف' },
  soon: { en: '{count} within the hour', ar: 'خلال ساعة: {count}' },
  waiting: { en: '{count} waiting now', ar: 'تنتظر الآن: {count}' },
  near: {
    en: '{count, plural, =0 {no free driver near} one {# free driver near} other {# free drivers near}}',
    ar: '{count, plural, zero {لا سائق متاحًا قريبًا} one {سائق متاح قريب} two {سائقان متاحان قريبان} few {# سائقين متاحين قريبين} many {# سائقًا متاحًا قريبًا} other {# سائق متاح قريب}}',
  },
  estimate: {
    en: 'Times are estimates: what each seller usually takes.',
    ar: 'الأوقات تقديرية: بحسب ما يستغرقه كل بائع عادة.',
  },
  incomplete: {
    en: 'More stores are preparing orders than fit here. Times are estimates.',
    ar: 'هناك متاجر أكثر مما تتسع له القائمة. الأوقات تقديرية.',
  },
});

export const useUpstreamText = textHook(upstreamTexts);
