import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** Zones, and the plan of a whole zone. */
export const zoneTexts = defineTexts({
  'zones.title': { en: 'Zones', ar: 'المناطق' },
  'zones.new': { en: 'Draw a zone', ar: 'رسم منطقة' },
  'zones.name': { en: 'Name (English)', ar: 'الاسم (إنجليزي)' },
  'zones.nameAr': { en: 'Name (Arabic)', ar: 'الاسم (عربي)' },
  'zones.priority': { en: 'Priority', ar: 'الأولوية' },
  'zones.priorityHint': {
    en: 'Where zones overlap, the higher one waits.',
    ar: 'حيث تتداخل المناطق تُقدّم الأعلى.',
  },
  'zones.active': { en: 'Active', ar: 'نشطة' },
  'zones.inactive': { en: 'inactive', ar: 'غير نشطة' },
  'zones.shape': { en: 'Edit the shape', ar: 'تعديل الشكل' },
  'zones.drawHint': {
    en: 'Click corners on the map; click the first one again, or press Enter, to close the shape. Escape starts over.',
    ar: 'انقر الزوايا على الخريطة؛ انقر الأولى مجددا أو اضغط Enter لإغلاق الشكل. Escape للبدء من جديد.',
  },
  'zones.shapeHint': {
    en: 'Drag corners, or middles to add one. Right click removes a corner. Without a mouse: edit the corners below.',
    ar: 'اسحب الزوايا، أو المنتصفات لإضافة زاوية. النقر الأيمن يزيل زاوية. من دون فأرة: عدّل الزوايا أدناه.',
  },
  'zones.corners': {
    en: 'Corners: longitude, latitude, one a line',
    ar: 'الزوايا: خط الطول، خط العرض، كل زاوية في سطر',
  },
  'zones.cornersWrong': {
    en: 'At least three corners, such as 51.53, 25.29',
    ar: 'ثلاث زوايا على الأقل، مثل 51.53, 25.29',
  },
  'zones.delete': { en: 'Delete', ar: 'حذف' },
  'zones.deleteHint': {
    en: 'Tasks that wait in it go to the zone below. This cannot be undone.',
    ar: 'تنتقل المهام المنتظرة فيها إلى المنطقة التي تليها. لا يمكن التراجع.',
  },
  'zones.save': { en: 'Save the zone', ar: 'حفظ المنطقة' },
  'zones.saved': { en: 'The zone is saved', ar: 'حُفظت المنطقة' },
  'zones.deleted': { en: 'The zone is deleted', ar: 'حُذفت المنطقة' },
  'zones.uncovered': { en: 'Qatar would not be covered', ar: 'لن تبقى قطر مغطاة' },
  'zones.uncoveredDetail': {
    en: 'One active zone must cover the whole service area. {area} km² would be left out: they are red on the map.',
    ar: 'يجب أن تغطي منطقة نشطة واحدة كامل نطاق الخدمة. سيبقى {area} كم² خارجها: وهي حمراء على الخريطة.',
  },
  'zones.warnings': {
    en: '{count, plural, one {# assigned task now has a stop outside its driver’s zones} other {# assigned tasks now have a stop outside their driver’s zones}}',
    ar: '{count, plural, =0 {لا مهام} one {مهمة معيّنة واحدة صارت لها محطة خارج مناطق سائقها} two {مهمتان معيّنتان صارت لهما محطة خارج مناطق سائقهما} few {# مهام معيّنة صارت لها محطة خارج مناطق سائقها} many {# مهمة معيّنة صارت لها محطة خارج مناطق سائقها} other {# مهمة معيّنة صارت لها محطة خارج مناطق سائقها}}',
  },
  'zones.waiting': { en: 'waiting', ar: 'بالانتظار' },
  'zones.empty': { en: 'No zones', ar: 'لا مناطق' },
  'zones.plan': { en: 'Plan the whole zone', ar: 'تخطيط المنطقة كاملة' },
  'zones.planHint': {
    en: 'Spreads what waits and is not accepted over all drivers of the zone. Nothing happens before you apply it.',
    ar: 'يوزع المنتظر وما لم يُقبل بعد على كل سائقي المنطقة. لا يحدث شيء قبل أن تطبقه.',
  },
  'zones.planNew': { en: 'new', ar: 'جديدة' },
  'zones.planUnassigned': { en: 'found no place: {tasks}', ar: 'لم تجد مكانا: {tasks}' },
  'zones.planApplied': { en: 'The plan is applied', ar: 'طُبّقت الخطة' },

  'outcome.REPLANNED': { en: 'route replanned', ar: 'أُعيد تخطيط المسار' },
  'outcome.ASSIGNED': { en: 'assigned', ar: 'عُيّنت' },
  'outcome.PENDING': { en: 'not answered yet', ar: 'لم يُجب بعد' },
  'outcome.KEPT': { en: 'left as it was', ar: 'بقي كما كان' },
  'outcome.REFUSED': { en: 'refused', ar: 'رُفضت' },
  'outcome.NOT_YET': { en: 'not tried yet', ar: 'لم تُجرّب بعد' },
});

export const useZoneText = textHook(zoneTexts);
