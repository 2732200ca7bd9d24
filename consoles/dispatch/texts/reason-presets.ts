import { defineTexts, type Locale, type Text } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** The reasons dispatchers give most often. Stored with the task in the language they were chosen in. */
export const reasonPresets = defineTexts({
  late: { en: 'Running late', ar: 'تأخّر عن الموعد' },
  nearer: { en: 'Another driver suits better', ar: 'سائق آخر أنسب' },
  vehicle: { en: 'Vehicle trouble', ar: 'عطل في المركبة' },
  unreachable: { en: 'Driver cannot be reached', ar: 'تعذّر الاتصال بالسائق' },
  asked: { en: 'Driver asked for it', ar: 'بطلب من السائق' },
  load: { en: 'Too much work for one driver', ar: 'عبء كبير على سائق واحد' },
  buyerAsked: { en: 'Buyer asked for it', ar: 'بطلب من المشتري' },
  buyerReached: { en: 'Buyer was reached', ar: 'تم التواصل مع المشتري' },
  sellerAsked: { en: 'Seller asked for it', ar: 'بطلب من البائع' },
  goodsMissing: { en: 'Goods are missing or damaged', ar: 'البضاعة ناقصة أو تالفة' },
  noPhone: { en: 'Buyer has no phone at hand', ar: 'لا هاتف مع المشتري' },
  codeLost: { en: 'The code did not arrive', ar: 'لم يصل الرمز' },
  identified: { en: 'Buyer was identified another way', ar: 'تم التحقق من هوية المشتري بطريقة أخرى' },
  mistake: { en: 'Done by mistake', ar: 'حدث ذلك خطأً' },
  wrongCash: { en: 'Wrong amount of cash', ar: 'مبلغ النقد غير صحيح' },
  lost: { en: 'Goods are lost', ar: 'فُقدت البضاعة' },
  damaged: { en: 'Goods are damaged', ar: 'تلفت البضاعة' },
  readyAgain: { en: 'Driver is ready again', ar: 'السائق جاهز من جديد' },
  sellerSilent: { en: 'Seller did not confirm in time', ar: 'لم يؤكد البائع في الوقت المحدد' },
  sellerToldUs: { en: 'Seller confirmed by phone', ar: 'أكّد البائع هاتفيًا' },
  driverShowed: { en: 'Driver has proof of the return', ar: 'لدى السائق ما يثبت الإرجاع' },
  papersMissing: { en: 'Documents are incomplete', ar: 'المستندات غير مكتملة' },
  papersExpired: { en: 'Documents have expired', ar: 'انتهت صلاحية المستندات' },
  vehicleUnfit: { en: 'Vehicle is not suitable', ar: 'المركبة غير مناسبة' },
  enoughDrivers: { en: 'No more drivers needed', ar: 'لا حاجة إلى سائقين إضافيين' },
  complaints: { en: 'Complaints about deliveries', ar: 'شكاوى من التوصيل' },
  cashOpen: { en: 'Cash has to be clarified first', ar: 'يجب توضيح أمر النقد أولًا' },
  deskClosed: { en: 'Cash desk is closed', ar: 'الصندوق مغلق' },
  nextShiftSoon: { en: 'Next shift starts soon', ar: 'الوردية التالية تبدأ قريبًا' },
  ill: { en: 'Driver is ill', ar: 'السائق مريض' },
  /** Given by the console itself when it undoes an earlier step. */
  undone: { en: 'Undone by the dispatcher', ar: 'تراجع عنه المنسّق' },
  forgotten: { en: 'Driver forgot to end it', ar: 'نسي السائق إنهاءها' },
});

export type ReasonPreset = keyof typeof reasonPresets;
export const usePresetText = textHook(reasonPresets);

const KNOWN: ReadonlyMap<string, Text> = new Map(
  Object.values(reasonPresets).flatMap((text) =>
    [text.en, text.ar].map((words) => [words, text] as [string, Text]),
  ),
);

/** A preset reason in the reader's language; free text is unchanged. */
export function reasonIn(locale: Locale, reason: string): string {
  return KNOWN.get(reason)?.[locale] ?? reason;
}
