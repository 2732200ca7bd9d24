import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';
import { driverTexts } from './driver-texts.ts';

/** The buyer's code. Loaded with the screens that say it, besides what every screen says. */
const codeTexts = defineTexts({
  'code.title': { en: 'Delivery code', ar: 'رمز التسليم' },
  'code.hint': {
    en: 'The buyer finds six digits on their order page.',
    ar: 'يجد المشتري ستة أرقام في صفحة طلبه.',
  },
  'code.verify': { en: 'Check the code', ar: 'تحقّق من الرمز' },
  'code.checking': { en: 'Checking …', ar: 'جارٍ التحقق …' },
  'code.again': { en: 'Send a new code', ar: 'أرسل رمزًا جديدًا' },
  'code.valid': { en: 'Valid for {left}', ar: 'صالح لمدة {left}' },
  'code.wrong': {
    en: 'Wrong code. {count, plural, one {# try left.} other {# tries left.}}',
    ar: 'رمز خاطئ. {count, plural, zero {لا محاولات متبقية.} one {بقيت محاولة واحدة.} two {بقيت محاولتان.} few {بقيت # محاولات.} many {بقيت # محاولة.} other {بقيت # محاولة.}}',
  },
});

export const useCodeText = textHook({ ...driverTexts, ...codeTexts });
