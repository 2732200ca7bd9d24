import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { passwordTexts } from '../../shared/i18n/password-texts.ts';

const ENTRY_TEXTS = defineTexts({
  signIn: { en: 'Sign in', ar: 'تسجيل الدخول' },
  signInSubmit: { en: 'Sign in', ar: 'دخول' },
  email: { en: 'E-mail', ar: 'البريد الإلكتروني' },
  password: { en: 'Password', ar: 'كلمة المرور' },
  showPassword: { en: 'Show', ar: 'إظهار' },
  hidePassword: { en: 'Hide', ar: 'إخفاء' },
  factorCode: { en: 'Code from your authenticator app', ar: 'رمز تطبيق المصادقة' },
  factorHint: {
    en: 'Six digits, or one of your recovery codes.',
    ar: 'ستة أرقام، أو أحد رموز الاسترداد.',
  },
  forgotLink: { en: 'Forgot your password?', ar: 'نسيت كلمة المرور؟' },
  codeLink: { en: 'Send me a code instead', ar: 'الدخول برمز بدل كلمة المرور' },
  passwordLink: { en: 'Use my password instead', ar: 'الدخول بكلمة المرور' },
  demoTitle: { en: 'This is a demo', ar: 'هذه نسخة تجريبية' },
  demoSignIn: { en: 'Sign in as {name}', ar: 'الدخول باسم {name}' },
  newHere: { en: 'New here?', ar: 'جديد في وصل؟' },
  createAccount: { en: 'Create an account', ar: 'إنشاء حساب' },
  haveAccount: { en: 'Already have an account?', ar: 'لديك حساب؟' },
  signInInstead: { en: 'Sign in with this e-mail instead', ar: 'سجّل الدخول بهذا البريد' },
  saidPasswordSet: {
    en: 'Your new password is set. Sign in with it.',
    ar: 'تم تعيين كلمة المرور الجديدة. سجّل الدخول بها.',
  },
  saidSessionEnded: {
    en: 'You were signed out: your session was too old, or was ended from another device. Sign in to continue; your cart is kept.',
    ar: 'انتهت جلستك لمرور وقت طويل أو لأنها أُنهيت من جهاز آخر. سجّل الدخول لتتابع؛ سلتك محفوظة.',
  },

  codeTitle: { en: 'Sign in with a code', ar: 'الدخول برمز' },
  codeIntro: {
    en: 'We send you six digits, which are good for 10 minutes. You need no password.',
    ar: 'نرسل إليك رمزًا من ستة أرقام يصلح لمدة 10 دقائق، دون الحاجة إلى كلمة مرور.',
  },
  emailOrPhone: { en: 'E-mail or mobile number', ar: 'البريد الإلكتروني أو رقم الجوال' },
  mobile: { en: 'Mobile number', ar: 'رقم الجوال' },
  codeToEmailHint: {
    en: 'An e-mail that is new to us gets an account.',
    ar: 'إن لم يكن للبريد حساب أنشأنا له حسابًا.',
  },
  codeToPhoneHint: {
    en: 'By SMS, if you have confirmed this number in your account.',
    ar: 'برسالة نصية، إن كنت قد أكّدت هذا الرقم في حسابك.',
  },
  codeToEitherHint: {
    en: 'An e-mail that is new to us gets an account. To a number we send an SMS if you have confirmed it in your account.',
    ar: 'إن لم يكن للبريد حساب أنشأنا له حسابًا. ونرسل رسالة نصية إلى الرقم إن كنت قد أكّدته في حسابك.',
  },
  sendCode: { en: 'Send the code', ar: 'أرسل الرمز' },
  haveCode: { en: 'I have a code already', ar: 'لديّ رمز' },
  noCodes: {
    en: 'This shop does not send e-mails or SMS yet, so signing in with a code is not possible. Please use your password.',
    ar: 'لا يرسل المتجر رسائل بريد أو رسائل نصية بعد، لذا لا يمكن الدخول برمز. استخدم كلمة المرور.',
  },
  noSmsYet: { en: 'Codes by SMS are not available yet.', ar: 'الرموز برسائل نصية غير متاحة بعد.' },
  noEmailYet: {
    en: 'Codes by e-mail are not available yet.',
    ar: 'الرموز بالبريد الإلكتروني غير متاحة بعد.',
  },
  enterTitle: { en: 'Enter your code', ar: 'أدخل الرمز' },
  enterIntro: {
    en: 'If this address can sign in here, a code is on its way to:',
    ar: 'إن كان هذا العنوان يصلح للدخول فالرمز في طريقه إلى:',
  },
  code: { en: 'Code of six digits', ar: 'الرمز من ستة أرقام' },
  sendAgain: { en: 'Send another code', ar: 'أرسل رمزًا آخر' },

  registerTitle: { en: 'Create your account', ar: 'إنشاء حساب' },
  yourName: { en: 'Your name', ar: 'اسمك' },
  nameHint: { en: 'As the driver should ask for you.', ar: 'كما ينبغي أن يناديك السائق.' },
  registerSubmit: { en: 'Create account', ar: 'أنشئ الحساب' },

  forgotTitle: { en: 'Forgotten password', ar: 'نسيت كلمة المرور' },
  forgotIntro: {
    en: 'We send you a link that sets a new password. It works once, for 30 minutes.',
    ar: 'نرسل إليك رابطًا لتعيين كلمة مرور جديدة. يعمل مرة واحدة خلال 30 دقيقة.',
  },
  forgotSubmit: { en: 'Send me a link', ar: 'أرسل لي الرابط' },
  forgotSent: {
    en: 'If there is an account with this e-mail, a link is on its way. Look in your spam folder, too, if it does not come within a few minutes.',
    ar: 'إن وُجد حساب بهذا البريد فالرابط في طريقه إليك. إن لم يصل خلال دقائق فابحث عنه في البريد غير المرغوب فيه أيضًا.',
  },
  forgotOff: {
    en: 'This shop does not send e-mails yet, so it cannot send you a link for a new password. Until then you can only sign in with your password.',
    ar: 'لا يرسل المتجر رسائل بريد بعد، لذا لا يمكن إرسال رابط لكلمة مرور جديدة. حتى ذلك الحين لا يمكن الدخول إلا بكلمة المرور.',
  },
  haveResetCode: { en: 'I have a code from the message', ar: 'لدي رمز من الرسالة' },
  backToSignIn: { en: 'Back to sign-in', ar: 'العودة إلى تسجيل الدخول' },
  resetTitle: { en: 'Set a new password', ar: 'تعيين كلمة مرور جديدة' },
  resetIntro: {
    en: 'Every device that is signed in to your account is signed out, this one too.',
    ar: 'سيُسجَّل خروج كل الأجهزة من حسابك، ومنها هذا الجهاز.',
  },
  tokenFromMessage: { en: 'Code from the message', ar: 'الرمز من الرسالة' },
  resetSubmit: { en: 'Set the password', ar: 'تعيين كلمة المرور' },
  askForNewLink: { en: 'Ask for a new link', ar: 'اطلب رابطًا جديدًا' },

  verifyTitle: { en: 'Confirm your e-mail', ar: 'تأكيد بريدك الإلكتروني' },
  verifyIntro: {
    en: 'Enter the six digits that we sent to this address when you registered or asked for them:',
    ar: 'أدخل الأرقام الستة التي أرسلناها عند التسجيل أو عند طلبك إلى:',
  },
  verifySubmit: { en: 'Confirm', ar: 'تأكيد' },
  verifySent: {
    en: 'A code is on its way. It is good for 10 minutes.',
    ar: 'الرمز في طريقه إليك ويصلح لمدة 10 دقائق.',
  },
  verifyOff: {
    en: 'This shop does not send e-mails yet, so your address cannot be confirmed. You can shop and order without it.',
    ar: 'لا يرسل المتجر رسائل بريد بعد، لذا لا يمكن تأكيد عنوانك. يمكنك التسوق والطلب دون ذلك.',
  },
  verified: { en: 'This e-mail is confirmed:', ar: 'هذا البريد مؤكَّد:' },
  goOn: { en: 'Continue', ar: 'متابعة' },

  invitationTitle: { en: 'Join a shop’s team', ar: 'الانضمام إلى فريق متجر' },
  invitationGuest: {
    en: 'A shop on Wasl has invited you to its team. Sign in with the e-mail that was invited, or create an account with it; then come back here to accept.',
    ar: 'دعاك متجر في وصل إلى فريقه. سجّل الدخول بالبريد الذي وُجّهت إليه الدعوة أو أنشئ حسابًا به، ثم تعود إلى هنا لقبولها.',
  },
  invitationAs: { en: 'You are signed in as:', ar: 'سجّلت الدخول باسم:' },
  invitationToken: { en: 'Invitation code from the message', ar: 'رمز الدعوة من الرسالة' },
  invitationAccept: { en: 'Accept the invitation', ar: 'قبول الدعوة' },
  invitationOther: { en: 'Sign in as someone else', ar: 'الدخول بحساب آخر' },
  joinedTitle: { en: 'You are on the team of {shop}', ar: 'أصبحت من فريق {shop}' },
  toSellerConsole: { en: 'Open the seller console', ar: 'افتح لوحة البائع' },
  joinedNext: {
    en: 'Your team works in the seller console: orders, products, stock and payouts, as far as your part in the team goes. Sign in there with the same e-mail and password. Here you can shop as before.',
    ar: 'يعمل فريقك في لوحة البائع: الطلبات والمنتجات والمخزون والمستحقات، بحسب صلاحياتك. سجّل الدخول إليها بالبريد وكلمة المرور نفسيهما. ويمكنك التسوق هنا كالمعتاد.',
  },

  signedInTitle: { en: 'You are signed in', ar: 'تم تسجيل الدخول' },
  mergedLines: {
    en: '{count, plural, =0 {Nothing could be added to your cart.} one {The product you had chosen is in your cart.} other {The {count} products you had chosen are in your cart.}}',
    ar: '{count, plural, zero {تعذّرت إضافة أي منتج إلى سلتك.} one {المنتج الذي اخترته في سلتك.} two {المنتجان اللذان اخترتهما في سلتك.} few {المنتجات الـ{count} التي اخترتها في سلتك.} many {المنتجات الـ{count} التي اخترتها في سلتك.} other {المنتجات الـ{count} التي اخترتها في سلتك.}}',
  },
  cappedTitle: { en: 'Fewer than you had chosen', ar: 'كمية أقل مما اخترت' },
  cappedWhy: {
    en: 'Together with what was in your cart before, there is not enough in stock, or it is more than one order may have.',
    ar: 'مع ما كان في سلتك من قبل، لا يكفي المخزون أو تتجاوز الكمية ما يُسمح به في الطلب الواحد.',
  },
  cappedLine: { en: '{quantity} instead of {requested}', ar: '{quantity} بدل {requested}' },
  goneTitle: {
    en: '{count, plural, one {One product can no longer be bought} other {{count} products can no longer be bought}}',
    ar: '{count, plural, zero {لا منتجات غير متاحة} one {منتج واحد لم يعد متاحًا} two {منتجان لم يعودا متاحين} few {{count} منتجات لم تعد متاحة} many {{count} منتجًا لم يعد متاحًا} other {{count} منتج لم يعد متاحًا}}',
  },
  toCart: { en: 'See your cart', ar: 'عرض السلة' },

  'entry.locked.title': { en: 'Sign-in is locked until {time}', ar: 'تسجيل الدخول مقفل حتى {time}' },
  'entry.locked.detail': {
    en: 'There were too many wrong tries in a row. Try again in {left}.',
    ar: 'كانت هناك محاولات خاطئة كثيرة متتالية. حاول مجددًا بعد {left}.',
  },
  'entry.lockedCode': {
    en: 'A code that we send you signs you in at once.',
    ar: 'يمكنك الدخول فورًا برمز نرسله إليك.',
  },
  'entry.limited.title': { en: 'Too many tries', ar: 'محاولات كثيرة' },
  'entry.limited.detail': {
    en: 'Please wait until {time} ({left}) and try again.',
    ar: 'انتظر حتى {time} ({left}) ثم حاول مجددًا.',
  },
  'entry.limitedCode': {
    en: 'The latest code that was sent still counts.',
    ar: 'آخر رمز أُرسل ما زال صالحًا.',
  },
  'entry.disabled.title': { en: 'This account is disabled', ar: 'هذا الحساب معطّل' },
  'entry.disabled.detail': {
    en: 'It cannot be used to sign in at the moment. Please contact the shop’s support.',
    ar: 'لا يمكن الدخول به حاليًا. تواصل مع خدمة العملاء.',
  },
  'entry.administrator.title': {
    en: 'Administrators do not sign in here',
    ar: 'لا يدخل المسؤولون من هنا',
  },
  'entry.administrator.detail': {
    en: 'An administrator’s account is not for shopping. Please create an account of your own for that, with another e-mail.',
    ar: 'حساب المسؤول ليس للتسوق. أنشئ لذلك حسابًا خاصًا بك ببريد آخر.',
  },
  'entry.role.title': { en: 'This account is not for shopping', ar: 'هذا الحساب ليس للتسوق' },
  'entry.role.detail': {
    en: 'It belongs to someone who works here. Please create an account of your own, with another e-mail.',
    ar: 'هو حساب عمل. أنشئ حسابًا خاصًا بك ببريد آخر.',
  },
  'entry.factor.title': { en: 'One more step', ar: 'خطوة أخيرة' },
  'entry.factor.detail': {
    en: 'Your account is protected by an authenticator app. Enter its code, too.',
    ar: 'حسابك محمي بتطبيق مصادقة. أدخل رمزه أيضًا.',
  },
  'entry.factorPassword': { en: 'Please enter your password again.', ar: 'أدخل كلمة المرور مرة أخرى.' },
  'entry.linkEnded.title': { en: 'This link has expired', ar: 'انتهت صلاحية الرابط' },
  'entry.linkEnded.detail': {
    en: 'It was used, replaced by a later one, or is older than 30 minutes.',
    ar: 'استُخدم الرابط أو حل محله رابط أحدث أو مضى عليه أكثر من 30 دقيقة.',
  },

  'entry.noInvitation.title': { en: 'Invitation not found', ar: 'لا توجد دعوة بهذا الرمز' },
  'entry.noInvitation.detail': {
    en: 'Open the link in your message again, or copy the whole code from it.',
    ar: 'افتح الرابط في رسالتك من جديد، أو انسخ الرمز كاملًا منها.',
  },

  staleTitle: { en: 'Please do that once more', ar: 'أعد المحاولة من فضلك' },
  staleDetail: {
    en: 'You have signed in or out since that page was opened, or it stood open for a very long time. Nothing was changed. Open the page again and repeat what you did.',
    ar: 'سجّلت الدخول أو الخروج منذ فتح تلك الصفحة، أو بقيت مفتوحة وقتًا طويلًا. لم يتغير شيء. افتح الصفحة من جديد وكرّر ما فعلته.',
  },
  staleBack: { en: 'Open the page again', ar: 'افتح الصفحة من جديد' },
});

export const SIGN_IN_TEXTS = { ...passwordTexts, ...ENTRY_TEXTS };
