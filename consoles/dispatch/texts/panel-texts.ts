import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** What the panel of one task says beside its actions. */
export const panelTexts = defineTexts({
  'late.title': { en: 'Why it is late', ar: 'سبب التأخر' },
  'late.riskTitle': { en: 'Why it may be late', ar: 'سبب احتمال التأخر' },
  'late.expected': {
    en: 'Due {due}, expected {expected}: {late} late',
    ar: 'الموعد {due} والوصول المتوقع {expected}: تأخّر {late}',
  },
  'late.spare': {
    en: 'Due {due}, expected {expected}: {left} to spare',
    ar: 'الموعد {due} والوصول المتوقع {expected}: بفارق {left}',
  },
  'late.soFar': {
    en: 'Due {due}: {late} late so far, arrival not known yet',
    ar: 'الموعد {due}: تأخّر {late} حتى الآن، ووقت الوصول غير معروف بعد',
  },
  'late.soon': {
    en: 'Due {due}, in {left}, arrival not known yet',
    ar: 'الموعد {due}، أي بعد {left}، ووقت الوصول غير معروف بعد',
  },
  'cause.acceptedLate': {
    en: 'The seller accepted the order {time} after the deadline.',
    ar: 'قبِل البائع الطلب بعد انتهاء المهلة بـ {time}.',
  },
  'cause.readyLate': {
    en: 'The goods were ready only {time} before they were due.',
    ar: 'جهزت البضاعة قبل موعد التسليم بـ {time} فقط.',
  },
  'cause.readyTooLate': {
    en: 'The goods were ready only after they were due.',
    ar: 'لم تجهز البضاعة إلا بعد موعد التسليم.',
  },
  'cause.noDriver': {
    en: 'It has been waiting for a driver for {time}.',
    ar: 'تنتظر سائقًا منذ {time}.',
  },
  'cause.noDriverAgain': {
    en: 'It has been waiting for a driver for {time}, after {count, plural, one {# driver who did not take it} other {# drivers who did not take it}}.',
    ar: 'تنتظر سائقًا منذ {time}، بعد أن لم يأخذها {count, plural, zero {أي سائق} one {سائق واحد} two {سائقان} few {# سائقين} many {# سائقًا} other {# سائق}}.',
  },
  'cause.notAnswered': {
    en: '{driver} was offered it {time} ago and has not answered.',
    ar: 'عُرضت على {driver} قبل {time} ولم يُجب بعد.',
  },
  'cause.STALE': {
    en: 'There has been no signal from {driver}’s phone for a while.',
    ar: 'لا إشارة من هاتف {driver} منذ مدة.',
  },
  'cause.OFFLINE': { en: '{driver}’s phone is offline.', ar: 'هاتف {driver} غير متصل.' },
  'cause.onBreak': { en: '{driver} is on a break.', ar: '{driver} في استراحة.' },
  'cause.offDuty': { en: '{driver} is not on duty.', ar: '{driver} خارج الخدمة.' },
  'cause.shiftEnds': {
    en: '{driver}’s shift ends at {time}, before the arrival.',
    ar: 'تنتهي وردية {driver} في {time}، قبل الوصول.',
  },
  'cause.atStore': {
    en: '{driver} has been at the store for {time} and does not have the goods yet.',
    ar: '{driver} في المتجر منذ {time} ولم يستلم البضاعة بعد.',
  },
  'cause.atDoor': {
    en: '{driver} has been at the door for {time}.',
    ar: '{driver} عند الباب منذ {time}.',
  },
  'cause.stopsBefore': {
    en: '{count, plural, one {# other stop comes} other {# other stops come}} before it on {driver}’s route.',
    ar: 'قبلها في مسار {driver} {count, plural, zero {لا شيء} one {محطة أخرى} two {محطتان أخريان} few {# محطات أخرى} many {# محطة أخرى} other {# محطة أخرى}}.',
  },
  'cause.failedBefore': {
    en: 'This is attempt {attempt}: an earlier one failed.',
    ar: 'هذه هي المحاولة {attempt}، وقد تعذّرت محاولة سابقة.',
  },
  'cause.soughtLong': {
    en: 'Finding a driver took {time}.',
    ar: 'استغرق العثور على سائق {time}.',
  },
  'cause.way': {
    en: 'Nothing is holding it up: the drive itself takes until {time}.',
    ar: 'لا شيء يعيقها: الطريق نفسه يستغرق حتى {time}.',
  },
  'cause.none': {
    en: 'Nothing on record explains it.',
    ar: 'لا شيء في السجل يفسّر ذلك.',
  },

  'people.call': { en: 'Call {name}', ar: 'اتصال بـ {name}' },
  'people.whatsApp': { en: 'WhatsApp {name}', ar: 'مراسلة {name} عبر واتساب' },

  'photos.title': { en: 'Photos', ar: 'الصور' },
  'photos.none': { en: 'The driver took no photo.', ar: 'لم يلتقط السائق أي صورة.' },
  'photos.open': { en: 'Enlarge photo {number} of {count}', ar: 'تكبير الصورة {number} من {count}' },
  'photos.alt': {
    en: 'Photo {number} by {driver}, taken at {time}',
    ar: 'الصورة {number} من {driver}، التُقطت في {time}',
  },
  'photos.one': { en: 'Photo {number} of {count}', ar: 'الصورة {number} من {count}' },
  'photos.next': { en: 'Next photo', ar: 'الصورة التالية' },
  'photos.previous': { en: 'Previous photo', ar: 'الصورة السابقة' },
  'photos.taken': { en: 'Taken at {time}', ar: 'التُقطت في {time}' },
  'photos.received': { en: 'received at {time}', ar: 'وصلت في {time}' },

  'phone.time': {
    en: '{phone} on the phone, received {received}',
    ar: '{phone} على الهاتف، ووصل في {received}',
  },

  'story.ASSIGNED': { en: 'Offered to {driver}', ar: 'عُرضت على {driver}' },
  'story.ACCEPTED': { en: 'Accepted by {driver}', ar: 'قبِلها {driver}' },
  'story.UNASSIGNED': { en: 'Waiting for a driver', ar: 'بانتظار سائق' },

  'events.open': { en: 'Everything recorded', ar: 'كل ما سُجّل' },
  'events.title': { en: 'Everything recorded', ar: 'كل ما سُجّل' },
  'events.times': { en: '× {count}, last at {time}', ar: '× {count}، آخرها {time}' },
  'events.empty': { en: 'Nothing is recorded yet.', ar: 'لم يُسجّل شيء بعد.' },
  'event.assign': { en: 'Offered', ar: 'عُرضت' },
  'event.assign-by-hand': {
    en: 'Assigned by hand',
    ar: 'إسناد يدوي',
  },
  'event.hand-assignment-failed': {
    en: 'Assignment by hand refused',
    ar: 'رُفض الإسناد اليدوي',
  },
  'event.accept': { en: 'Accepted', ar: 'قُبلت' },
  'event.decline': { en: 'Declined', ar: 'رُفضت' },
  'event.deny': { en: 'Offer not possible', ar: 'تعذّر العرض' },
  'event.expire-offer': {
    en: 'Offer expired',
    ar: 'انتهت مهلة العرض',
  },
  'event.unassign': { en: 'Unassigned', ar: 'أُلغي الإسناد' },
  'event.requeue': {
    en: 'Back in the queue',
    ar: 'أُعيدت إلى قائمة الانتظار',
  },
  'event.clear-exclusions': { en: 'Drivers asked again', ar: 'سُئل السائقون مجددًا' },
  'event.pick-up': { en: 'Picked up', ar: 'استُلمت' },
  'event.in-transit': { en: 'On the way', ar: 'في الطريق' },
  'event.arrive': { en: 'At the door', ar: 'عند الباب' },
  'event.request-code': { en: 'Delivery code sent', ar: 'أُرسل رمز التسليم' },
  'event.verify-code': { en: 'Code entered', ar: 'أُدخل الرمز' },
  'event.record-cash': { en: 'Cash recorded', ar: 'سُجّل النقد' },
  'event.complete': { en: 'Delivered', ar: 'سُلّمت' },
  'event.fail': { en: 'Failed', ar: 'تعذّرت' },
  'event.retry': { en: 'Another attempt', ar: 'محاولة أخرى' },
  'event.start-return': { en: 'Return started', ar: 'بدأ الإرجاع' },
  'event.complete-return': { en: 'Back at the store', ar: 'عادت إلى المتجر' },
  'event.confirm-return': { en: 'Return confirmed', ar: 'أُكّد الإرجاع' },
  'event.write-off': { en: 'Written off', ar: 'شُطبت' },
  'event.override-code': { en: 'Code overridden', ar: 'تم تجاوز الرمز' },
  'event.reverse': {
    en: 'Reversal requested',
    ar: 'طُلب التراجع عن الإتمام',
  },
  'event.reversal-refused': {
    en: 'Reversal refused',
    ar: 'رُفض التراجع عن الإتمام',
  },
  'event.cancel-group': { en: 'Cancelled', ar: 'أُلغيت' },
  'event.ready': { en: 'Ready at the store', ar: 'جاهزة في المتجر' },
  'event.open-hand-over': { en: 'Hand-over opened', ar: 'فُتح تسليم بين سائقين' },
  'event.hand-over': { en: 'Hand-over confirmed', ar: 'أُكّد التسليم بين السائقين' },
  'event.handed-over': {
    en: 'Handed over to another driver',
    ar: 'انتقلت إلى سائق آخر',
  },
  'event.hand-over-ended': { en: 'Hand-over ended', ar: 'انتهى التسليم بين السائقين' },
  'event.choice': { en: 'Driver chosen: {driver}', ar: 'اختيار السائق: {driver}' },
  'event.choiceNobody': {
    en: 'No driver was suitable',
    ar: 'لم يناسب أي سائق',
  },
  'event.choice-by-hand': { en: 'Chosen by hand: {driver}', ar: 'اختيار يدوي: {driver}' },
  'event.alert-raised': { en: 'Alert raised', ar: 'أُطلق تنبيه' },
  'event.other': { en: 'Changed', ar: 'تغيّرت' },

  'return.damaged': { en: 'Damaged, of {count} × {name}', ar: 'التالف من {count} × {name}' },
  'return.tooMany': { en: 'A whole number from 0 to {count}.', ar: 'عدد صحيح من 0 إلى {count}.' },
  'window.half': {
    en: 'A slot needs both times.',
    ar: 'يحتاج الموعد إلى بداية ونهاية.',
  },
  'window.order': { en: 'It ends before it begins.', ar: 'ينتهي قبل أن يبدأ.' },
  'window.past': {
    en: 'This time has passed.',
    ar: 'هذا الوقت مضى.',
  },

  'cancelOrder.partly': {
    en: '{done} of {all} parts of the order are cancelled. The others already have a driver: cancel them one by one.',
    ar: 'أُلغي {done} من {all} من أجزاء الطلب. الأجزاء الأخرى أُسندت إلى سائقين: ألغِ كلًّا منها على حدة.',
  },
});

export const usePanelText = textHook(panelTexts);
