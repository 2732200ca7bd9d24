import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** For people who are not drivers yet. */
export const applyTexts = defineTexts({
  'apply.invite': { en: 'Do you want to drive for us?', ar: 'هل ترغب في العمل معنا سائقًا؟' },
  'apply.invite.detail': {
    en: 'Sign in with the account you shop with, or create one. Then you can apply.',
    ar: 'سجّل الدخول بحسابك في المتجر أو أنشئ حسابًا جديدًا، ثم قدّم طلبك.',
  },
  'apply.title': { en: 'Apply to drive', ar: 'التقديم للعمل سائقًا' },
  'apply.intro': {
    en: 'A dispatcher looks at your application and calls you if something is missing.',
    ar: 'يراجع منسّق التوصيل طلبك، ويتصل بك إن نقص شيء.',
  },
  'apply.name': { en: 'Full name, as on your Qatar ID', ar: 'الاسم الكامل كما في البطاقة الشخصية' },
  'apply.phone': { en: 'Mobile number in Qatar', ar: 'رقم الجوال في قطر' },
  'apply.phone.hint': { en: '8 digits, for example 5512 3456', ar: '8 أرقام، مثل \u20665512 3456\u2069' },
  'apply.vehicle': { en: 'What do you drive?', ar: 'ما مركبتك؟' },
  'apply.vehicle.needed': { en: 'Choose one.', ar: 'اختر واحدة.' },
  'vehicle.BICYCLE': { en: 'Bicycle', ar: 'دراجة هوائية' },
  'vehicle.MOTORCYCLE': { en: 'Motorcycle', ar: 'دراجة نارية' },
  'vehicle.CAR': { en: 'Car', ar: 'سيارة' },
  'vehicle.VAN': { en: 'Van', ar: 'شاحنة صغيرة' },
  'apply.plate': { en: 'Plate number', ar: 'رقم اللوحة' },
  'apply.plate.wrong': {
    en: 'Up to 12 digits and Latin letters.',
    ar: 'حتى 12 خانة من الأرقام والحروف اللاتينية.',
  },
  'apply.send': { en: 'Send the application', ar: 'إرسال الطلب' },

  'state.APPLIED.title': { en: 'We have your application', ar: 'وصلنا طلبك' },
  'state.APPLIED.detail': {
    en: 'A dispatcher looks at it. This page changes by itself as soon as it is decided.',
    ar: 'يراجعه منسّق التوصيل، وتتغيّر هذه الصفحة تلقائيًا فور صدور القرار.',
  },
  'state.APPROVED.title': { en: 'You are approved', ar: 'قُبل طلبك' },
  'state.APPROVED.detail': { en: 'Your work opens in a moment.', ar: 'تُفتح شاشة العمل بعد لحظات.' },
  'state.REJECTED.title': { en: 'Your application was turned down', ar: 'رُفض طلبك' },
  'state.REJECTED.detail': {
    en: 'Speak to the dispatcher if you think this is a mistake.',
    ar: 'تواصل مع منسّق التوصيل إن كنت ترى أن في ذلك خطأ.',
  },
  'state.SUSPENDED.title': { en: 'You are suspended', ar: 'أنت موقوف' },
  'state.SUSPENDED.detail': {
    en: 'Speak to the dispatcher about what comes next.',
    ar: 'تواصل مع منسّق التوصيل لمعرفة الخطوة التالية.',
  },
  'state.reason': { en: 'Reason', ar: 'السبب' },
  'state.name': { en: 'Name', ar: 'الاسم' },
  'state.phone': { en: 'Phone', ar: 'الهاتف' },
  'state.vehicle': { en: 'Vehicle', ar: 'المركبة' },
  'state.missing': { en: 'Still missing', ar: 'ما زال ناقصًا' },
  'state.missing.plate': {
    en: 'The plate number of your vehicle: give it to the dispatcher.',
    ar: 'رقم لوحة مركبتك: أعطه لمنسّق التوصيل.',
  },
  'state.missing.nothing': {
    en: 'Nothing is missing from your side.',
    ar: 'طلبك مكتمل من جهتك.',
  },
  'state.unread': {
    en: 'Your application could not be read. Check your network.',
    ar: 'تعذّرت قراءة طلبك. تحقّق من الشبكة.',
  },
});

export const useApplyText = textHook(applyTexts);
