import { defineTexts } from '../i18n/define-texts.ts';
import { textHook } from '../i18n/locale.tsx';

/** Of a forgotten password; loaded with the sign-in page. */
export const recoveryTexts = defineTexts({
  'forgot.link': { en: 'Forgot your password?', ar: 'نسيت كلمة المرور؟' },
  'forgot.title': { en: 'Forgotten password', ar: 'نسيان كلمة المرور' },
  'forgot.hint': {
    en: 'You will get a message with a link to set a new password. It works once, within 30 minutes.',
    ar: 'تصلك رسالة فيها رابط لتعيين كلمة مرور جديدة. يعمل مرة واحدة خلال 30 دقيقة.',
  },
  'forgot.submit': { en: 'Send me a link', ar: 'أرسل لي الرابط' },
  'forgot.sent.title': {
    en: 'Check your messages',
    ar: 'راجع رسائلك',
  },
  'forgot.sent.detail': {
    en: 'If an account has this e-mail, a message is on its way. Nothing after a few minutes? Check your spam folder, or ask your administrator.',
    ar: 'إن كان هذا البريد لحساب لدينا فالرسالة في طريقها. لم يصل شيء بعد دقائق؟ راجع البريد غير المرغوب فيه أو اسأل المسؤول.',
  },
  'forgot.haveCode': { en: 'I have a code from the message', ar: 'لدي رمز من الرسالة' },
  'forgot.back': { en: 'Back to sign-in', ar: 'العودة إلى تسجيل الدخول' },
  'reset.title': { en: 'Set a new password', ar: 'تعيين كلمة مرور جديدة' },
  'reset.hint': {
    en: 'All devices signed in to your account are signed out, and any lock is lifted.',
    ar: 'يُسجَّل خروج جميع الأجهزة من حسابك، ويُرفع القفل إن وُجد.',
  },
  'reset.token': { en: 'Code from the message', ar: 'الرمز من الرسالة' },
  'reset.submit': { en: 'Set the password', ar: 'تعيين كلمة المرور' },
  'reset.done': {
    en: 'Your new password is set. Sign in with it.',
    ar: 'عُيّنت كلمة مرورك الجديدة. سجّل الدخول بها.',
  },
});

export const useRecoveryText = textHook(recoveryTexts);
