import { defineTexts } from '../i18n/define-texts.ts';

/** What is said of the devices that are signed in, and of those that messages reach. */
export const deviceTexts = defineTexts({
  'sessions.title': { en: 'Signed-in devices', ar: 'الأجهزة المسجّلة دخولها' },
  'sessions.hint': {
    en: 'End what you do not know, then change your password. A device says itself what it is; the place is the address of its network.',
    ar: 'أنهِ ما لا تعرفه ثم غيّر كلمة مرورك. الجهاز هو من يعرّف بنفسه، والمكان هو عنوان شبكته.',
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
  'sessions.ends': { en: 'Ends unless used', ar: 'تنتهي إن لم تُستخدم' },
  'sessions.end': { en: 'End', ar: 'إنهاء' },
  'sessions.endOf': { en: 'End the session: {name}', ar: 'إنهاء الجلسة: {name}' },
  'sessions.ended': { en: 'The session has ended', ar: 'انتهت الجلسة' },
  'sessions.endOthers': { en: 'End all others', ar: 'إنهاء كل الجلسات الأخرى' },
  'sessions.endOthers.hint': {
    en: 'Every device but this one is signed out at once. What a driver’s phone has kept to send stays on it until the next sign-in.',
    ar: 'يُسجَّل خروج كل الأجهزة عدا هذا فورًا. وما ينتظر الإرسال على هاتف السائق يبقى فيه حتى الدخول التالي.',
  },
  'sessions.endedOthers': {
    en: '{count, plural, =0 {There was no other session} one {# session has ended} other {# sessions have ended}}',
    ar: '{count, plural, =0 {لا جلسات أخرى} one {انتهت جلسة واحدة} two {انتهت جلستان} few {انتهت # جلسات} many {انتهت # جلسة} other {انتهت # جلسة}}',
  },
  'sessions.alone': { en: 'No other device is signed in.', ar: 'لا جهاز آخر سُجّل دخوله.' },

  'push.title': { en: 'Messages are pushed to', ar: 'الأجهزة التي تصلها التنبيهات' },
  'push.hint': {
    en: 'These show messages while the app is closed. It ends with their session.',
    ar: 'تعرض الرسائل والتطبيق مغلق، وينتهي ذلك مع جلستها.',
  },
  'push.by': { en: 'Through {service}', ar: 'عبر {service}' },
  'push.reached': { en: 'last reached {time}', ar: 'آخر وصول {time}' },
  'push.never': { en: 'not reached yet', ar: 'لم يصلها شيء بعد' },
  'reached.removeOf': { en: 'Remove: {name}', ar: 'إزالة: {name}' },
  'push.stopped': { en: 'Nothing is pushed there any more', ar: 'توقفت التنبيهات هناك' },

  'apps.title': { en: 'Apps that act while closed', ar: 'تطبيقات تعمل وهي مغلقة' },
  'apps.hint': {
    en: 'Each may do one thing alone, and ends with its session.',
    ar: 'لكل منها غرض واحد فقط، وينتهي مع جلسته.',
  },
  'apps.POSITIONS': { en: 'Reports positions, shows offers', ar: 'يرسل المواقع ويعرض العروض' },
  'apps.NOTIFICATIONS': { en: 'Shows notifications', ar: 'يعرض الإشعارات' },
  'apps.used': { en: 'last used {time}', ar: 'آخر استخدام {time}' },
  'apps.never': { en: 'not used yet', ar: 'لم يُستخدم بعد' },
  'apps.takenBack': { en: 'Taken back', ar: 'أُلغي الإذن' },
});
