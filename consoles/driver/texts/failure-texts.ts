import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';
import { driverTexts } from './driver-texts.ts';

/** Why something was not delivered. Loaded with the screens that say it, besides what every screen says. */
const failureTexts = defineTexts({
  'fail.title': { en: 'What is the problem?', ar: 'ما المشكلة؟' },
  'fail.then.RETRY': { en: 'Then: your dispatcher plans another try.', ar: 'ثم: يخطط المنسّق لمحاولة أخرى.' },
  'fail.then.CONTACT': { en: 'Then: your dispatcher calls the buyer.', ar: 'ثم: يتصل المنسّق بالمشتري.' },
  'fail.then.RETURN': { en: 'Then: you take it back to the seller.', ar: 'ثم: تعيدها إلى البائع.' },
  'fail.then.WRITE_OFF': { en: 'Then: your dispatcher closes it.', ar: 'ثم: يغلقها المنسّق.' },
  'fail.then.DECIDE': { en: 'Then: your dispatcher decides.', ar: 'ثم: يقرر المنسّق.' },
  'fail.note': { en: 'Note', ar: 'ملاحظة' },
  'fail.note.needed': { en: 'Say in a few words what happened.', ar: 'اكتب بإيجاز ما حدث.' },
  'fail.photo': { en: 'Take a picture', ar: 'التقط صورة' },
  'fail.photo.remove': { en: 'Remove picture {count}', ar: 'احذف الصورة {count}' },
  'fail.photo.broken': { en: 'This file is not a picture.', ar: 'هذا الملف ليس صورة.' },
  'fail.submit': { en: 'Not delivered', ar: 'لم تُسلّم' },
  'fail.choose': { en: 'Choose a reason first', ar: 'اختر سببًا أولًا' },
});

export const useFailureText = textHook({ ...driverTexts, ...failureTexts });
