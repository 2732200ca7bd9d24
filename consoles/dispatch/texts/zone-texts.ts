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
    en: 'Where zones overlap, tasks wait in the one with the higher number.',
    ar: 'حيث تتداخل المناطق تنتظر المهام في المنطقة ذات الرقم الأعلى.',
  },
  'zones.active': { en: 'Active', ar: 'نشطة' },
  'zones.inactive': { en: 'inactive', ar: 'غير نشطة' },
  'zones.shape': { en: 'Edit the shape', ar: 'تعديل الشكل' },
  'zones.drawHint': {
    en: 'Click corners on the map; click the first one again, or press Enter, to close the shape. Escape starts over.',
    ar: 'انقر الزوايا على الخريطة؛ انقر الأولى مجددًا أو اضغط Enter لإغلاق الشكل. Escape للبدء من جديد.',
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
  'zones.nameNeeded': { en: 'Give the zone a name in this language', ar: 'اكتب اسم المنطقة بهذه اللغة' },
  'zones.priorityWrong': { en: 'A whole number from 0 to 1000', ar: 'عدد صحيح من 0 إلى 1000' },
  'zones.cornerFar': {
    en: 'The corner {place} lies far outside Qatar',
    ar: 'الزاوية {place} بعيدة خارج قطر',
  },
  'zones.crosses': {
    en: 'The outline crosses or touches itself at {place}',
    ar: 'حدود المنطقة تتقاطع أو تتلامس عند {place}',
  },
  'zones.size': {
    en: 'The zone is too small or too large, or has too many corners',
    ar: 'المنطقة صغيرة جدًا أو كبيرة جدًا أو زواياها كثيرة',
  },
  'zones.shapeWrong': { en: 'This outline is not a closed area', ar: 'هذه الحدود لا تحيط بمساحة مغلقة' },
  'zones.saveAsk': { en: 'Save {name}?', ar: 'حفظ {name}؟' },
  'zones.deleteAsk': { en: 'Delete {name}?', ar: 'حذف {name}؟' },
  'zones.undoHint': {
    en: 'Nothing has happened yet, and it can be undone afterwards.',
    ar: 'لم يتغير شيء بعد، ويمكن التراجع لاحقًا.',
  },
  'zones.outsideArea': {
    en: 'Nothing of it lies where we deliver: no task would wait in it.',
    ar: 'لا يقع أي جزء منها ضمن نطاق التوصيل، ولن تنتظر فيها أي مهمة.',
  },
  'zones.movedFar': {
    en: 'It moves by {distance} from where it was.',
    ar: 'تبتعد {distance} عن مكانها السابق.',
  },
  'zones.moved': {
    en: '{count, plural, =0 {No waiting task changes its zone.} one {# waiting task changes its zone:} other {# waiting tasks change their zone:}}',
    ar: '{count, plural, =0 {لا تتغير منطقة أي مهمة منتظرة.} one {تتغير منطقة مهمة منتظرة واحدة:} two {تتغير منطقة مهمتين منتظرتين:} few {تتغير منطقة # مهام منتظرة:} many {تتغير منطقة # مهمة منتظرة:} other {تتغير منطقة # مهمة منتظرة:}}',
  },
  'zones.fromTo': { en: 'from {from} to {to}', ar: 'من {from} إلى {to}' },
  'zones.noZone': { en: 'no zone', ar: 'بلا منطقة' },
  'zones.more': {
    en: '{count, plural, one {and # more.} other {and # more.}}',
    ar: '{count, plural, =0 {} one {ومهمة أخرى.} two {ومهمتان أخريان.} few {و# مهام أخرى.} many {و# مهمة أخرى.} other {و# مهمة أخرى.}}',
  },
  'zones.stores': {
    en: '{count, plural, one {They are collected at one store.} other {They are collected at # stores.}}',
    ar: '{count, plural, =0 {} one {تُستلم من متجر واحد.} two {تُستلم من متجرين.} few {تُستلم من # متاجر.} many {تُستلم من # متجرًا.} other {تُستلم من # متجر.}}',
  },
  'zones.wouldWarn': {
    en: '{count, plural, one {# assigned task would have a stop outside its driver’s zones; it stays with its driver:} other {# assigned tasks would have a stop outside their driver’s zones; they stay with their drivers:}}',
    ar: '{count, plural, =0 {} one {مهمة معيّنة واحدة ستكون لها محطة خارج مناطق سائقها، وتبقى معه:} two {مهمتان معيّنتان ستكون لهما محطة خارج مناطق سائقهما، وتبقيان معه:} few {# مهام معيّنة ستكون لها محطة خارج مناطق سائقها، وتبقى معه:} many {# مهمة معيّنة ستكون لها محطة خارج مناطق سائقها، وتبقى معه:} other {# مهمة معيّنة ستكون لها محطة خارج مناطق سائقها، وتبقى معه:}}',
  },
  'zones.drivers': {
    en: '{count, plural, one {# driver works in this zone.} other {# drivers work in this zone.}}',
    ar: '{count, plural, =0 {} one {يعمل في هذه المنطقة سائق واحد.} two {يعمل في هذه المنطقة سائقان.} few {يعمل في هذه المنطقة # سائقين.} many {يعمل في هذه المنطقة # سائقًا.} other {يعمل في هذه المنطقة # سائق.}}',
  },
  'zones.notUndone': { en: 'This could not be undone', ar: 'تعذّر التراجع' },
  'zones.changedSince': {
    en: 'Somebody has changed the zone since.',
    ar: 'غيّر شخص آخر المنطقة بعد ذلك.',
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
  'zones.planUnassigned': { en: 'found no place: {tasks}', ar: 'لم تجد مكانًا: {tasks}' },
  'zones.planApplied': { en: 'The plan is applied', ar: 'طُبّقت الخطة' },

  'outcome.REPLANNED': { en: 'route replanned', ar: 'أُعيد تخطيط المسار' },
  'outcome.ASSIGNED': { en: 'assigned', ar: 'عُيّنت' },
  'outcome.PENDING': { en: 'not answered yet', ar: 'لم يُجب بعد' },
  'outcome.KEPT': { en: 'left as it was', ar: 'بقي كما كان' },
  'outcome.REFUSED': { en: 'refused', ar: 'رُفضت' },
  'outcome.NOT_YET': { en: 'not tried yet', ar: 'لم تُجرّب بعد' },
});

export const useZoneText = textHook(zoneTexts);
