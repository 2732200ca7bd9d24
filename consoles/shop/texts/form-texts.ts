import { preferenceTexts } from '../../shared/account/preference-texts.ts';
import { formTexts } from '../../shared/forms/form-texts.ts';
import { defineTexts } from '../../shared/i18n/define-texts.ts';

/** Texts about fields, for every form of the shop. */
export const FORM_TEXTS = defineTexts({
  optional: { en: 'optional', ar: 'اختياري' },
  correctThese: {
    en: '{count, plural, one {Please correct one field} other {Please correct {count} fields}}',
    ar: '{count, plural, zero {صحّح الحقول} one {صحّح حقلًا واحدًا} two {صحّح حقلين} few {صحّح {count} حقول} many {صحّح {count} حقلًا} other {صحّح {count} حقل}}',
  },
  'fault.missing': { en: 'Fill this in.', ar: 'املأ هذا الحقل.' },
  'fault.email': {
    en: 'Enter an e-mail address, like name@example.com.',
    ar: 'أدخل بريدًا إلكترونيًا مثل name@example.com.',
  },
  'fault.emailTaken': {
    en: 'There is an account with this e-mail already. Sign in, or use another e-mail.',
    ar: 'يوجد حساب بهذا البريد. سجّل الدخول أو استخدم بريدًا آخر.',
  },
  'fault.phone': {
    en: 'Enter a number in Qatar: 8 digits, the first of them 3, 4, 5, 6 or 7.',
    ar: 'أدخل رقمًا في قطر: 8 أرقام أولها 3 أو 4 أو 5 أو 6 أو 7.',
  },
  'fault.zone': {
    en: 'Enter a zone from 1 to 98.',
    ar: 'أدخل منطقة من 1 إلى 98.',
  },
  'fault.number': { en: 'Enter a whole number from 1 to 9999.', ar: 'أدخل عددًا صحيحًا من 1 إلى 9999.' },
  'fault.tooLong': { en: 'This is too long. Shorten it.', ar: 'النص طويل. اختصره.' },
  'fault.tooShort': { en: 'This is too short.', ar: 'هذا قصير جدًا.' },
  'fault.wrongPassword': {
    en: 'The e-mail or the password is not right.',
    ar: 'البريد الإلكتروني أو كلمة المرور غير صحيحة.',
  },
  'fault.notYourPassword': formTexts['fault.password'],
  'fault.emailOfAnother': formTexts['fault.emailTaken'],
  'fault.passwordTooShort': {
    en: 'This password is too short.',
    ar: 'كلمة المرور قصيرة جدًا.',
  },
  'fault.passwordTooCommon': {
    en: 'Too easy to guess. Take a few words that do not belong together.',
    ar: 'سهلة التخمين. اختر بضع كلمات لا رابط بينها.',
  },
  'fault.code': {
    en: 'The code is wrong, was used, or has ended. After 5 wrong ones ask for a new one.',
    ar: 'الرمز غير صحيح أو استُخدم أو انتهى. بعد 5 محاولات خاطئة اطلب رمزًا جديدًا.',
  },
  'fault.mfaToken': {
    en: 'The code is wrong or was used. Wait for the next one in your app.',
    ar: 'الرمز غير صحيح أو استُخدم. انتظر الرمز التالي في تطبيقك.',
  },
  'fault.time': preferenceTexts['quiet.needTime'],
  'fault.sameTime': preferenceTexts['quiet.same'],
  'fault.refused': { en: 'This was not accepted. Check it.', ar: 'لم يُقبل هذا. تحقّق منه.' },
});
