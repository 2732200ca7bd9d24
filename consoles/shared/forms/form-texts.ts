import { defineTexts } from '../i18n/define-texts.ts';

/** What every form says of a field or of a refusal. */
export const formTexts = defineTexts({
  'reason.label': { en: 'Reason', ar: 'السبب' },
  'reason.optional': { en: 'Reason (optional)', ar: 'السبب (اختياري)' },
  'reason.other': { en: 'Other reason', ar: 'سبب آخر' },
  'reason.own': { en: 'In your own words', ar: 'بكلماتك' },
  'fault.needed': { en: 'Fill this in.', ar: 'املأ هذا الحقل.' },
  'fault.refused': { en: 'This was not accepted. Check it.', ar: 'لم يُقبل هذا. تحقّق منه.' },
  'fault.tooShort': {
    en: 'At least {count, plural, one {# character} other {# characters}}.',
    ar: '{count, plural, zero {# حرف} one {حرف واحد} two {حرفان} few {# أحرف} many {# حرفًا} other {# حرف}} على الأقل.',
  },
  'fault.tooLong': {
    en: 'At most {count, plural, one {# character} other {# characters}}.',
    ar: '{count, plural, zero {# حرف} one {حرف واحد} two {حرفان} few {# أحرف} many {# حرفًا} other {# حرف}} على الأكثر.',
  },
  'fault.atLeast': { en: 'At least {limit}.', ar: '{limit} على الأقل.' },
  'fault.atMost': { en: 'At most {limit}.', ar: '{limit} على الأكثر.' },
  'fault.past': { en: 'This has passed: choose a later time.', ar: 'مضى هذا الوقت: اختر وقتًا لاحقًا.' },
  'fault.needPassword': { en: 'Enter your current password.', ar: 'أدخل كلمة مرورك الحالية.' },
  'fault.password': { en: 'This is not your current password.', ar: 'هذه ليست كلمة مرورك الحالية.' },
  'fault.short': {
    en: 'Too short: it needs at least {count, plural, one {# character} other {# characters}}.',
    ar: 'قصيرة: تحتاج إلى {count, plural, zero {# حرف} one {حرف واحد} two {حرفين} few {# أحرف} many {# حرفًا} other {# حرف}} على الأقل.',
  },
  'fault.common': {
    en: 'Too easy to guess: it is among the first that are tried. Choose a few unrelated words.',
    ar: 'سهلة التخمين: هي من أوائل ما يُجرَّب. اختر بضع كلمات لا رابط بينها.',
  },
  'fault.same': { en: 'This is the password you have now.', ar: 'هذه هي كلمة مرورك الحالية.' },
  'fault.sixDigits': { en: 'Enter the six digits.', ar: 'أدخل الأرقام الستة.' },
  'fault.code': {
    en: 'The code is wrong, was already used, or has expired. After 5 wrong attempts, ask for a new one.',
    ar: 'الرمز غير صحيح أو استُخدم أو انتهت صلاحيته. بعد 5 محاولات خاطئة اطلب رمزًا جديدًا.',
  },
  'fault.factorCode': {
    en: 'The code is wrong or was already used. Wait for the next one in your app.',
    ar: 'الرمز غير صحيح أو استُخدم. انتظر الرمز التالي في تطبيقك.',
  },
  'fault.email': { en: 'Enter an e-mail address.', ar: 'أدخل بريدًا إلكترونيًا.' },
  'fault.emailTaken': { en: 'Another account has this e-mail.', ar: 'هذا البريد لحساب آخر.' },
  'fault.phone': {
    en: 'Enter the 8 digits of a number in Qatar.',
    ar: 'أدخل الأرقام الثمانية لرقم في قطر.',
  },
  'fault.resetLink': {
    en: 'The link was used, replaced, or is older than 30 minutes. Ask for a new one.',
    ar: 'استُخدم الرابط أو استُبدل أو مضى عليه أكثر من 30 دقيقة. اطلب رابطًا جديدًا.',
  },

  'refused.locked.title': { en: 'Locked until {time}', ar: 'مقفل حتى {time}' },
  'refused.locked.detail': {
    en: 'There were too many wrong attempts in a row. You stay signed in, and can try again in {left}.',
    ar: 'محاولات خاطئة كثيرة متتالية. تبقى مسجّلًا دخولك، ويمكنك المحاولة بعد {left}.',
  },
  'refused.limited.title': {
    en: 'Too many attempts',
    ar: 'محاولات كثيرة',
  },
  'refused.limited.detail': { en: 'You can try again in {left}.', ar: 'يمكنك المحاولة بعد {left}.' },
  'refused.fresh.title': { en: 'Sign in again first', ar: 'سجّل الدخول من جديد أولًا' },
  'refused.fresh.detail': {
    en: 'Your account has no password, so this needs a sign-in less than 10 minutes ago.',
    ar: 'ليس لحسابك كلمة مرور، لذلك يتطلب هذا تسجيل دخول لم تمض عليه 10 دقائق.',
  },
  'refused.factor.title': { en: 'A second factor is needed', ar: 'يلزم عامل تحقق ثانٍ' },
  'refused.factor.detail': {
    en: 'Nothing was changed. Set up an authenticator app under Security, or confirm with its code.',
    ar: 'لم يتغيّر شيء. فعّل تطبيق مصادقة من «الأمان»، أو أكّد برمزه.',
  },
  'refused.noAnswer.detail': {
    en: 'The service did not answer, so it is not known whether this was done. Check your network and look again.',
    ar: 'لم تستجب الخدمة، فلا يُعرف إن كان ذلك قد تم. تحقّق من الشبكة ثم راجع الصفحة.',
  },
});
