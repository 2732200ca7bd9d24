import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** What the console is called, its screens, and who may not use them. */
export const consoleTexts = defineTexts({
  'console.name': { en: 'Seller', ar: 'البائع' },
  'console.tagline': {
    en: 'Your orders as they come in, and what is still to do with each.',
    ar: 'طلباتك لحظة ورودها، وما بقي عمله في كل منها.',
  },
  'nav.label': { en: 'Screens', ar: 'الشاشات' },
  'nav.orders': { en: 'Orders', ar: 'الطلبات' },
  'nav.products': { en: 'Products', ar: 'المنتجات' },
  'nav.stock': { en: 'Stock', ar: 'المخزون' },
  'nav.files': { en: 'Files', ar: 'الملفات' },
  'nav.money': { en: 'Money', ar: 'المال' },
  'nav.figures': { en: 'Figures', ar: 'الإحصاءات' },
  'nav.shop': { en: 'Shop', ar: 'المتجر' },
  'nav.account': { en: 'Account and security', ar: 'الحساب والأمان' },
  'nav.find': { en: 'Find an order or a screen', ar: 'ابحث عن طلب أو شاشة' },
  'nav.nothing': { en: 'Nothing has these letters.', ar: 'لا شيء يطابق هذه الأحرف.' },
  'sound.on': { en: 'Sound for new orders is on', ar: 'صوت الطلبات الجديدة مفعّل' },
  'sound.off': { en: 'Sound for new orders is off', ar: 'صوت الطلبات الجديدة متوقف' },
  'keys.title': { en: 'Keyboard shortcuts', ar: 'اختصارات لوحة المفاتيح' },
  'keys.everywhere': { en: 'Everywhere', ar: 'في كل مكان' },
  'keys.help': { en: 'Show this list', ar: 'عرض هذه القائمة' },
  'keys.undo': { en: 'Undo', ar: 'تراجع' },
  'keys.nothingToUndo': {
    en: 'An order that was accepted, packed or rejected stays so: nothing can be undone.',
    ar: 'ما قُبل من الطلبات أو جُهّز أو رُفض يبقى كذلك: لا شيء يمكن التراجع عنه.',
  },

  'download.failed': { en: 'The file did not come', ar: 'لم يصل الملف' },

  'gate.none.title': { en: 'You have no shop yet', ar: 'ليس لديك متجر بعد' },
  'gate.none.detail': {
    en: 'This account sells nothing. If you were invited to the staff of a shop, open the link of the invitation and accept it with this account. To open a shop of your own, apply here.',
    ar: 'هذا الحساب لا يبيع شيئًا. إن دُعيت إلى فريق متجر، فافتح رابط الدعوة واقبلها بهذا الحساب. ولفتح متجر خاص بك، قدّم طلبًا من هنا.',
  },
  'gate.apply': { en: 'Apply to sell', ar: 'قدّم طلبًا للبيع' },
  'gate.applied.title': { en: 'Your application is being checked', ar: 'طلبك قيد المراجعة' },
  'gate.applied.detail': {
    en: 'The marketplace is reviewing “{shop}”. You are notified of the decision, and this page then opens automatically.',
    ar: 'تراجع إدارة السوق «{shop}». ستصلك رسالة فور صدور القرار، وتُفتح هذه الصفحة تلقائيًا.',
  },
  'gate.rejected.title': { en: 'Your application was rejected', ar: 'رُفض طلبك' },
  'gate.rejected.detail': {
    en: 'The marketplace rejected “{shop}”: {reason}. You can apply again.',
    ar: 'رفضت إدارة السوق «{shop}»: {reason}. يمكنك تقديم طلب جديد.',
  },
  'gate.right.title': { en: 'You need a permission for this', ar: 'تحتاج إلى صلاحية لهذه الصفحة' },
  'gate.right.detail': {
    en: 'You work for “{shop}” without the permission {permissions}. {owner}, who owns the shop, can give it to you.',
    ar: 'تعمل لدى «{shop}» من دون صلاحية {permissions}. يمكن لمالك المتجر {owner} أن يمنحك إياها.',
  },
  'permission.quoted': { en: '“{name}”', ar: '«{name}»' },
  'permission.ORDERS': { en: 'Orders', ar: 'الطلبات' },
  'permission.CATALOGUE': { en: 'Products and offers', ar: 'المنتجات والعروض' },
  'permission.STOCK': { en: 'Stock', ar: 'المخزون' },
  'permission.SHIPPING': { en: 'Shipping', ar: 'الشحن' },
  'permission.STAFF': { en: 'Staff', ar: 'فريق العمل' },
  'permission.FINANCE': { en: 'Statements and payouts', ar: 'الكشوف والدفعات' },
  'gate.right.nobody': { en: 'The owner', ar: 'المالك' },
  'state.suspended.title': { en: 'Your shop is suspended', ar: 'متجرك موقوف' },
  'state.suspended.detail': {
    en: 'Nothing can be bought from “{shop}” until the marketplace opens it again. Finish the orders you have.',
    ar: 'لا يمكن الشراء من «{shop}» حتى تعيد إدارة السوق فتحه. أكمل الطلبات التي لديك.',
  },
  'state.closed.title': { en: 'Your shop is closed', ar: 'متجرك مغلق' },
  'state.closed.detail': {
    en: '“{shop}” was closed for good. Its past orders can still be read.',
    ar: 'أُغلق «{shop}» نهائيًا. ما زال بإمكانك الاطلاع على طلباته السابقة.',
  },
  'state.vacation': {
    en: 'Your shop is on vacation: nothing can be bought from it.',
    ar: 'متجرك في إجازة: لا يمكن الشراء منه الآن.',
  },
});

export const useConsoleText = textHook(consoleTexts);
