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
  'zones.active': {
    en: 'Active',
    ar: 'مفعّلة',
  },
  'zones.inactive': {
    en: 'inactive',
    ar: 'غير مفعّلة',
  },
  'zones.shape': { en: 'Edit the shape', ar: 'تعديل الشكل' },
  'zones.drawHint': {
    en: 'Click corners on the map; click the first one again, or press Enter, to close the shape. Escape starts over.',
    ar: 'انقر الزوايا على الخريطة؛ انقر الأولى مجددًا أو اضغط Enter لإغلاق الشكل. Escape للبدء من جديد.',
  },
  'zones.shapeHint': {
    en: 'Drag a corner to move it, or a midpoint to add one. Right-click a corner to remove it. Without a mouse, edit the corners below.',
    ar: 'اسحب زاوية لتحريكها، أو منتصف ضلع لإضافة زاوية. انقر زاوية بالزر الأيمن لإزالتها. من دون فأرة: عدّل الزوايا أدناه.',
  },
  'zones.corners': {
    en: 'Corners: longitude, latitude, one per line',
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
    en: 'Nothing has changed yet, and you can undo it afterwards.',
    ar: 'لم يتغير شيء بعد، ويمكنك التراجع لاحقًا.',
  },
  'zones.outsideArea': {
    en: 'No part of it is in the service area, so it would never have a task.',
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
    ar: '{count, plural, =0 {} one {مهمة مسندة واحدة ستكون لها محطة خارج مناطق سائقها، وتبقى معه:} two {مهمتان مسندتان ستكون لهما محطة خارج مناطق سائقهما، وتبقيان معه:} few {# مهام مسندة ستكون لها محطة خارج مناطق سائقها، وتبقى معه:} many {# مهمة مسندة ستكون لها محطة خارج مناطق سائقها، وتبقى معه:} other {# مهمة مسندة ستكون لها محطة خارج مناطق سائقها، وتبقى معه:}}',
  },
  'zones.drivers': {
    en: '{count, plural, one {# driver works in this zone.} other {# drivers work in this zone.}}',
    ar: '{count, plural, =0 {} one {يعمل في هذه المنطقة سائق واحد.} two {يعمل في هذه المنطقة سائقان.} few {يعمل في هذه المنطقة # سائقين.} many {يعمل في هذه المنطقة # سائقًا.} other {يعمل في هذه المنطقة # سائق.}}',
  },
  'zones.notUndone': { en: 'This could not be undone', ar: 'تعذّر التراجع' },
  'zones.changedSince': {
    en: 'Someone else changed the zone in the meantime.',
    ar: 'غيّر شخص آخر المنطقة بعد ذلك.',
  },
  'zones.save': { en: 'Save the zone', ar: 'حفظ المنطقة' },
  'zones.saved': {
    en: 'The zone was saved',
    ar: 'حُفظت المنطقة',
  },
  'zones.deleted': {
    en: 'The zone was deleted',
    ar: 'حُذفت المنطقة',
  },
  'zones.uncovered': {
    en: 'Part of Qatar would not be covered',
    ar: 'لن تكون قطر مغطاة بالكامل',
  },
  'zones.uncoveredDetail': {
    en: 'One active zone must cover the whole service area. {area} km² would be left out, shown in red on the map.',
    ar: 'يجب أن تغطي منطقة مفعّلة واحدة كامل نطاق الخدمة. سيبقى {area} كم² خارجها، وتظهر بالأحمر على الخريطة.',
  },
  'zones.warnings': {
    en: '{count, plural, one {# assigned task now has a stop outside its driver’s zones} other {# assigned tasks now have a stop outside their driver’s zones}}',
    ar: '{count, plural, =0 {لا مهام} one {مهمة مسندة واحدة صارت لها محطة خارج مناطق سائقها} two {مهمتان مسندتان صارت لهما محطة خارج مناطق سائقهما} few {# مهام مسندة صارت لها محطة خارج مناطق سائقها} many {# مهمة مسندة صارت لها محطة خارج مناطق سائقها} other {# مهمة مسندة صارت لها محطة خارج مناطق سائقها}}',
  },
  'zones.waiting': { en: 'waiting', ar: 'بالانتظار' },
  'zones.empty': { en: 'No zones', ar: 'لا مناطق' },
  'zones.plan': { en: 'Plan the whole zone', ar: 'تخطيط المنطقة كاملة' },
  'zones.planHint': {
    en: 'Distributes tasks that wait or are not yet accepted among all drivers of the zone. Nothing changes until you apply the plan.',
    ar: 'توزيع المهام المنتظرة والتي لم تُقبل بعد على كل سائقي المنطقة. لا يتغير شيء قبل تطبيق الخطة.',
  },
  'zones.planNew': { en: 'new', ar: 'جديدة' },
  'zones.planUnassigned': {
    en: 'not placed: {tasks}',
    ar: 'لم تُوزَّع: {tasks}',
  },
  'zones.planApply': { en: 'Apply the plan', ar: 'تطبيق الخطة' },
  'zones.planApplied': {
    en: 'The plan was applied',
    ar: 'طُبّقت الخطة',
  },

  'outcome.REPLANNED': { en: 'route replanned', ar: 'أُعيد تخطيط المسار' },
  'outcome.ASSIGNED': {
    en: 'assigned',
    ar: 'أُسندت',
  },
  'outcome.PENDING': {
    en: 'not confirmed yet',
    ar: 'لم تُؤكَّد بعد',
  },
  'outcome.KEPT': { en: 'stays with this driver', ar: 'تبقى مع هذا السائق' },
  'outcome.ROUTE_KEPT': { en: 'route stays as it was', ar: 'بقي المسار كما كان' },
  'zones.planRefused': { en: 'not assigned: {why}', ar: 'لم تُسند: {why}' },
  'zones.planRouteRefused': { en: 'route not changed: {why}', ar: 'لم يُعدَّل المسار: {why}' },
  'outcome.NOT_YET': { en: 'not tried yet', ar: 'لم تُجرّب بعد' },
});

export const useZoneText = textHook(zoneTexts);
