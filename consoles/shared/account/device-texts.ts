import { defineTexts } from '../i18n/define-texts.ts';

/** What is said of the devices that are signed in, and of those that messages reach. */
export const deviceTexts = defineTexts({
  'sessions.title': { en: 'Signed-in devices', ar: 'الأجهزة المسجّلة دخولها' },
  'sessions.hint': {
    en: 'End any session you do not recognise, then change your password. Devices describe themselves; the place is the address of their network.',
    ar: 'أنهِ أي جلسة لا تعرفها ثم غيّر كلمة مرورك. يعرّف الجهاز بنفسه، والمكان هو عنوان شبكته.',
  },
  'sessions.this': { en: 'This device', ar: 'هذا الجهاز' },
  'sessions.on': { en: '{browser} on {system}', ar: '{browser} على {system}' },
  'sessions.unknown': { en: 'Unknown device', ar: 'جهاز غير معروف' },
  'surface.api': { en: 'An app', ar: 'تطبيق' },
  'surface.shop': { en: 'Shop', ar: 'المتجر' },
  'surface.dispatch': { en: 'Dispatch', ar: 'التنسيق' },
  'surface.driver': { en: 'Driver app', ar: 'تطبيق السائق' },
  'surface.seller': { en: 'Seller console', ar: 'لوحة البائع' },
  'sessions.lastSeen': { en: 'Last seen', ar: 'آخر ظهور' },
  'sessions.from': { en: '{time}, from {place}', ar: '{time}، من {place}' },
  'sessions.signedIn': { en: 'Signed in', ar: 'الدخول' },
  'sessions.ends': {
    en: 'Expires unless used',
    ar: 'تنتهي إن لم تُستخدم',
  },
  'sessions.end': { en: 'End', ar: 'إنهاء' },
  'sessions.endOf': { en: 'End the session: {name}', ar: 'إنهاء الجلسة: {name}' },
  'sessions.ended': { en: 'The session has ended', ar: 'انتهت الجلسة' },
  'sessions.endOthers': { en: 'End all others', ar: 'إنهاء كل الجلسات الأخرى' },
  'sessions.endOthers.hint': {
    en: 'All devices but this one are signed out at once. What a driver’s phone still has to send stays on it until the next sign-in.',
    ar: 'يُسجَّل خروج كل الأجهزة عدا هذا فورًا. وما ينتظر الإرسال على هاتف السائق يبقى فيه حتى الدخول التالي.',
  },
  'sessions.endedOthers': {
    en: '{count, plural, =0 {There was no other session} one {# session has ended} other {# sessions have ended}}',
    ar: '{count, plural, =0 {لا جلسات أخرى} one {انتهت جلسة واحدة} two {انتهت جلستان} few {انتهت # جلسات} many {انتهت # جلسة} other {انتهت # جلسة}}',
  },
  'sessions.alone': { en: 'No other device is signed in.', ar: 'لا جهاز آخر سُجّل دخوله.' },

  'push.title': {
    en: 'Devices that get push messages',
    ar: 'الأجهزة التي تصلها التنبيهات',
  },
  'push.hint': {
    en: 'These show messages while the app is closed, until their session ends.',
    ar: 'تعرض الرسائل والتطبيق مغلق، إلى أن تنتهي جلستها.',
  },
  'push.by': { en: 'Through {service}', ar: 'عبر {service}' },
  'push.reached': { en: 'last reached {time}', ar: 'آخر وصول {time}' },
  'push.never': { en: 'not reached yet', ar: 'لم يصلها شيء بعد' },
  'reached.removeOf': { en: 'Remove: {name}', ar: 'إزالة: {name}' },
  'push.stopped': {
    en: 'Push messages to it have stopped',
    ar: 'توقفت التنبيهات هناك',
  },

  'apps.title': { en: 'Apps that act while closed', ar: 'تطبيقات تعمل وهي مغلقة' },
  'apps.hint': {
    en: 'Each may do one thing only, until its session ends.',
    ar: 'لكل منها غرض واحد فقط، إلى أن تنتهي جلسته.',
  },
  'apps.POSITIONS': { en: 'Reports positions, shows offers', ar: 'يرسل المواقع ويعرض العروض' },
  'apps.NOTIFICATIONS': { en: 'Shows notifications', ar: 'يعرض الإشعارات' },
  'apps.used': { en: 'last used {time}', ar: 'آخر استخدام {time}' },
  'apps.never': { en: 'not used yet', ar: 'لم يُستخدم بعد' },
  'apps.takenBack': {
    en: 'Permission withdrawn',
    ar: 'أُلغي الإذن',
  },
});
