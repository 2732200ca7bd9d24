import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';
import { driverTexts } from './driver-texts.ts';

/** Texts about collecting cash and the cash a driver holds, for the screens about cash; with the texts of all screens. */
const cashTexts = defineTexts({
  'cash.title': { en: 'Collect the cash', ar: 'تحصيل النقد' },
  'cash.given': { en: 'The buyer gives', ar: 'يدفع المشتري' },
  'cash.exact': { en: 'Exactly', ar: 'بالضبط' },
  'cash.count': { en: 'Count notes and coins', ar: 'عُدّ الأوراق النقدية والقطع المعدنية' },
  'cash.change': { en: 'Change to give back', ar: 'الباقي للمشتري' },
  'cash.noChange': { en: 'No change', ar: 'لا باقي' },
  'cash.missing': { en: '{amount} is missing', ar: 'ينقص {amount}' },
  'cash.record': { en: 'I have {amount}', ar: 'استلمت {amount}' },
  'cash.less': { en: 'One less of {amount}', ar: 'أنقص واحدة من فئة {amount}' },
  'cash.more': { en: 'One more of {amount}', ar: 'زد واحدة من فئة {amount}' },
  'cash.pieces': { en: '{count}', ar: '{count}' },
  'cash.onHand': { en: 'Cash on hand', ar: 'النقد بحوزتك' },
  'cash.limit': { en: 'of a limit of {amount}', ar: 'من حدٍّ قدره {amount}' },
  'cash.assigned': { en: 'Still to collect', ar: 'المتبقي للتحصيل' },
  'cash.projected': { en: 'Total', ar: 'المجموع' },
  'cash.waiting': { en: 'Taken, waiting to be sent', ar: 'حُصّل وبانتظار الإرسال' },
  'cash.near': {
    en: 'You are near your limit: hand cash in soon, or you will get no more tasks with cash.',
    ar: 'اقتربت من حدك: سلّم النقد قريبًا وإلا فلن تُعرض عليك مهام نقدية.',
  },
  'cash.over': {
    en: 'You are over your limit: hand cash in to get tasks with cash again.',
    ar: 'تجاوزت حدك: سلّم النقد قبل أي مهمة نقدية جديدة.',
  },
  'cash.entries': { en: 'Entries', ar: 'القيود' },
  'cash.COLLECTION': { en: 'Collected', ar: 'تحصيل' },
  'cash.HAND_IN': { en: 'Handed in', ar: 'تسليم' },
  'cash.REVERSAL': { en: 'Reversed', ar: 'عكس القيد' },
  'cash.empty': { en: 'No cash yet', ar: 'لا نقد بعد' },
  'cash.empty.hint': { en: 'What you collect appears here.', ar: 'يظهر هنا ما تحصّله.' },
});

export const useCashText = textHook({ ...driverTexts, ...cashTexts });
