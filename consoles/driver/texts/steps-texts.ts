import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';
import { driverTexts } from './driver-texts.ts';

/** The steps of this phone and their results. Loaded with the screens that show them. */
const stepsTexts = defineTexts({
  'queue.title': { en: 'Your steps', ar: 'خطواتك' },
  'queue.hint': {
    en: 'Steps you took, in order. They are kept on this phone until the service has them, also when you close the app.',
    ar: 'الخطوات التي قمت بها بالترتيب. تبقى في الهاتف حتى تصل إلى الخدمة، حتى لو أغلقت التطبيق.',
  },
  'queue.empty': { en: 'Nothing waits', ar: 'لا شيء ينتظر' },
  'queue.empty.hint': { en: 'Every step has reached the service.', ar: 'كل الخطوات وصلت إلى الخدمة.' },
  'queue.QUEUED': { en: 'Queued', ar: 'بالانتظار' },
  'queue.SENDING': { en: 'Sending', ar: 'جارٍ الإرسال' },
  'queue.ACCEPTED': { en: 'Accepted', ar: 'قُبلت' },
  'queue.REFUSED': { en: 'Refused', ar: 'رُفضت' },
  'queue.at': { en: 'Done at {time}', ar: 'تمت في {time}' },
  'queue.dismiss': { en: 'I have seen this', ar: 'اطّلعت على هذا' },
  'queue.tryNow': { en: 'Try now', ar: 'حاول الآن' },
  'queue.others': {
    en: '{count, plural, one {# step of another account waits for its sign-in on this phone.} other {# steps of another account wait for its sign-in on this phone.}}',
    ar: '{count, plural, one {خطوة واحدة لحساب آخر تنتظر دخوله من هذا الهاتف.} two {خطوتان لحساب آخر تنتظران دخوله من هذا الهاتف.} few {# خطوات لحساب آخر تنتظر دخوله من هذا الهاتف.} many {# خطوة لحساب آخر تنتظر دخوله من هذا الهاتف.} other {# خطوة لحساب آخر تنتظر دخوله من هذا الهاتف.}}',
  },
  'action.decline': { en: 'Declined', ar: 'رفض العرض' },
  'action.pick-up': { en: 'Picked up', ar: 'استلام البضاعة' },
  'action.in-transit': { en: 'Left for the buyer', ar: 'الانطلاق إلى المشتري' },
  'action.arrive': { en: 'Arrived', ar: 'الوصول' },
  'action.delivery-code': { en: 'Asked for a code', ar: 'طلب رمز' },
  'action.record-cash': { en: 'Took {amount}', ar: 'تحصيل {amount}' },
  'action.complete': { en: 'Finished', ar: 'إنهاء التسليم' },
  'action.fail': { en: 'Not delivered', ar: 'تعذّر التسليم' },
  'action.photo': { en: 'Picture', ar: 'صورة' },
  'action.return-start': { en: 'Took it back', ar: 'بدء الإرجاع' },
  'action.return-complete': { en: 'Gave it to the seller', ar: 'تسليمها للبائع' },
  'action.hand-over': { en: 'Confirmed the hand-over', ar: 'تأكيد التسليم بين السائقين' },
  'action.shift-start': { en: 'Started the shift', ar: 'بدء الوردية' },
  'action.shift-break': { en: 'Took a break', ar: 'استراحة' },
  'action.shift-resume': { en: 'Came back', ar: 'عودة من الاستراحة' },
  'action.shift-end': { en: 'Ended the shift', ar: 'إنهاء الوردية' },
  'todo.moved': {
    en: 'The task has changed since. Open it and continue from its current step.',
    ar: 'تغيّرت حالة المهمة بعدها. افتحها وتابع من حيث هي.',
  },
  'todo.gone': {
    en: 'The task is no longer yours. If you have its goods, tell your dispatcher.',
    ar: 'لم تعد المهمة لك. إن كانت بضاعتها معك فأخبر المنسّق.',
  },
  'todo.cash': {
    en: 'The amount due has changed. Open the task and take the cash again as it says.',
    ar: 'تغيّر المبلغ المطلوب. افتح المهمة وحصّل النقد كما هو مذكور.',
  },
  'todo.goods': {
    en: 'You have goods on board. Deliver or return them, then end the shift.',
    ar: 'لديك بضاعة في المركبة. سلّمها أو أعدها ثم أنهِ الوردية.',
  },
  'todo.handIn': {
    en: 'Hand your cash in to a dispatcher, or ask to carry it over, then end the shift.',
    ar: 'سلّم النقد للمنسّق أو اطلب إبقاءه معك، ثم أنهِ الوردية.',
  },
  'todo.approval': {
    en: 'Your account may not work right now. Ask your dispatcher.',
    ar: 'لا يُسمح لحسابك بالعمل الآن. اسأل المنسّق.',
  },
  'todo.photo': {
    en: 'Take the picture again, or go on without it.',
    ar: 'التقط الصورة مرة أخرى أو تابع بدونها.',
  },
  'todo.other': {
    en: 'Check the task’s current state. If it is not right, tell your dispatcher.',
    ar: 'انظر إلى الوضع الحالي، وإن لم يكن صحيحًا فأخبر المنسّق.',
  },
});

export const useStepsText = textHook({ ...driverTexts, ...stepsTexts });
