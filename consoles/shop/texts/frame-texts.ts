import { defineTexts } from '../../shared/i18n/define-texts.ts';

/** Texts of the header, the footer, the error page and the offline page. */
export const FRAME_TEXTS = defineTexts({
  account: { en: 'Account', ar: 'حسابي' },
  notifications: { en: 'Notifications', ar: 'الإشعارات' },
  orders: { en: 'Orders', ar: 'طلباتي' },
  allCategories: { en: 'All categories', ar: 'كل الفئات' },
  shopFooter: { en: 'Shop', ar: 'تسوّق' },
  yours: { en: 'Your account', ar: 'حسابك' },
  help: { en: 'Help', ar: 'المساعدة' },
  workWithUs: { en: 'Work with us', ar: 'اعمل معنا' },
  sellHere: { en: 'Sell on Wasl', ar: 'بِع على وصل' },
  driveForUs: { en: 'Deliver for Wasl', ar: 'وصّل مع وصل' },
  whyWasl: { en: 'Why Wasl', ar: 'لماذا وصل' },
  promisedDay: { en: 'A promised day before you order', ar: 'يوم توصيل محدد قبل أن تطلب' },
  allPrices: {
    en: 'Prices in Qatari riyals, tax included. No charge for paying in cash.',
    ar: 'الأسعار بالريال القطري شاملة الضريبة، ولا رسوم على الدفع نقدًا.',
  },
  suggestions: { en: 'Suggestions', ar: 'اقتراحات' },
  suggestionCount: {
    en: '{count, plural, =0 {No suggestions} one {1 suggestion} other {{count} suggestions}}',
    ar: '{count, plural, zero {لا اقتراحات} one {اقتراح واحد} two {اقتراحان} few {{count} اقتراحات} many {{count} اقتراحًا} other {{count} اقتراح}}',
  },
  allResultsFor: { en: 'All results for “{q}”', ar: 'كل النتائج عن «{q}»' },
  pageMissing: { en: 'This page does not exist', ar: 'هذه الصفحة غير موجودة' },
  pageMissingWhy: {
    en: 'It may have been removed, or the address may be mistyped.',
    ar: 'ربما أُزيل ما كان هنا، أو في العنوان خطأ.',
  },
  lookElsewhere: { en: 'Search for it here, or choose a category.', ar: 'ابحث عنه هنا، أو اختر فئة.' },
  tryAgain: { en: 'Try again', ar: 'حاول مرة أخرى' },
  waitThenTry: { en: 'Wait {wait}, then try again.', ar: 'انتظر {wait} ثم حاول مرة أخرى.' },
  'wait.seconds': {
    en: '{count, plural, one {1 second} other {{count} seconds}}',
    ar: '{count, plural, zero {قليلًا} one {ثانية واحدة} two {ثانيتين} few {{count} ثوانٍ} many {{count} ثانية} other {{count} ثانية}}',
  },
  'wait.minutes': {
    en: '{count, plural, one {1 minute} other {{count} minutes}}',
    ar: '{count, plural, zero {قليلًا} one {دقيقة واحدة} two {دقيقتين} few {{count} دقائق} many {{count} دقيقة} other {{count} دقيقة}}',
  },
  backToForm: { en: 'Back to the page', ar: 'العودة إلى الصفحة' },
  offlineTitle: { en: 'You are offline', ar: 'لا يوجد اتصال بالإنترنت' },
  offlineText: {
    en: 'This page needs a connection. Your cart and your orders are safe with us.',
    ar: 'تحتاج هذه الصفحة إلى اتصال بالإنترنت. سلتك وطلباتك محفوظة لدينا.',
  },
});
