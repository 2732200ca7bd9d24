import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** Choosing a driver for a task or many, and saying why. */
export const chooseTexts = defineTexts({
  'choose.title': { en: 'Choose a driver', ar: 'اختيار سائق' },
  'choose.with': { en: 'Now with {driver}, who is notified.', ar: 'المهمة الآن مع {driver}، وسيصله إشعار.' },
  'choose.waiting': {
    en: 'Zone, capacity and cash limits apply to you too; you can override the other rules.',
    ar: 'قواعد المنطقة والسعة وحد النقد ملزمة لك أيضًا، وما سواها يمكنك تجاوزه.',
  },
  'choose.give': { en: 'Assign to {driver}', ar: 'إسناد إلى {driver}' },
  'choose.regive': { en: 'Reassign to {driver}', ar: 'نقل إلى {driver}' },
  'choose.handOver': { en: 'Hand over to {driver}', ar: 'تسليم إلى {driver}' },
  'choose.nobody': { en: 'Assign', ar: 'إسناد' },
  'choose.impossible': {
    en: 'This task cannot be given to another driver now',
    ar: 'لا يمكن إسناد هذه المهمة إلى سائق آخر الآن',
  },
  'choose.impossibleDetail': { en: 'Its state: {status}.', ar: 'حالتها: {status}.' },
  'changed.took': {
    en: 'The task has since gone to {driver}.',
    ar: 'أصبحت المهمة في هذه الأثناء مع {driver}.',
  },
  'changed.free': {
    en: 'The task has since been taken back and waits for a driver.',
    ar: 'سُحبت المهمة في هذه الأثناء، وهي بانتظار سائق.',
  },
  'changed.round': {
    en: 'Someone else has since changed who gets this task.',
    ar: 'غيّر شخص آخر إسناد هذه المهمة في هذه الأثناء.',
  },
  'changed.state': {
    en: 'The task has since moved on: {status}.',
    ar: 'تغيّرت حالة المهمة في هذه الأثناء: {status}.',
  },
  'changed.gone': { en: 'The task has since ended.', ar: 'انتهت المهمة في هذه الأثناء.' },
  'changed.since': {
    en: 'Someone else changed it in the meantime.',
    ar: 'غيّر شخص آخر ذلك في هذه الأثناء.',
  },
  'changed.goOn': { en: 'Go on', ar: 'متابعة' },

  'driver.choose': { en: 'Driver', ar: 'السائق' },
  'driver.search': { en: 'Type a name; Enter takes the first', ar: 'اكتب اسمًا، واضغط Enter لاختيار الأول' },
  'driver.list': { en: 'Drivers, the best first', ar: 'السائقون، الأنسب أولًا' },
  'driver.needed': { en: 'Choose a driver.', ar: 'اختر سائقًا.' },
  'driver.cannot': { en: '{driver} cannot take it: {rule}.', ar: 'لا يمكن إسنادها إلى {driver}: {rule}.' },
  'driver.nobody': {
    en: 'No driver on duty has this name.',
    ar: 'لا سائق في الخدمة بهذا الاسم.',
  },
  'driver.empty': {
    en: 'No other driver is on duty.',
    ar: 'لا يوجد سائق آخر في الخدمة.',
  },
  'driver.room': { en: 'room for {count}', ar: 'السعة المتبقية: {count}' },
  'driver.cash': { en: '{amount} left of the cash limit', ar: 'متاح من حد النقد: {amount}' },
  'driver.more': { en: '{count} more: type a name', ar: 'لا يظهر هنا {count}: اكتب اسمًا' },
  'driver.incomplete': {
    en: 'Only the 500 most suitable are listed.',
    ar: 'القائمة تضم أنسب 500 سائق فقط.',
  },
  'driver.moved': { en: 'The order has changed.', ar: 'تغيّر الترتيب.' },
  'driver.refresh': { en: 'Sort again', ar: 'إعادة الترتيب' },
  'driver.best': { en: 'Best', ar: 'الأنسب' },
  'driver.gone': { en: 'no longer on duty', ar: 'لم يعد في الخدمة' },
  'driver.addsNone': { en: 'no extra driving', ar: 'دون قيادة إضافية' },
  'driver.adds': { en: '{time} more driving', ar: '{time} قيادة إضافية' },
  'driver.atLeast': { en: 'at least {time}', ar: '{time} على الأقل' },
  'driver.onTime': {
    en: 'no delays',
    ar: 'دون تأخير',
  },
  'driver.late': {
    en: '{time} of delay',
    ar: 'تأخير {time}',
  },
  'driver.overrule': {
    en: 'you can override this',
    ar: 'يمكنك تجاوزه',
  },
  'driver.takes': { en: 'takes {fits} of {all}', ar: 'يأخذ {fits} من {all}' },

  'reason.needed': {
    en: 'Choose a reason, or enter one.',
    ar: 'اختر سببًا أو اكتبه.',
  },

  'bulk.title': {
    en: '{count, plural, one {Assign # task} other {Assign # tasks}}',
    ar: '{count, plural, zero {إسناد مهام} one {إسناد مهمة واحدة} two {إسناد مهمتين} few {إسناد # مهام} many {إسناد # مهمة} other {إسناد # مهمة}}',
  },
  'bulk.result': {
    en: 'Result',
    ar: 'النتيجة',
  },
  'bulk.movable': {
    en: '{count, plural, =0 {None of {all} can go to {driver}} one {# of {all} goes to {driver}} other {# of {all} go to {driver}}}',
    ar: '{count, plural, =0 {لا يمكن إسناد أي من {all} إلى {driver}} one {مهمة واحدة من {all} تُسند إلى {driver}} two {مهمتان من {all} تُسندان إلى {driver}} few {# مهام من {all} تُسند إلى {driver}} many {# مهمة من {all} تُسند إلى {driver}} other {# مهمة من {all} تُسند إلى {driver}}}',
  },
  'bulk.stays': { en: '{status}: stays as it is', ar: '{status}: تبقى كما هي' },
  'bulk.staysWith': {
    en: '{status}, with {driver}: stays as it is',
    ar: '{status} مع {driver}: تبقى كما هي',
  },
  'bulk.gone': { en: 'no longer on the board', ar: 'لم تعد على اللوحة' },
  'bulk.has': { en: '{driver} has it already', ar: 'مع {driver} أصلًا' },
  'bulk.notTaken': {
    en: '{driver} cannot take it: {rule}',
    ar: 'لا يمكن إسنادها إلى {driver}: {rule}',
  },
  'bulk.give': {
    en: '{count, plural, one {Assign # task to {driver}} other {Assign # tasks to {driver}}}',
    ar: '{count, plural, =0 {لا شيء لإسناده إلى {driver}} one {إسناد مهمة واحدة إلى {driver}} two {إسناد مهمتين إلى {driver}} few {إسناد # مهام إلى {driver}} many {إسناد # مهمة إلى {driver}} other {إسناد # مهمة إلى {driver}}}',
  },
  'bulk.none': { en: '{driver} can take none of them.', ar: 'لا يمكن إسناد أي منها إلى {driver}.' },
  'bulk.ASSIGNED': { en: 'goes to {driver}', ar: 'أُسندت إلى {driver}' },
  'bulk.PENDING': {
    en: 'to {driver}, not confirmed yet',
    ar: 'إلى {driver}، ولم تُؤكَّد بعد',
  },
  'bulk.REFUSED': { en: 'not assigned:', ar: 'لم تُسند:' },
  'bulk.done': {
    en: '{count, plural, one {# task goes to {driver}} other {# tasks go to {driver}}}',
    ar: '{count, plural, =0 {لم تُسند أي مهمة إلى {driver}} one {أُسندت مهمة واحدة إلى {driver}} two {أُسندت مهمتان إلى {driver}} few {أُسندت # مهام إلى {driver}} many {أُسندت # مهمة إلى {driver}} other {أُسندت # مهمة إلى {driver}}}',
  },
  'bulk.left': {
    en: '{count, plural, one {# stays as it was.} other {# stay as they were.}}',
    ar: '{count, plural, =0 {لم تتغير أي مهمة أخرى.} one {بقيت مهمة واحدة كما كانت.} two {بقيت مهمتان كما كانتا.} few {بقيت # مهام كما كانت.} many {بقيت # مهمة كما كانت.} other {بقيت # مهمة كما كانت.}}',
  },
  'bulk.summary': { en: '{done} of {all} assigned', ar: 'أُسندت {done} من {all}' },
  'bulk.tooMany': {
    en: 'At most 100 at once: the first 100 are looked at.',
    ar: 'بحد أقصى 100 مهمة معًا: تُعرض أول 100.',
  },
  'undo.partly': { en: '{done} of {all} undone', ar: 'تم التراجع عن {done} من {all}' },
  'undo.refused': { en: 'Not undone: {order}', ar: 'لم يتم التراجع: {order}' },
});

export const useChooseText = textHook(chooseTexts);
