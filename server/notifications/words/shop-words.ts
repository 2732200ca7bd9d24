import { alertBody, momentText, type WordsOf } from './notice-words.ts';

/** Notifications for sellers and their staff. */
export const SHOP_WORDS: WordsOf<
  | 'NEW_ORDER'
  | 'DEADLINE_MISSED'
  | 'LOW_STOCK'
  | 'SELLER_APPROVED'
  | 'SELLER_REJECTED'
  | 'SELLER_SUSPENDED'
  | 'SELLER_REINSTATED'
  | 'SELLER_CLOSED'
  | 'STAFF_INVITATION'
  | 'BANK_ACCOUNT_CHANGED'
  | 'WEBHOOK_DISABLED'
> = {
  NEW_ORDER: (word) => ({
    title: { en: 'New order', ar: 'طلب جديد' },
    body: {
      en: `Order ${word('orderNumber')} waits for you to accept it.`,
      ar: `الطلب ${word('orderNumber')} بانتظار قبولك.`,
    },
  }),
  DEADLINE_MISSED: (word) => ({
    title: { en: 'Not accepted in time', ar: 'انتهت مهلة القبول' },
    // Dispatchers read the text of the alert, sellers one of their own.
    body: alertBody(word) ?? {
      en: `Order ${word('orderNumber')} is past its acceptance deadline. You can still accept it.`,
      ar: `انتهت مهلة قبول الطلب ${word('orderNumber')}. ما زال بإمكانك قبوله.`,
    },
  }),
  LOW_STOCK: (word) => ({
    title: { en: 'Stock is running low', ar: 'المخزون يوشك على النفاد' },
    body: {
      en: `${word('titleEn')} (${word('sku')}): ${word('available')} left, fewer than ${word('threshold')}.`,
      ar: `${word('titleAr')} (${word('sku')}): المتبقي ${word('available')}، وحد التنبيه ${word('threshold')}.`,
    },
  }),
  SELLER_APPROVED: (word) => ({
    title: { en: 'Your shop is open', ar: 'تم قبول متجرك' },
    body: {
      en: `Your application for ${word('nameEn')} is approved. Add products and stock to start selling.`,
      ar: `تم اعتماد طلبك لمتجر ${word('nameAr')}. أضف المنتجات والمخزون لتبدأ البيع.`,
    },
  }),
  SELLER_REJECTED: (word) => ({
    title: { en: 'Your application was declined', ar: 'لم يُقبل طلبك' },
    body: {
      en: `Your application for ${word('nameEn')} was not approved (${word('reason')}). You can apply again.`,
      ar: `لم يُعتمد طلبك لمتجر ${word('nameAr')} (${word('reason')}). يمكنك تقديم طلب جديد.`,
    },
  }),
  SELLER_SUSPENDED: (word) => ({
    title: { en: 'Your shop is suspended', ar: 'تم تعليق متجرك' },
    body: {
      en: `Nothing of ${word('nameEn')} can be bought for now (${word('reason')}). Please finish the orders that are open.`,
      ar: `لا يمكن الشراء من ${word('nameAr')} حاليًا (${word('reason')}). يُرجى إتمام الطلبات المفتوحة.`,
    },
  }),
  SELLER_REINSTATED: (word) => ({
    title: { en: 'Your shop is open again', ar: 'أُعيد فتح متجرك' },
    body: {
      en: `Buyers can buy from ${word('nameEn')} again.`,
      ar: `يمكن للمشترين الشراء من ${word('nameAr')} من جديد.`,
    },
  }),
  SELLER_CLOSED: (word) => ({
    title: { en: 'Your shop is closed', ar: 'تم إغلاق متجرك' },
    body: {
      en: `Your shop ${word('nameEn')} was closed for good and no longer sells anything. If this was not you, tell us at once.`,
      ar: `تم إغلاق متجر ${word('nameAr')} نهائيًا ولم تعد منتجاته معروضة للبيع. إن لم تكن أنت من أغلقه فأبلغنا فورًا.`,
    },
  }),
  // Without the token, which is sealed separately and never part of the text.
  STAFF_INVITATION: (word) => ({
    title: { en: `Work for ${word('nameEn')}`, ar: `انضم إلى ${word('nameAr')}` },
    body: {
      en: `You are invited to the staff of ${word('nameEn')}. Sign in with this e-mail, or register with it, and accept within 7 days.`,
      ar: `يدعوك ${word('nameAr')} للانضمام إلى فريقه. سجّل الدخول بهذا البريد أو أنشئ حسابًا به، واقبل الدعوة خلال 7 أيام.`,
    },
  }),
  BANK_ACCOUNT_CHANGED: (word) => ({
    title: { en: 'Your bank account was changed', ar: 'تم تغيير حسابك المصرفي' },
    body: {
      en: `From ${momentText('en', word('usableFrom'))} on, payouts go to the account ending in ${word('lastFour')}. If this was not you, tell us at once.`,
      ar: `ابتداءً من ${momentText('ar', word('usableFrom'))} تُحوَّل المستحقات إلى الحساب المنتهي بـ ${word('lastFour')}. إن لم تكن أنت من غيّره فأبلغنا فورًا.`,
    },
  }),
  WEBHOOK_DISABLED: (word) => ({
    title: { en: 'A webhook was switched off', ar: 'أُوقف أحد الويب هوك' },
    body:
      word('reason') === 'GONE'
        ? {
            en: `The webhook at ${word('host')} answered that nothing is to be sent there any more. Give it another address, or switch it on again.`,
            ar: `أفاد ${word('host')} بأنه لم يعد يستقبل شيئًا. غيّر عنوانه أو فعّله من جديد.`,
          }
        : {
            en: `The webhook at ${word('host')} has taken nothing for more than two days. Repair it, switch it on again, and replay what it missed.`,
            ar: `لم يستقبل ${word('host')} شيئًا منذ أكثر من يومين. أصلحه وفعّله من جديد، ثم أعد إرسال ما فاته.`,
          },
  }),
};
