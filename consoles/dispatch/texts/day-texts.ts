import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** The figures of a day. */
export const dayTexts = defineTexts({
  'day.title': { en: 'Day report', ar: 'تقرير اليوم' },
  'day.delivered': { en: 'Delivered', ar: 'سُلّمت' },
  'day.onTime': { en: 'On time', ar: 'في الموعد' },
  'day.promised': { en: 'On the promised day', ar: 'في اليوم المحدد' },
  'day.stages': {
    en: 'Time per stage',
    ar: 'المدة في كل مرحلة',
  },
  'day.noStages': {
    en: 'No finished delivery yet',
    ar: 'لا توصيلات مكتملة بعد',
  },
  'day.noStagesDetail': {
    en: 'The times appear once the first delivery of the day is finished.',
    ar: 'تظهر المدد بعد إتمام أول توصيلة في اليوم.',
  },
  'day.stage.ACCEPT': { en: 'Seller accepts', ar: 'قبول البائع' },
  'day.stage.PACK': { en: 'Packing', ar: 'التغليف' },
  'day.stage.READY': { en: 'Ready', ar: 'التجهيز' },
  'day.stage.ASSIGN': { en: 'Finding a driver', ar: 'إيجاد سائق' },
  'day.stage.TAKE': { en: 'Driver accepts', ar: 'قبول السائق' },
  'day.stage.PICK_UP': { en: 'To the store', ar: 'إلى المتجر' },
  'day.stage.DELIVER': { en: 'To the door', ar: 'إلى الباب' },
  'day.stage.TOTAL': { en: 'Total', ar: 'الإجمالي' },
  'day.median': { en: 'Typical (median)', ar: 'المعتاد (الوسيط)' },
  'day.p90': {
    en: '90% took at most',
    ar: 'أقصى مدة لـ 90% منها',
  },
  'day.incomplete': {
    en: 'There are more drivers or zones than this page can show: those with the most deliveries are listed.',
    ar: 'السائقون أو المناطق أكثر مما تتسع له هذه الصفحة: يُعرض أصحاب أكثر التوصيلات.',
  },
  'day.drivers': { en: 'Drivers', ar: 'السائقون' },
  'day.zone': { en: 'Zone', ar: 'المنطقة' },
  'day.zones': { en: 'Zones', ar: 'المناطق' },
  'day.duty': { en: 'On duty', ar: 'في الخدمة' },
  'day.idle': { en: 'Free', ar: 'متاح' },
  'day.distance': { en: 'Distance', ar: 'المسافة' },
  'day.collected': {
    en: 'Collected',
    ar: 'المحصّل',
  },
  'day.handedIn': {
    en: 'Handed in',
    ar: 'المسلَّم',
  },
  'day.differences': { en: 'Differences', ar: 'الفروق' },
  'day.onTheRoad': { en: 'Still with drivers', ar: 'ما زال مع السائقين' },
  'day.wrong': { en: 'Exceptions', ar: 'الحالات الاستثنائية' },
  'day.declined': { en: 'Declined by drivers', ar: 'رفضها سائقون' },
  'day.timedOut': { en: 'Not answered by drivers', ar: 'لم يردّ عليها سائقون' },
  'day.reassigned': { en: 'Reassigned', ar: 'أُسندت إلى سائق آخر' },
  'day.overridden': {
    en: 'Delivery codes overridden',
    ar: 'رموز تسليم جرى تجاوزها',
  },
  'day.reversals': { en: 'Completions undone', ar: 'إتمامات جرى التراجع عنها' },
  'day.returned': { en: 'Returned', ar: 'أُرجعت' },
  'day.writtenOff': { en: 'Written off', ar: 'شُطبت' },
  'day.rejected': { en: 'Rejected by sellers', ar: 'رفضها البائعون' },
  'day.cancelled': { en: 'Cancelled', ar: 'أُلغيت' },
  'day.empty': { en: 'Nothing happened on this day', ar: 'لم يحدث شيء في هذا اليوم' },
  'day.wait': { en: 'Median wait', ar: 'وسيط الانتظار' },
  'day.delivery': { en: 'Deliveries', ar: 'التوصيلات' },
  'day.waiting': { en: 'Waiting now', ar: 'بالانتظار الآن' },
});

export const useDayText = textHook(dayTexts);
