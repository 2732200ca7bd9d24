import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** From an application to the first sale. */
export const onboardingTexts = defineTexts({
  'invite.question': { en: 'Do you want to sell here?', ar: 'هل ترغب في البيع هنا؟' },
  'invite.detail': {
    en: 'Sign in with the account you shop with, or create one. Then you can apply with your business.',
    ar: 'سجّل الدخول بحسابك في المتجر أو أنشئ حسابًا جديدًا، ثم قدّم طلب نشاطك التجاري.',
  },
  'apply.title': { en: 'Apply to sell', ar: 'قدّم طلبًا للبيع' },
  'apply.hint': {
    en: 'The marketplace reviews every application. Its status is shown here, and you are notified of the decision.',
    ar: 'تراجع إدارة السوق كل طلب. ترى حالته هنا، وتصلك رسالة عند صدور القرار.',
  },
  'apply.legalName': { en: 'Registered name', ar: 'الاسم المسجل' },
  'apply.legalName.hint': {
    en: 'As in the commercial registration. It cannot be changed later.',
    ar: 'كما في السجل التجاري. لا يمكن تغييره لاحقًا.',
  },
  'apply.en': { en: 'Shop name in English', ar: 'اسم المتجر بالإنجليزية' },
  'apply.ar': { en: 'Shop name in Arabic', ar: 'اسم المتجر بالعربية' },
  'apply.warehouse': { en: 'Your first warehouse', ar: 'مستودعك الأول' },
  'apply.send': { en: 'Send the application', ar: 'إرسال الطلب' },

  'setUp.title': { en: 'Before the first sale', ar: 'قبل أول عملية بيع' },
  'setUp.left': {
    en: '{count, plural, one {# step is left} other {# steps are left}}',
    ar: '{count, plural, zero {لا خطوات متبقية} one {بقيت خطوة واحدة} two {بقيت خطوتان} few {بقيت # خطوات} many {بقيت # خطوة} other {بقيت # خطوة}}',
  },
  'step.done': { en: '(done)', ar: '(تم)' },
  'step.open': { en: '(to do)', ar: '(لم يتم بعد)' },
  'step.warehouse': { en: 'A warehouse with its address', ar: 'مستودع بعنوانه' },
  'step.warehouse.hint': {
    en: 'Where drivers pick up what is ready.',
    ar: 'حيث يستلم السائقون الطلبات الجاهزة.',
  },
  'step.product': { en: 'A product', ar: 'منتج' },
  'step.product.hint': {
    en: 'Texts in both languages; many at once as a file.',
    ar: 'نصوص باللغتين؛ والكثير منها دفعة واحدة في ملف.',
  },
  'step.offer': { en: 'A price, and pieces in stock', ar: 'سعر وقطع في المخزون' },
  'step.offer.hint': { en: 'What buyers can order.', ar: 'ما يمكن للمشترين طلبه.' },
  'step.shipping': { en: 'Ways of delivery', ar: 'طرق التوصيل' },
  'step.shipping.hint': {
    en: 'Buyers are offered the marketplace’s. Add your own if your prices or zones differ.',
    ar: 'تُعرض على المشترين طرق توصيل السوق. أضف طرقك الخاصة إن اختلفت أسعارك أو مناطقك.',
  },
  'step.bank': { en: 'A bank account', ar: 'حساب مصرفي' },
  'step.bank.hint': {
    en: 'Where payouts go, behind your second factor.',
    ar: 'تُحوَّل إليه الدفعات، ويحميه عامل التحقق الثاني.',
  },
  'step.sale': { en: 'The first sale', ar: 'أول عملية بيع' },
  'step.sale.hint': {
    en: 'Accept the first order, pack it, and it is delivered.',
    ar: 'اقبل أول طلب وجهّزه، ثم يُسلَّم.',
  },
});

export const useOnboardingText = textHook(onboardingTexts);
