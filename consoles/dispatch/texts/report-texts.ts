import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** A day's cash report, and the accuracy of travel times. */
export const reportTexts = defineTexts({
  'cash.open': { en: 'Report of a day', ar: 'تقرير يوم' },
  'cash.title': { en: 'Cash report', ar: 'تقرير النقد' },
  'cash.hint': {
    en: 'Computed from the ledger: what each driver held, collected and handed in on this day.',
    ar: 'محسوب من دفتر القيود: ما كان لدى كل سائق وما حصّله وسلّمه في هذا اليوم.',
  },
  'cash.empty': {
    en: 'No driver held or moved cash on this day.',
    ar: 'لم يكن لدى أي سائق نقد في هذا اليوم.',
  },
  'cash.total': { en: 'Total', ar: 'المجموع' },
  'cash.opening': { en: 'At the start', ar: 'أول اليوم' },
  'cash.collected': { en: 'Collected', ar: 'المحصّل' },
  'cash.reversed': {
    en: 'Reversed',
    ar: 'المعكوس',
  },
  'cash.settled': { en: 'Settled', ar: 'المسوّى' },
  'cash.handedIn': { en: 'Handed in', ar: 'المسلّم' },
  'cash.difference': { en: 'Difference', ar: 'الفرق' },
  'cash.closing': { en: 'At the end', ar: 'آخر اليوم' },
  'cash.balanced': { en: 'The totals agree with the ledger.', ar: 'المجاميع مطابقة لدفتر القيود.' },
  'cash.unbalanced': {
    en: 'The totals do not agree with the ledger. Inform an administrator.',
    ar: 'المجاميع غير مطابقة لدفتر القيود. أبلغ المسؤول.',
  },

  'travel.title': { en: 'Travel times', ar: 'أوقات التنقل' },
  'travel.SERVICE': {
    en: 'From the configured routing service; learned times are used when it does not answer.',
    ar: 'من خدمة المسارات المضبوطة؛ وتُستخدم الأوقات المستخلصة عندما لا تستجيب.',
  },
  'travel.CALIBRATED': {
    en: 'Learned from {count, plural, one {# finished trip} other {# finished trips}} of the last 30 days.',
    ar: 'مستخلصة من {count, plural, zero {لا رحلات} one {رحلة منتهية واحدة} two {رحلتين منتهيتين} few {# رحلات منتهية} many {# رحلة منتهية} other {# رحلة منتهية}} خلال آخر 30 يومًا.',
  },
  'travel.never': {
    en: 'Nothing has been learned yet: no trip has been finished.',
    ar: 'لا أوقات مستخلصة بعد: لم تنتهِ أي رحلة.',
  },
  'travel.at': {
    en: 'Last updated at {time}',
    ar: 'آخر تحديث {time}',
  },
  'travel.planned': {
    en: 'Error of planned times',
    ar: 'خطأ الأوقات المخططة',
  },
  'travel.learned': {
    en: 'Error of learned times',
    ar: 'خطأ الأوقات المستخلصة',
  },
  'travel.default': {
    en: 'Error without learning',
    ar: 'الخطأ من دونها',
  },
  'travel.factor': {
    en: 'Travel time against an empty road',
    ar: 'نسبة الزمن إلى طريق خالٍ',
  },
  'travel.from': { en: 'From', ar: 'من' },
  'travel.to': { en: 'To', ar: 'إلى' },
  'travel.legs': { en: 'Trips', ar: 'الرحلات' },
  'travel.slowest': { en: 'Slowest hour', ar: 'أبطأ ساعة' },
  'travel.anywhere': { en: 'Outside all zones', ar: 'خارج كل المناطق' },
});

export const useReportText = textHook(reportTexts);
