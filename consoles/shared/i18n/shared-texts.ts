import { bellTexts } from './bell-texts.ts';
import { defineTexts } from './define-texts.ts';
import { textHook } from './locale.tsx';

/** What every console says in the same words. */
const ownTexts = defineTexts({
  'brand.name': { en: 'Wasl', ar: 'وصل' },

  'role.DISPATCHER': { en: 'dispatcher', ar: 'منسّق توصيل' },
  'role.DRIVER': { en: 'driver', ar: 'سائق' },
  'role.SELLER': { en: 'seller', ar: 'بائع' },

  'account.menu': { en: 'Account', ar: 'الحساب' },
  'account.open': { en: 'Account and security', ar: 'الحساب والأمان' },
  'account.guide': { en: 'Help', ar: 'المساعدة' },
  'account.signOut': { en: 'Sign out', ar: 'تسجيل الخروج' },
  'language.switch': { en: 'العربية', ar: 'English' },
  'theme.label': { en: 'Appearance', ar: 'المظهر' },
  'theme.system': {
    en: 'Same as the device',
    ar: 'حسب الجهاز',
  },
  'theme.light': { en: 'Light', ar: 'فاتح' },
  'theme.dark': { en: 'Dark', ar: 'داكن' },

  loading: { en: 'Loading', ar: 'جارٍ التحميل' },
  close: { en: 'Close', ar: 'إغلاق' },
  cancel: { en: 'Cancel', ar: 'إلغاء' },
  retry: { en: 'Try again', ar: 'أعد المحاولة' },
  skip: { en: 'Skip to content', ar: 'انتقل إلى المحتوى' },

  'live.stale': {
    en: 'Live data is paused. What you see is from {age} ago.',
    ar: 'توقف التحديث المباشر مؤقتًا. ما تراه يعود إلى ما قبل {age}.',
  },
  'live.offline': {
    en: 'No connection. What you see is from {age} ago; it will catch up automatically.',
    ar: 'لا يوجد اتصال. ما تراه يعود إلى ما قبل {age}، وسيُستكمل تلقائيًا.',
  },
  'live.offlineUnknown': { en: 'No live connection yet.', ar: 'لا يوجد اتصال مباشر بعد.' },
  'live.catchingUp': { en: 'Catching up on what was missed …', ar: 'جارٍ استكمال ما فات …' },
  'live.staleShort': { en: 'Live data is paused.', ar: 'توقف التحديث المباشر مؤقتًا.' },
  'live.offlineShort': { en: 'No connection.', ar: 'لا يوجد اتصال.' },

  'error.title': { en: 'Something went wrong here', ar: 'حدث خطأ هنا' },
  'error.detail': {
    en: 'Something unexpected happened on this page. Nothing you saved is lost.',
    ar: 'حدث أمر غير متوقع في هذه الصفحة. لم يضع شيء مما حفظته.',
  },
  'error.reference': { en: 'Reference {id}', ar: 'المرجع {id}' },
  'half.date': { en: 'Complete the date, or clear it.', ar: 'أكمل التاريخ أو امسحه.' },
  'half.time': { en: 'Complete the time, or clear it.', ar: 'أكمل الوقت أو امسحه.' },
  'error.noAnswerTitle': { en: 'No connection', ar: 'لا يوجد اتصال' },
  'error.noAnswer': {
    en: 'The service did not answer. Check your network.',
    ar: 'لم تستجب الخدمة. تحقّق من الشبكة.',
  },
  more: { en: 'Show more', ar: 'عرض المزيد' },
  'account.signOutFailed': {
    en: 'Signing out needs a connection, so that no one can continue your session.',
    ar: 'يحتاج تسجيل الخروج إلى اتصال حتى لا يتابع أحد جلستك.',
  },
  'update.available': { en: 'A new version is ready.', ar: 'يتوفر إصدار جديد.' },
  'update.apply': { en: 'Update now', ar: 'حدّث الآن' },
});

export const sharedTexts = { ...ownTexts, ...bellTexts };

export const useSharedText = textHook(sharedTexts);
