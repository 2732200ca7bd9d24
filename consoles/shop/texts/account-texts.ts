import { accountTexts } from '../../shared/account/account-texts.ts';
import { deviceTexts } from '../../shared/account/device-texts.ts';
import { preferenceTexts } from '../../shared/account/preference-texts.ts';
import { formTexts } from '../../shared/forms/form-texts.ts';
import { bellTexts } from '../../shared/i18n/bell-texts.ts';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { passwordTexts } from '../../shared/i18n/password-texts.ts';

/** Texts of the account pages, beyond those shared with the consoles. */
const ownTexts = defineTexts({
  'account.greeting': { en: 'Hello, {name}', ar: 'أهلًا، {name}' },
  'account.orders': { en: 'Orders', ar: 'الطلبات' },
  'account.orders.hint': {
    en: 'Where they are, what they cost, order again',
    ar: 'أين وصلت، وكم كلفتها، واطلبها من جديد',
  },
  'account.addresses': { en: 'Addresses', ar: 'العناوين' },
  'account.addresses.hint': { en: 'Where we deliver to', ar: 'إلى أين نوصل طلباتك' },
  'account.bell.hint': {
    en: '{count, plural, =0 {Nothing new} one {1 is new} other {{count} are new}}',
    ar: '{count, plural, zero {لا جديد} one {إشعار جديد} two {إشعاران جديدان} few {{count} إشعارات جديدة} many {{count} إشعارًا جديدًا} other {{count} إشعار جديد}}',
  },
  'account.choices': { en: 'Messages', ar: 'الرسائل' },
  'account.choices.hint': { en: 'What you are sent, and when', ar: 'ما يُرسل إليك ومتى' },
  'account.security.hint': { en: 'Password, second factor', ar: 'كلمة المرور وعامل التحقق الثاني' },
  'account.devices.hint': { en: 'Where you are signed in', ar: 'أين سجّلت دخولك' },
  'account.privacy': { en: 'Your data', ar: 'بياناتك' },
  'account.privacy.hint': { en: 'Download it, close the account', ar: 'نزّلها أو أغلق الحساب' },
  'account.signOut': { en: 'Sign out', ar: 'تسجيل الخروج' },
  'account.details': { en: 'Your details', ar: 'معلوماتك' },
  'account.since': { en: 'Customer since {date}', ar: 'معنا منذ {date}' },
  'account.language': { en: 'Language of messages', ar: 'لغة الرسائل' },
  'account.cancel': { en: 'Cancel', ar: 'إلغاء' },

  'verify.todo': { en: 'Confirm your e-mail', ar: 'أكّد بريدك الإلكتروني' },
  'verify.why': {
    en: 'We send you a code of six digits. Then you can get back in when a password is forgotten.',
    ar: 'نرسل إليك رمزًا من ستة أرقام، فتستطيع استعادة حسابك إن نسيت كلمة المرور.',
  },
  'verify.off': {
    en: 'E-mails are not being sent at the moment, so yours cannot be confirmed yet. You can order all the same; what matters appears under the bell.',
    ar: 'لا تُرسل رسائل البريد حاليًا، لذلك لا يمكن تأكيد بريدك بعد. تستطيع الطلب كالمعتاد، وكل ما يهمك يظهر في الإشعارات.',
  },
  'contact.off.EMAIL': {
    en: 'E-mails are not being sent at the moment, so a code would arrive too late to be used. Change your e-mail later.',
    ar: 'لا تُرسل رسائل البريد حاليًا. سيتأخر الرمز حتى تنتهي مدته، فغيّر بريدك لاحقًا.',
  },
  'contact.off.PHONE': {
    en: 'Text messages are not being sent at the moment, so a code would arrive too late to be used. Change your number later. Drivers call the number of the delivery address.',
    ar: 'لا تُرسل الرسائل القصيرة حاليًا. سيتأخر الرمز حتى تنتهي مدته، فغيّر رقمك لاحقًا. يتصل السائق بالرقم المكتوب في عنوان التوصيل.',
  },
  'contact.otherAddress': { en: 'Use another one', ar: 'استخدم غيره' },
  'contact.notArrived': { en: 'Nothing has arrived?', ar: 'لم يصلك شيء؟' },

  'said.saved': { en: 'Saved.', ar: 'تم الحفظ.' },
  'said.same': { en: 'You are using this one already.', ar: 'هذا ما لديك الآن.' },
  'said.email-verified': { en: 'Your e-mail is confirmed.', ar: 'تم تأكيد بريدك الإلكتروني.' },
  'said.phone-verified': { en: 'Your phone number is confirmed.', ar: 'تم تأكيد رقم هاتفك.' },
  'said.phone-removed': { en: 'The phone number is removed.', ar: 'أُزيل رقم الهاتف.' },
  'said.password-changed': {
    en: 'Your password is changed. All other devices are signed out; this one stays signed in.',
    ar: 'غُيّرت كلمة مرورك. سُجّل خروج كل الأجهزة الأخرى، ويبقى هذا الجهاز.',
  },
  'said.factor-off': { en: 'The second factor is off.', ar: 'أُوقف عامل التحقق الثاني.' },
  'said.session-ended': { en: 'That device is signed out.', ar: 'سُجّل خروج ذلك الجهاز.' },
  'said.sessions-ended': { en: 'All other devices are signed out.', ar: 'سُجّل خروج كل الأجهزة الأخرى.' },
  'said.device-removed': { en: 'Nothing is sent there any more.', ar: 'لن يُرسل شيء إلى هناك بعد الآن.' },
  'said.all-read': { en: 'All are marked as read.', ar: 'عُلّم الكل كمقروء.' },

  'refused.conflict.title': { en: 'This has changed meanwhile', ar: 'تغيّر هذا في هذه الأثناء' },
  'refused.conflict.detail': {
    en: 'Perhaps in another window, or on another device. Look at your account and repeat what is still to be done.',
    ar: 'ربما في نافذة أخرى أو على جهاز آخر. راجع حسابك ثم أعد ما بقي.',
  },
  'refused.kept.title': { en: 'It cannot be turned off', ar: 'لا يمكن إيقافه' },
  'refused.kept.detail': {
    en: 'Your shop’s payouts go to a bank account of yours, and the second factor protects it.',
    ar: 'تُحوَّل مستحقات متجرك إلى حسابك المصرفي، وعامل التحقق الثاني يحميه.',
  },
  'refused.signInAgain': { en: 'Sign in again', ar: 'سجّل الدخول من جديد' },

  'factor.on.hint': {
    en: 'Signing in to the shop asks for a code of your authenticator app, and so do closing the account and changing this.',
    ar: 'يُطلب رمز من تطبيق المصادقة عند الدخول إلى المتجر، وعند إغلاق الحساب أو تغيير هذا الإعداد.',
  },
  'factor.off.hint': {
    en: 'Optional. An authenticator app on your phone makes a code every 30 seconds. Signing in to the shop then asks for one, so that a stolen password is not enough.',
    ar: 'اختياري. يُنشئ تطبيق المصادقة على هاتفك رمزًا كل 30 ثانية، ويُطلب عند الدخول إلى المتجر، فلا تكفي كلمة مرور مسروقة.',
  },
  'factor.replace': { en: 'Use another phone', ar: 'استخدم هاتفًا آخر' },
  'factor.replace.hint': {
    en: 'The app on your old phone counts until the new one is confirmed. Your recovery codes are replaced, too.',
    ar: 'يبقى التطبيق على هاتفك القديم ساريًا حتى يُؤكَّد الجديد، وتُستبدل رموز الاسترداد أيضًا.',
  },
  'factor.turnOff.hint': {
    en: 'Your password alone then protects your account.',
    ar: 'بعدها تحمي كلمة المرور وحدها حسابك.',
  },
  'factor.isOn': { en: 'The second factor is on.', ar: 'فُعّل عامل التحقق الثاني.' },
  'password.none': { en: 'You sign in by codes', ar: 'تسجّل الدخول بالرموز' },
  'password.set': { en: 'Set a password', ar: 'تعيين كلمة مرور' },
  'password.isSet': { en: 'Set', ar: 'معيّنة' },

  'quiet.qatar': { en: 'Qatar time', ar: 'توقيت قطر' },
  'push.title': { en: 'Devices that receive messages', ar: 'الأجهزة التي تصلها الرسائل' },
  'sessions.endOthers.hint': {
    en: 'Every device but this one is signed out at once.',
    ar: 'يُسجَّل خروج كل الأجهزة عدا هذا فورًا.',
  },
  'apps.none': { en: 'No app or browser receives messages yet.', ar: 'لا تطبيق ولا متصفح تصله الرسائل.' },

  'list.more': { en: 'Show older ones', ar: 'عرض الأقدم' },
  'bell.read': { en: 'Mark as read', ar: 'تعليم كمقروء' },

  'data.title': { en: 'Download your data', ar: 'نزّل بياناتك' },
  'data.hint': {
    en: 'One file with everything that is kept about you: account, devices, addresses, cart, orders, notifications. It is a JSON file, which any text editor opens. Keep it to yourself.',
    ar: 'ملف واحد فيه كل ما نحفظه عنك: الحساب والأجهزة والعناوين والسلة والطلبات والإشعارات. الملف بصيغة JSON ويفتحه أي محرر نصوص. احتفظ به لنفسك.',
  },
  'data.download': { en: 'Download', ar: 'تنزيل' },
  'closing.title': { en: 'Close your account', ar: 'إغلاق حسابك' },
  'closing.hint': {
    en: 'For good: it cannot be opened again. First look at what happens.',
    ar: 'نهائيًا: لا يمكن فتحه من جديد. اطّلع أولًا على ما يترتب على ذلك.',
  },
  'closing.look': { en: 'Continue to closing', ar: 'متابعة إغلاق الحساب' },
  'closing.erased.title': { en: 'What is erased', ar: 'ما يُمحى' },
  'closing.erased': {
    en: 'Your name, e-mail, phone, password and second factor; your addresses with their pins; your cart; your notifications; the devices you signed in with. What others wrote about your orders loses your name and numbers.',
    ar: 'اسمك وبريدك وهاتفك وكلمة مرورك وعامل التحقق الثاني، وعناوينك ومواقعها على الخريطة، وسلتك، وإشعاراتك، والأجهزة التي دخلت منها. ويُزال اسمك وأرقامك مما كتبه غيرك عن طلباتك.',
  },
  'closing.kept.title': { en: 'What is kept', ar: 'ما يبقى' },
  'closing.kept': {
    en: 'Invoices that were issued keep your name and address, because the law asks for it. Orders and payments stay as figures, without your name.',
    ar: 'تحتفظ الفواتير الصادرة باسمك وعنوانك لأن القانون يوجب ذلك. وتبقى الطلبات والمدفوعات أرقامًا من دون اسمك.',
  },
  'closing.after': {
    en: 'Every device is signed out at once. Your e-mail is free for a new account.',
    ar: 'يُسجَّل خروج كل الأجهزة فورًا، ويصبح بريدك متاحًا لحساب جديد.',
  },
  'closing.understood': {
    en: 'I understand that this cannot be undone',
    ar: 'أفهم أنه لا يمكن التراجع عن هذا',
  },
  'closing.submit': { en: 'Close the account for good', ar: 'أغلق الحساب نهائيًا' },
  'closing.not.title': { en: 'Not yet: something is left to settle', ar: 'ليس بعد: بقي ما يجب إنهاؤه' },
  'obstacle.ORDERS_UNDER_WAY': {
    en: '{count, plural, one {One order is} other {{count} orders are}} still under way. Shop and driver need your address until it is delivered, cancelled or returned.',
    ar: '{count, plural, zero {طلبات ما زالت جارية.} one {طلب واحد ما زال جاريًا.} two {طلبان ما زالا جاريين.} few {{count} طلبات ما زالت جارية.} many {{count} طلبًا ما زال جاريًا.} other {{count} طلب ما زال جاريًا.}} يحتاج المتجر والسائق إلى عنوانك حتى يُسلَّم الطلب أو يُلغى أو يُعاد.',
  },
  'obstacle.CASH_NOT_SETTLED': {
    en: 'The driver has yet to hand in the cash of {count, plural, one {one delivery} other {{count} deliveries}}. This is usually done on the same day.',
    ar: 'لم يسلّم السائق بعد نقود {count, plural, zero {طلبات} one {طلب واحد} two {طلبين} few {{count} طلبات} many {{count} طلبًا} other {{count} طلب}}، ويتم ذلك عادةً في اليوم نفسه.',
  },
  'obstacle.SHOP_OWNED': {
    en: 'You own a shop here. Close the shop first.',
    ar: 'لديك متجر هنا. أغلق المتجر أولًا.',
  },
  'obstacle.DRIVER_ON_SHIFT': {
    en: 'You are on a shift as a driver. End it first.',
    ar: 'ورديتك جارية بصفتك سائقًا. أنهِها أولًا.',
  },
  'obstacle.DRIVER_HAS_GOODS': {
    en: 'You have deliveries on board or promised. Deliver or hand them over first.',
    ar: 'لديك طلبات محمّلة أو مقبولة. سلّمها أو حوّلها أولًا.',
  },
  'obstacle.DRIVER_HAS_CASH': {
    en: 'You hold cash of deliveries, or a hand-in waits for approval. Settle it first.',
    ar: 'لديك نقود توصيل، أو تسوية تنتظر الاعتماد. أنهِها أولًا.',
  },
  'obstacle.SUPER_ADMINISTRATOR': {
    en: 'This account administers the whole service and cannot be closed.',
    ar: 'هذا الحساب يدير الخدمة كلها ولا يمكن إغلاقه.',
  },
  'closing.toOrders': { en: 'To your orders', ar: 'إلى طلباتك' },
  'closed.title': { en: 'Your account is closed', ar: 'أُغلق حسابك' },
  'closed.detail': {
    en: 'Apart from invoices, nothing we keep names you any more. Thank you for shopping with us.',
    ar: 'لم يعد في ما نحفظه ما يدل عليك عدا الفواتير. شكرًا لأنك كنت معنا.',
  },
});

export const ACCOUNT_TEXTS = {
  ...accountTexts,
  ...deviceTexts,
  ...preferenceTexts,
  ...passwordTexts,
  ...bellTexts,
  'refused.locked.title': formTexts['refused.locked.title'],
  'refused.locked.detail': formTexts['refused.locked.detail'],
  'refused.fresh.title': formTexts['refused.fresh.title'],
  'refused.fresh.detail': formTexts['refused.fresh.detail'],
  ...ownTexts,
};
