import { defineTexts } from './define-texts.ts';
import { textHook } from './locale.tsx';

/** Texts used wherever a password is chosen or a person has to prove their identity. */
export const passwordTexts = defineTexts({
  'password.new': { en: 'New password', ar: 'كلمة المرور الجديدة' },
  'password.current': { en: 'Current password', ar: 'كلمة المرور الحالية' },
  'password.show': { en: 'Show password', ar: 'إظهار كلمة المرور' },
  'password.hide': { en: 'Hide password', ar: 'إخفاء كلمة المرور' },
  'password.length': {
    en: 'At least {count, plural, one {# character} other {# characters}}.',
    ar: '{count, plural, zero {# حرف} one {حرف واحد} two {حرفان} few {# أحرف} many {# حرفًا} other {# حرف}} على الأقل.',
  },
  'password.rules': {
    en: 'A few unrelated words are good and easy to remember. Common passwords, your name, your e-mail and the word Wasl are refused; which kinds of characters you use is up to you.',
    ar: 'بضع كلمات لا رابط بينها تكفي ويسهل تذكّرها. تُرفض كلمات المرور الشائعة واسمك وبريدك وكلمة وصل، أما أنواع الحروف فلك اختيارها.',
  },
  'stepUp.title': { en: 'Confirm that it is you', ar: 'أكّد أنك أنت' },
  'stepUp.hint': {
    en: 'This needs a fresh code from your authenticator app. The confirmation is valid for 10 minutes.',
    ar: 'يتطلب هذا رمزًا جديدًا من تطبيق المصادقة. يسري التأكيد 10 دقائق.',
  },
  'stepUp.code': { en: 'Code from your app, or a recovery code', ar: 'رمز من تطبيقك أو رمز استرداد' },
  'stepUp.submit': { en: 'Confirm', ar: 'تأكيد' },
});

export const usePasswordText = textHook(passwordTexts);
