import { defineTexts } from '../i18n/define-texts.ts';
import { textHook } from '../i18n/locale.tsx';

/** Texts of the sign-in page, and why one has to sign in. Not loaded by a session that is already signed in. */
export const signInTexts = defineTexts({
  'signIn.title': { en: 'Sign in', ar: 'تسجيل الدخول' },
  'signIn.email': { en: 'E-mail', ar: 'البريد الإلكتروني' },
  'signIn.password': { en: 'Password', ar: 'كلمة المرور' },
  'signIn.submit': { en: 'Sign in', ar: 'دخول' },
  'register.name': { en: 'Name', ar: 'الاسم' },
  'register.submit': { en: 'Create an account', ar: 'إنشاء حساب' },
  'signIn.pending': { en: 'Signing in', ar: 'جارٍ تسجيل الدخول' },
  'signIn.needEmail': { en: 'Enter your e-mail address.', ar: 'أدخل بريدك الإلكتروني.' },
  'signIn.needPassword': { en: 'Enter your password.', ar: 'أدخل كلمة المرور.' },
  'signIn.wrong.title': {
    en: 'E-mail or password is wrong',
    ar: 'البريد الإلكتروني أو كلمة المرور غير صحيحة',
  },
  'signIn.wrong.detail': {
    en: 'Check both and try again. Several wrong attempts in a row lock the account for a while.',
    ar: 'تحقّق منهما وحاول مرة أخرى. عدة محاولات خاطئة متتالية تقفل الحساب لبعض الوقت.',
  },
  'signIn.locked.title': { en: 'Sign-in is locked until {time}', ar: 'تسجيل الدخول مقفل حتى {time}' },
  'signIn.locked.detail': {
    en: 'There were too many wrong passwords in a row. You can try again in {left}.',
    ar: 'أُدخلت كلمة مرور خاطئة مرات كثيرة متتالية. يمكنك المحاولة بعد {left}.',
  },
  'signIn.limited.title': {
    en: 'Too many attempts from this network',
    ar: 'محاولات كثيرة من هذه الشبكة',
  },
  'signIn.limited.detail': {
    en: 'People behind one internet connection share a limit. You can try again in {left}.',
    ar: 'المتصلون عبر الشبكة نفسها يتشاركون حدًّا واحدًا. يمكنك المحاولة بعد {left}.',
  },
  'signIn.disabled.title': { en: 'This account is disabled', ar: 'هذا الحساب معطّل' },
  'signIn.disabled.detail': {
    en: 'Ask your administrator or support to enable it.',
    ar: 'اطلب من المسؤول أو الدعم تفعيله.',
  },
  'signIn.admin.title': {
    en: 'Administrators sign in elsewhere',
    ar: 'للمسؤولين مكان آخر لتسجيل الدخول',
  },
  'signIn.admin.detail': {
    en: 'Your password is right. An administrator needs an authenticator code on every sign-in, and this form has no field for one, on purpose. Use an account that is only a {role}; you can grant that role to a colleague in the API documentation.',
    ar: 'كلمة المرور صحيحة. لكن المسؤول يحتاج إلى رمز المصادقة في كل دخول، وليس في هذا النموذج حقل له عن قصد. استخدم حسابًا له صلاحية {role} فقط، ويمكنك منحها لزميل من صفحة توثيق الواجهة البرمجية.',
  },
  'signIn.role.title': { en: 'This account is not a {role}', ar: 'هذا الحساب ليس حساب {role}' },
  'signIn.role.detail': {
    en: 'Your password is right, but the account does not have the role needed here. Ask an administrator for it.',
    ar: 'كلمة المرور صحيحة، لكن الحساب لا يملك الصلاحية اللازمة هنا. اطلبها من المسؤول.',
  },
  'signIn.noAnswer.title': { en: 'No connection', ar: 'لا يوجد اتصال' },
  'signIn.noAnswer.detail': {
    en: 'The service did not answer. Check your network and try again.',
    ar: 'لم تستجب الخدمة. تحقّق من الشبكة وحاول مرة أخرى.',
  },
  'signIn.later.title': { en: 'This did not work', ar: 'لم ينجح ذلك' },
  'signIn.later.detail': {
    en: 'The service could not sign you in right now. Try again in a moment.',
    ar: 'تعذّر تسجيل الدخول الآن. حاول بعد قليل.',
  },
  'ended.left': { en: 'You have signed out.', ar: 'سجّلت خروجك.' },
  'ended.expired': {
    en: 'Your session has ended. Sign in again to continue where you were.',
    ar: 'انتهت جلستك. سجّل الدخول مرة أخرى للمتابعة من حيث كنت.',
  },
  'ended.role-lost': {
    en: 'Your account no longer has the role needed here. Ask an administrator if this is a mistake.',
    ar: 'لم يعد لحسابك الصلاحية اللازمة هنا. اسأل المسؤول إن كان ذلك خطأ.',
  },
  'ended.disabled': { en: 'Your account was disabled.', ar: 'عُطّل حسابك.' },
  'ended.other-account': {
    en: 'Someone else signed in to this browser in another tab.',
    ar: 'سجّل شخص آخر الدخول في هذا المتصفح من علامة تبويب أخرى.',
  },
  'ended.continue': {
    en: 'Continue with that account',
    ar: 'المتابعة بذلك الحساب',
  },
});

export const useSignInText = textHook(signInTexts);
