import { momentText, type WordsOf } from './notice-words.ts';

/**
 * Notifications about the account itself. `at` and `until` are ISO 8601 instants, `device` and `place` are as in the
 * list of sessions, `email` and `phone` are masked except for their ends.
 */
export const ACCOUNT_WORDS: WordsOf<
  | 'NEW_SIGN_IN'
  | 'PASSWORD_CHANGED'
  | 'EMAIL_CHANGED'
  | 'PHONE_CHANGED'
  | 'SECOND_FACTOR_ENABLED'
  | 'SECOND_FACTOR_DISABLED'
  | 'SECOND_FACTOR_GUESSED'
  | 'API_KEY_MADE'
  | 'ACCOUNT_LOCKED'
  | 'ACCOUNT_DISABLED'
  | 'ACCOUNT_ENABLED'
> = {
  NEW_SIGN_IN: (word) => ({
    title: { en: 'New sign-in to your account', ar: 'تسجيل دخول جديد إلى حسابك' },
    body: {
      en: `Someone signed in${part(' with ', word('device'))}${part(' from ', word('place'))}${part(' on ', momentText('en', word('at')))}. If this was not you, end that session and change your password.`,
      ar: `تم تسجيل الدخول إلى حسابك${part(' باستخدام ', word('device'))}${part(' من ', word('place'))}${part(' في ', momentText('ar', word('at')))}. إن لم تكن أنت، فأنهِ تلك الجلسة وغيّر كلمة المرور.`,
    },
  }),
  PASSWORD_CHANGED: (word) => ({
    title: { en: 'Your password was changed', ar: 'تم تغيير كلمة المرور' },
    body: {
      en: `The password of your account was changed${part(' on ', momentText('en', word('at')))}. If this was not you, set a new one now with “Forgotten password”.`,
      ar: `تم تغيير كلمة مرور حسابك${part(' في ', momentText('ar', word('at')))}. إن لم تكن أنت، فعيّن كلمة مرور جديدة الآن عبر «نسيت كلمة المرور».`,
    },
  }),
  EMAIL_CHANGED: (word) => ({
    title: { en: 'Your e-mail address was changed', ar: 'تم تغيير بريدك الإلكتروني' },
    body: {
      en: `The e-mail address of your account was changed${part(' to ', word('email'))}${part(' on ', momentText('en', word('at')))}. If this was not you, tell us at once.`,
      ar: `تم تغيير البريد الإلكتروني لحسابك${part(' إلى ', word('email'))}${part(' في ', momentText('ar', word('at')))}. إن لم تكن أنت، فأبلغنا فورًا.`,
    },
  }),
  PHONE_CHANGED: (word) => ({
    title: { en: 'Your phone number was changed', ar: 'تم تغيير رقم هاتفك' },
    body: {
      en: `The phone number of your account was changed${part(' to ', word('phone'))}${part(' on ', momentText('en', word('at')))}. If this was not you, tell us at once.`,
      ar: `تم تغيير رقم الهاتف لحسابك${part(' إلى ', word('phone'))}${part(' في ', momentText('ar', word('at')))}. إن لم تكن أنت، فأبلغنا فورًا.`,
    },
  }),
  SECOND_FACTOR_ENABLED: (word) => ({
    title: { en: 'Two-factor sign-in is on', ar: 'تم تفعيل التحقق بخطوتين' },
    body: {
      en: `Two-factor sign-in was switched on for your account${part(' on ', momentText('en', word('at')))}. If this was not you, change your password and tell us at once.`,
      ar: `تم تفعيل التحقق بخطوتين لحسابك${part(' في ', momentText('ar', word('at')))}. إن لم تكن أنت، فغيّر كلمة المرور وأبلغنا فورًا.`,
    },
  }),
  SECOND_FACTOR_DISABLED: (word) => ({
    title: { en: 'Two-factor sign-in is off', ar: 'تم إيقاف التحقق بخطوتين' },
    body: {
      en: `Two-factor sign-in was switched off for your account${part(' on ', momentText('en', word('at')))}. If this was not you, change your password and tell us at once.`,
      ar: `تم إيقاف التحقق بخطوتين لحسابك${part(' في ', momentText('ar', word('at')))}. إن لم تكن أنت، فغيّر كلمة المرور وأبلغنا فورًا.`,
    },
  }),
  SECOND_FACTOR_GUESSED: (word) => ({
    title: { en: 'Someone is trying to guess your code', ar: 'هناك من يحاول تخمين رمزك' },
    body: {
      en: `Several wrong two-factor codes were entered for your account${part(' until ', momentText('en', word('at')))}. The person who did this knows your password: if it was not you, change it now.`,
      ar: `أُدخلت عدة رموز تحقق خاطئة لحسابك${part(' حتى ', momentText('ar', word('at')))}. من فعل ذلك يعرف كلمة مرورك: إن لم تكن أنت، فغيّرها الآن.`,
    },
  }),
  API_KEY_MADE: (word) => ({
    title: { en: 'An API key was made', ar: 'أُنشئ مفتاح ربط' },
    body: {
      en: `Your account made the API key${part(' ', word('hint'))}${part(' on ', momentText('en', word('at')))}. If this was not you, revoke the key, change your password and tell us at once.`,
      ar: `أُنشئ من حسابك مفتاح ربط${part(' يبدأ بـ ', word('hint'))}${part(' في ', momentText('ar', word('at')))}. إن لم تكن أنت، فألغِ المفتاح وغيّر كلمة المرور وأبلغنا فورًا.`,
    },
  }),
  ACCOUNT_LOCKED: (word) => ({
    title: { en: 'Sign-in to your account is locked', ar: 'تم قفل تسجيل الدخول إلى حسابك' },
    body: {
      en: `After several wrong passwords no one can sign in with a password${part(' until ', momentText('en', word('until')))}. You stay signed in where you are. A code or a new password opens it at once.`,
      ar: `أُدخلت كلمة المرور خطأً عدة مرات، فلا يمكن تسجيل الدخول بها${part(' حتى ', momentText('ar', word('until')))}. تبقى جلساتك الحالية مفتوحة، ويمكنك رفع القفل فورًا برمز دخول أو بكلمة مرور جديدة.`,
    },
  }),
  ACCOUNT_DISABLED: (word) => ({
    title: { en: 'Your account is disabled', ar: 'تم إيقاف حسابك' },
    body: {
      en: `Your account was disabled by an administrator${part(': ', word('reason'))}. You have been signed out everywhere.`,
      ar: `أوقف أحد المسؤولين حسابك${part(': ', word('reason'))}. تم تسجيل خروجك من جميع الأجهزة.`,
    },
  }),
  ACCOUNT_ENABLED: () => ({
    title: { en: 'Your account is enabled', ar: 'أُعيد تفعيل حسابك' },
    body: {
      en: 'Your account was enabled again. You can sign in.',
      ar: 'أُعيد تفعيل حسابك. يمكنك تسجيل الدخول.',
    },
  }),
};

/** A part of a sentence that is omitted when it has no value. */
function part(before: string, text: string): string {
  return text === '' ? '' : `${before}${text}`;
}
