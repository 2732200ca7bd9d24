import { defineTexts } from '../../shared/i18n/define-texts.ts';

export const COMMON_TEXTS = defineTexts({
  brand: { en: 'Wasl', ar: 'وصل' },
  tagline: {
    en: 'Shops of Qatar, brought to your door. Pay in cash when it arrives.',
    ar: 'متاجر قطر تصل إلى بابك، والدفع نقدًا عند الاستلام.',
  },
  skipToContent: { en: 'Skip to content', ar: 'انتقل إلى المحتوى' },
  search: { en: 'Search', ar: 'بحث' },
  searchHint: { en: 'Search for products and shops', ar: 'ابحث عن منتجات ومتاجر' },
  cart: { en: 'Cart', ar: 'السلة' },
  otherLanguage: { en: 'العربية', ar: 'English' },
  categories: { en: 'Categories', ar: 'الفئات' },
  soldOut: { en: 'Sold out', ar: 'نفدت الكمية' },
  home: { en: 'Home', ar: 'الرئيسية' },
  youAreHere: { en: 'You are here', ar: 'موقعك في المتجر' },
  quantity: { en: 'Quantity', ar: 'الكمية' },
  cashAtDoor: { en: 'Pay in cash at the door', ar: 'الدفع نقدًا عند الباب' },
  ownDrivers: {
    en: 'Delivered by our own drivers, anywhere in Qatar',
    ar: 'يوصله سائقونا إلى أي مكان في قطر',
  },
  continueShopping: { en: 'Continue shopping', ar: 'تابع التسوق' },
  backHome: { en: 'To the front page', ar: 'إلى الصفحة الرئيسية' },
  goBack: { en: 'Your cart', ar: 'سلتك' },
  footer: {
    en: 'Prices are in Qatari riyals, tax included.',
    ar: 'الأسعار بالريال القطري شاملة الضريبة.',
  },
});
