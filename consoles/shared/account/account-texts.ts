import { defineTexts } from '../i18n/define-texts.ts';
import { textHook } from '../i18n/locale.tsx';

/** What the screens of one's own account say: profile, password and second factor. */
const accountTexts = defineTexts({
  'account.title': { en: 'Account', ar: 'الحساب' },
  'account.sections': { en: 'Parts of the account', ar: 'أقسام الحساب' },
  'section.profile': { en: 'Profile', ar: 'الملف الشخصي' },
  'section.security': { en: 'Security', ar: 'الأمان' },
  'section.devices': { en: 'Devices', ar: 'الأجهزة' },
  'section.notifications': { en: 'Notifications', ar: 'الإشعارات' },
  'common.save': { en: 'Save', ar: 'حفظ' },
  'common.saved': { en: 'Saved', ar: 'تم الحفظ' },
  'common.change': { en: 'Change', ar: 'تغيير' },
  'common.remove': { en: 'Remove', ar: 'إزالة' },
  'common.add': { en: 'Add', ar: 'إضافة' },

  'profile.title': { en: 'Name and language', ar: 'الاسم واللغة' },
  'profile.name': { en: 'Name', ar: 'الاسم' },
  'profile.locale': { en: 'Language of messages', ar: 'لغة الرسائل' },
  'profile.locale.hint': {
    en: 'E-mails, texts and notifications are written in it. The language of this page is chosen at its top or in its settings.',
    ar: 'تُكتب بها رسائل البريد والرسائل القصيرة والإشعارات. أما لغة هذه الصفحة فتُختار في أعلاها أو في إعداداتها.',
  },

  'contact.title': { en: 'E-mail and phone', ar: 'البريد والهاتف' },
  'contact.hint': {
    en: 'Messages go there. A new one counts once the code that is sent to it has come back.',
    ar: 'إليهما تصل الرسائل. ويُعتمد الجديد بعد إدخال الرمز المرسل إليه.',
  },
  'contact.EMAIL': { en: 'E-mail', ar: 'البريد الإلكتروني' },
  'contact.PHONE': { en: 'Phone', ar: 'الهاتف' },
  'contact.none': { en: 'None', ar: 'لا يوجد' },
  'contact.verified': { en: 'Verified', ar: 'مؤكَّد' },
  'contact.unverified': { en: 'Not verified', ar: 'غير مؤكَّد' },
  'contact.verify': { en: 'Verify', ar: 'تأكيد' },
  'contact.change.EMAIL': { en: 'Change the e-mail', ar: 'تغيير البريد الإلكتروني' },
  'contact.change.PHONE': { en: 'Change the phone number', ar: 'تغيير رقم الهاتف' },
  'contact.add.PHONE': { en: 'Add a phone number', ar: 'إضافة رقم هاتف' },
  'contact.remove.PHONE': { en: 'Remove the phone number', ar: 'إزالة رقم الهاتف' },
  'contact.remove.hint': {
    en: 'No more texts are sent to {phone}, and it cannot be used to sign in.',
    ar: 'لن تُرسل رسائل قصيرة إلى {phone}، ولن يصلح لتسجيل الدخول.',
  },
  'contact.new.EMAIL': { en: 'New e-mail', ar: 'البريد الجديد' },
  'contact.new.PHONE': { en: 'New mobile number', ar: 'رقم الجوال الجديد' },
  'contact.password.hint': {
    en: 'Asked for since messages that let somebody in go there.',
    ar: 'تُطلب لأن الرسائل التي تتيح الدخول تُرسل إليه.',
  },
  'contact.send': { en: 'Send a code', ar: 'إرسال رمز' },
  'contact.code': { en: 'Code', ar: 'الرمز' },
  'contact.code.title': { en: 'Enter the code', ar: 'أدخل الرمز' },
  'contact.code.hint': {
    en: 'Six digits are on their way to {address}. They hold for 10 minutes.',
    ar: 'ستة أرقام في طريقها إلى {address}، وتسري 10 دقائق.',
  },
  'contact.confirm': { en: 'Confirm', ar: 'تأكيد' },
  'contact.again': { en: 'Send another code', ar: 'إرسال رمز آخر' },
  'contact.sentAgain': { en: 'Another code is on its way', ar: 'رمز آخر في طريقه إليك' },
  'contact.done.EMAIL': { en: 'Your e-mail is verified', ar: 'تم تأكيد بريدك' },
  'contact.done.PHONE': { en: 'Your phone number is verified', ar: 'تم تأكيد رقم هاتفك' },
  'contact.removed': { en: 'The phone number is removed', ar: 'أُزيل رقم الهاتف' },
  'contact.same': { en: 'This is the one you have', ar: 'هذا هو ما لديك الآن' },

  'password.title': { en: 'Password', ar: 'كلمة المرور' },
  'password.hint': {
    en: 'A new password signs out every other device. You are told by every channel.',
    ar: 'تعيين كلمة مرور جديدة يُخرج كل جهاز آخر، ويصلك إشعار عبر كل القنوات.',
  },
  'password.first': {
    en: 'You sign in by codes and have no password yet. Set one to sign in with it too.',
    ar: 'تسجّل الدخول بالرموز وليست لك كلمة مرور بعد. عيّن واحدة لتدخل بها أيضًا.',
  },
  'password.submit': { en: 'Change the password', ar: 'تغيير كلمة المرور' },
  'password.changed': { en: 'Your password is changed', ar: 'غُيّرت كلمة مرورك' },
  'password.changed.detail': {
    en: 'All other devices are signed out. This one stays signed in.',
    ar: 'سُجّل خروج كل الأجهزة الأخرى، ويبقى هذا الجهاز.',
  },

  'factor.title': { en: 'Second factor', ar: 'عامل التحقق الثاني' },
  'factor.on': { en: 'On', ar: 'مفعّل' },
  'factor.off': { en: 'Off', ar: 'غير مفعّل' },
  'factor.on.hint': {
    en: 'What matters most asks for a code of your authenticator app. Signing in to this console does not.',
    ar: 'تُطلب رموز تطبيق المصادقة للأمور الأهم، ولا تُطلب عند الدخول إلى هذه الصفحة.',
  },
  'factor.off.hint': {
    en: 'Optional. An authenticator app on your phone makes a code every 30 seconds; what matters most then asks for one, so that a stolen password or an open session is not enough. Signing in to this console stays as it is.',
    ar: 'اختياري. يُنشئ تطبيق المصادقة على هاتفك رمزًا كل 30 ثانية، ويُطلب في الأمور الأهم، فلا تكفي كلمة مرور مسروقة ولا جلسة مفتوحة. ويبقى الدخول إلى هذه الصفحة كما هو.',
  },
  'factor.setUp': { en: 'Set up', ar: 'التفعيل' },
  'factor.step': { en: 'Step {step} of {steps}', ar: 'الخطوة {step} من {steps}' },
  'factor.begin.hint': { en: 'First confirm that it is you.', ar: 'أكّد أولًا أنك أنت.' },
  'factor.next': { en: 'Next', ar: 'التالي' },
  'factor.scan': {
    en: 'Scan this picture with your authenticator app (Google Authenticator, Microsoft Authenticator, Aegis or another).',
    ar: 'امسح هذه الصورة بتطبيق المصادقة (Google Authenticator أو Microsoft Authenticator أو Aegis أو غيرها).',
  },
  'factor.qr': { en: 'QR code for the authenticator app', ar: 'رمز QR لتطبيق المصادقة' },
  'factor.openApp': { en: 'Open in an app on this device', ar: 'افتح في تطبيق على هذا الجهاز' },
  'factor.secret': { en: 'Or type this key into the app', ar: 'أو اكتب هذا المفتاح في التطبيق' },
  'factor.code': { en: 'Code that the app shows', ar: 'الرمز الذي يعرضه التطبيق' },
  'factor.confirm': { en: 'Turn on', ar: 'تفعيل' },
  'factor.enabled': { en: 'The second factor is on', ar: 'فُعّل عامل التحقق الثاني' },
  'recovery.title': { en: 'Keep your recovery codes', ar: 'احتفظ برموز الاسترداد' },
  'recovery.hint': {
    en: 'They are shown this once. Each works once in place of a code when your phone is lost. Keep them where you would keep a key, not on this device alone.',
    ar: 'تُعرض هذه المرة فقط. يعمل كل رمز مرة واحدة بدل رمز التطبيق إن فُقد هاتفك. احفظها حيث تحفظ مفتاحًا، لا على هذا الجهاز وحده.',
  },
  'recovery.for': { en: 'Wasl recovery codes of {email}', ar: 'رموز استرداد وصل لحساب {email}' },
  'recovery.copy': { en: 'Copy', ar: 'نسخ' },
  'recovery.copied': { en: 'Copied', ar: 'نُسخت' },
  'recovery.copyFailed': {
    en: 'This browser did not allow copying: download or print them.',
    ar: 'لم يسمح المتصفح بالنسخ: نزّلها أو اطبعها.',
  },
  'recovery.download': { en: 'Download', ar: 'تنزيل' },
  'recovery.print': { en: 'Print', ar: 'طباعة' },
  'recovery.kept': { en: 'I have kept them', ar: 'احتفظت بها' },
  'factor.turnOff': { en: 'Turn off', ar: 'إيقاف' },
  'factor.turnOff.title': { en: 'Turn the second factor off', ar: 'إيقاف عامل التحقق الثاني' },
  'factor.turnOff.hint': {
    en: 'Your password alone then protects your account. For a new phone: turn it off here, then set it up again.',
    ar: 'بعدها تحمي كلمة المرور وحدها حسابك. لهاتف جديد: أوقفه هنا ثم فعّله من جديد.',
  },
  'factor.turnOff.code': {
    en: 'Code from your app, or a recovery code',
    ar: 'رمز من تطبيقك أو رمز استرداد',
  },
  'factor.disabled': { en: 'The second factor is off', ar: 'أُوقف عامل التحقق الثاني' },
});

export const useAccountText = textHook(accountTexts);
