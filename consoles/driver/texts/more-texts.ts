import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';
import { driverTexts } from './driver-texts.ts';

/** The screens beside the work: the day, notifications, settings. Loaded with the screens that say it, besides what every screen says. */
const moreTexts = defineTexts({
  'more.day': { en: 'Today', ar: 'اليوم' },
  'more.notifications': { en: 'Notifications', ar: 'الإشعارات' },
  'more.settings': { en: 'Settings', ar: 'الإعدادات' },
  'more.steps': { en: 'Your steps', ar: 'خطواتك' },
  'day.delivered': { en: 'Delivered', ar: 'سُلّمت' },
  'day.onTime': { en: 'On time', ar: 'في الموعد' },
  'day.failed': { en: 'Failed tries', ar: 'محاولات فاشلة' },
  'day.returned': { en: 'Returned', ar: 'أُعيدت' },
  'day.worked': { en: 'Worked', ar: 'ساعات العمل' },
  'day.notYet': { en: 'Not yet', ar: 'ليس بعد' },
  'day.underAMinute': { en: 'Under 1 min', ar: 'أقل من دقيقة' },
  'day.noBreak': { en: 'None', ar: 'بلا استراحة' },
  'day.breaks': { en: 'Breaks', ar: 'الاستراحات' },
  'day.collected': { en: 'Collected', ar: 'حُصّل' },
  'day.handedIn': { en: 'Handed in', ar: 'سُلّم' },
  'bell.empty': { en: 'No notifications', ar: 'لا إشعارات' },
  'bell.readAll': { en: 'Mark all as read', ar: 'تعليم الكل كمقروء' },
  'settings.language': { en: 'Language', ar: 'اللغة' },
  'settings.sound': { en: 'Sound and vibration for offers', ar: 'صوت واهتزاز عند العروض' },
  'settings.sound.test': { en: 'Hear it', ar: 'اسمعه' },
  'settings.install': { en: 'Install on this phone', ar: 'ثبّت التطبيق على الهاتف' },
  'settings.installed': { en: 'Installed', ar: 'مُثبّت' },
  'settings.version': { en: 'Version {version}', ar: 'الإصدار {version}' },
  'settings.on': { en: 'On', ar: 'مفعّل' },
  'settings.off': { en: 'Off', ar: 'معطّل' },
  'settings.signOut.waits': {
    en: '{count, plural, one {# step waits to be sent. It stays on this phone for your next sign-in.} other {# steps wait to be sent. They stay on this phone for your next sign-in.}}',
    ar: '{count, plural, one {خطوة واحدة بانتظار الإرسال وتبقى في الهاتف لدخولك القادم.} two {خطوتان بانتظار الإرسال وتبقيان في الهاتف لدخولك القادم.} few {# خطوات بانتظار الإرسال وتبقى في الهاتف لدخولك القادم.} many {# خطوة بانتظار الإرسال وتبقى في الهاتف لدخولك القادم.} other {# خطوة بانتظار الإرسال وتبقى في الهاتف لدخولك القادم.}}',
  },
});

export const useMoreText = textHook({ ...driverTexts, ...moreTexts });
