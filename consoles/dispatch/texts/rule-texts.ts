import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** The rules of the assignment, and what they count. */
export const ruleTexts = defineTexts({
  'rule.NOT_APPROVED': { en: 'not approved', ar: 'غير معتمد' },
  'rule.NOT_ON_DUTY': { en: 'not on duty', ar: 'ليس في الخدمة' },
  'rule.OFFLINE': { en: 'offline', ar: 'غير متصل' },
  'rule.OUTSIDE_ZONES': {
    en: 'a stop is outside their zones',
    ar: 'محطة خارج مناطقه',
  },
  'rule.CAPACITY': {
    en: 'no room on board',
    ar: 'لا سعة كافية',
  },
  'rule.CASH_LIMIT': { en: 'cash limit', ar: 'حد النقد' },
  'rule.DECLINED': { en: 'declined', ar: 'رفض' },
  'rule.TIMED_OUT': { en: 'did not answer', ar: 'لم يجب' },
  'rule.REFUSED': {
    en: 'could not take it in this round',
    ar: 'تعذّر إسنادها إليه في هذه الجولة',
  },

  'figures.onBreak': { en: 'on a break', ar: 'في استراحة' },
  'figures.noShift': { en: 'has no shift', ar: 'لا وردية له' },
  'figures.PICKUP': { en: 'the pickup', ar: 'مكان الاستلام' },
  'figures.DROPOFF': { en: 'the drop-off', ar: 'مكان التسليم' },
  'figures.BOTH': { en: 'both stops', ar: 'المكانان كلاهما' },
  'figures.tasks': {
    en: 'has {count, plural, one {# task} other {# tasks}}, the maximum',
    ar: 'لديه {count, plural, =0 {لا مهام} one {مهمة واحدة} two {مهمتان} few {# مهام} many {# مهمة} other {# مهمة}}، وهو الحد الأقصى',
  },
  'figures.units': {
    en: '{assigned} on board and promised, {asked} more, room for {capacity}',
    ar: 'على متن المركبة ومحجوز {assigned}، والمطلوب {asked}، والسعة {capacity}',
  },
  'figures.cash': {
    en: '{held} on hand and assigned, {due} due, limit {limit}',
    ar: 'في اليد وسيُحصّل {held}، والمستحق {due}، والحد {limit}',
  },
  'figures.until': {
    en: 'had this task before, not again until {time}',
    ar: 'عُرضت عليه، ولا تُعرض ثانية قبل {time}',
  },
});

export const useRuleWords = textHook(ruleTexts);
