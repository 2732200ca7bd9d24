import type { ProblemTexts } from './problem-text.ts';

/** Problems of signing in, of requests as such, and of administration. */
export const ACCOUNT_TEXTS = {
  'auth.UNAUTHENTICATED': {
    en: { title: 'Not signed in', detail: 'Sign in and send the access token as a bearer credential.' },
    ar: { title: 'لم تسجّل الدخول', detail: 'سجّل الدخول وأرسل رمز الوصول مع الطلب.' },
  },
  'auth.INVALID_CREDENTIALS': {
    en: { title: 'Wrong e-mail or password', detail: 'Check both and try again.' },
    ar: { title: 'البريد الإلكتروني أو كلمة المرور غير صحيحة', detail: 'تحقّق منهما ثم حاول مرة أخرى.' },
  },
  'auth.MFA_REQUIRED': {
    en: {
      title: 'Second factor required',
      detail: 'Enrol and confirm an authenticator app before doing anything else.',
    },
    ar: { title: 'يلزم عامل تحقق ثانٍ', detail: 'فعّل تطبيق المصادقة وأكّده قبل أي إجراء آخر.' },
  },
  'auth.MFA_TOKEN_REQUIRED': {
    en: {
      title: 'Authenticator code required',
      detail: 'Send the code of your authenticator app as mfaToken.',
    },
    ar: { title: 'رمز المصادقة مطلوب', detail: 'أرسل رمز تطبيق المصادقة في الحقل mfaToken.' },
  },
  'auth.MFA_TOKEN_INVALID': {
    en: { title: 'Wrong authenticator code', detail: 'Wait for the next code of your app and try again.' },
    ar: { title: 'رمز المصادقة غير صحيح', detail: 'انتظر الرمز التالي في التطبيق وحاول مرة أخرى.' },
  },
  'auth.MFA_ALREADY_ENROLLED': {
    en: { title: 'Second factor already confirmed', detail: 'This account has a confirmed authenticator.' },
    ar: { title: 'العامل الثاني مفعّل من قبل', detail: 'لهذا الحساب تطبيق مصادقة مؤكَّد.' },
  },
  'auth.MFA_NOT_STARTED': {
    en: { title: 'No enrolment to confirm', detail: 'Start with enroll, then confirm with a current code.' },
    ar: { title: 'لا يوجد تفعيل بانتظار التأكيد', detail: 'ابدأ بالتفعيل ثم أكّده برمز حالي.' },
  },
  'auth.ACCOUNT_LOCKED': {
    en: { title: 'Sign-in locked', detail: 'Too many wrong attempts. Try again {wait}.' },
    ar: { title: 'تسجيل الدخول مقفل', detail: 'محاولات خاطئة كثيرة. حاول مرة أخرى {wait}.' },
  },
  'auth.ACCOUNT_DISABLED': {
    en: { title: 'Account disabled', detail: 'Contact support.' },
    ar: { title: 'الحساب معطّل', detail: 'تواصل مع الدعم.' },
  },
  'account.NOT_CLOSABLE': {
    en: {
      title: 'The account cannot be closed yet',
      detail: 'Something is left to settle first; see obstacles.',
    },
    ar: { title: 'لا يمكن إغلاق الحساب بعد', detail: 'هناك ما يجب إنهاؤه أولًا؛ انظر obstacles.' },
  },
  'auth.EMAIL_TAKEN': {
    en: { title: 'E-mail already registered', detail: 'Sign in, or register with another e-mail.' },
    ar: { title: 'البريد الإلكتروني مسجَّل من قبل', detail: 'سجّل الدخول أو استخدم بريدًا آخر.' },
  },
  'auth.CODE_INVALID': {
    en: {
      title: 'Wrong code',
      detail:
        'The code is wrong, already used or expired. Codes are valid for 10 minutes; after 5 wrong tries request a new one.',
    },
    ar: {
      title: 'الرمز غير صحيح',
      detail:
        'الرمز غير صحيح أو استُخدم أو انتهت صلاحيته. يسري الرمز 10 دقائق؛ وبعد 5 محاولات خاطئة اطلب رمزًا جديدًا.',
    },
  },
  'auth.RESET_LINK_INVALID': {
    en: {
      title: 'This link has expired',
      detail: 'It was used, replaced or is older than 30 minutes. Request a new one.',
    },
    ar: {
      title: 'انتهت صلاحية الرابط',
      detail: 'استُخدم الرابط أو استُبدل أو مضى عليه أكثر من 30 دقيقة. اطلب رابطًا جديدًا.',
    },
  },
  'auth.PASSWORD_TOO_SHORT': {
    en: { title: 'Password too short', detail: 'Choose a longer one; a few words are easy to remember.' },
    ar: { title: 'كلمة المرور قصيرة', detail: 'اختر كلمة مرور أطول؛ بضع كلمات يسهل تذكّرها.' },
  },
  'auth.PASSWORD_TOO_COMMON': {
    en: {
      title: 'Password too easy to guess',
      detail: 'It is among the first that attackers try. Choose a few unrelated words.',
    },
    ar: {
      title: 'كلمة مرور سهلة التخمين',
      detail: 'هي من أوائل ما يُجرَّب. اختر بضع كلمات لا رابط بينها.',
    },
  },
  'auth.FRESH_SIGN_IN_REQUIRED': {
    en: { title: 'Sign in again first', detail: 'This requires a sign-in within the last 10 minutes.' },
    ar: { title: 'سجّل الدخول من جديد أولًا', detail: 'يتطلب هذا تسجيل دخول لم تمض عليه 10 دقائق.' },
  },
  'auth.FORBIDDEN': {
    en: { title: 'Not allowed', detail: 'Your account does not have the role this needs.' },
    ar: { title: 'غير مسموح', detail: 'لا يملك حسابك الصلاحية اللازمة.' },
  },
  'auth.ORIGIN_REFUSED': {
    en: { title: 'Origin refused', detail: 'This site may not use the session.' },
    ar: { title: 'المصدر مرفوض', detail: 'لا يجوز لهذا الموقع استخدام الجلسة.' },
  },
  'auth.SURFACE_REFUSED': {
    en: {
      title: 'Not with this account',
      detail: 'This console needs another kind of account. Sign in with one that has its role.',
    },
    ar: {
      title: 'لا يمكن الدخول بهذا الحساب',
      detail: 'تحتاج هذه الواجهة إلى نوع آخر من الحسابات. سجّل الدخول بحساب له الصلاحية المناسبة.',
    },
  },
  'common.NOT_FOUND': {
    en: { title: 'Not found', detail: 'It does not exist or no longer exists.' },
    ar: { title: 'غير موجود', detail: 'غير موجود أو لم يعد موجودًا.' },
  },
  'common.VALIDATION_FAILED': {
    en: { title: 'Not accepted', detail: 'Some of the input was not accepted. Correct it and try again.' },
    ar: { title: 'لم يُقبل', detail: 'لم يُقبل بعض ما أُدخل. صحّحه ثم حاول مرة أخرى.' },
  },
  'common.MALFORMED': {
    en: { title: 'Malformed request', detail: 'The request could not be read. Send valid JSON.' },
    ar: { title: 'طلب غير صالح', detail: 'تعذّرت قراءة الطلب. أرسل JSON صالحًا.' },
  },
  'common.BAD_CURSOR': {
    en: { title: 'Unknown cursor', detail: 'Start the list again without a cursor.' },
    ar: { title: 'مؤشر صفحة غير معروف', detail: 'ابدأ القائمة من جديد دون مؤشر.' },
  },
  'common.RATE_LIMITED': {
    en: { title: 'Too many requests', detail: 'Try again {wait}.' },
    ar: { title: 'طلبات كثيرة جدًا', detail: 'حاول مرة أخرى {wait}.' },
  },
  'common.PAYLOAD_TOO_LARGE': {
    en: { title: 'Body too large', detail: 'Send less at once.' },
    ar: { title: 'حجم الطلب كبير جدًا', detail: 'أرسل بيانات أقل في كل مرة.' },
  },
  'common.UNSUPPORTED_MEDIA_TYPE': {
    en: { title: 'Unsupported media type', detail: 'Send application/json.' },
    ar: { title: 'نوع محتوى غير مدعوم', detail: 'أرسل application/json.' },
  },
  'common.METHOD_NOT_ALLOWED': {
    en: { title: 'Method not allowed', detail: 'Use one of the methods in Allow.' },
    ar: { title: 'الطريقة غير مسموحة', detail: 'استخدم إحدى الطرق المذكورة في Allow.' },
  },
  'common.CONFLICT': {
    en: { title: 'Conflict', detail: 'The record has changed in the meantime. Read it again.' },
    ar: { title: 'تعارض', detail: 'تغيّر السجل في هذه الأثناء. اقرأه من جديد.' },
  },
  'common.UNAVAILABLE': {
    en: {
      title: 'Temporarily unavailable',
      detail: 'Try again {wait}.',
    },
    ar: {
      title: 'غير متاح مؤقتًا',
      detail: 'حاول مرة أخرى {wait}.',
    },
  },
  'common.INTERNAL': {
    en: {
      title: 'Something went wrong',
      detail:
        'It was logged under the reference. It may have taken effect all the same: check before you repeat it.',
    },
    ar: {
      title: 'حدث خطأ',
      detail: 'سُجّل الخطأ برقم المرجع. ربما تم الإجراء رغم ذلك، فتحقّق قبل إعادته.',
    },
  },
  'common.PRECONDITION_FAILED': {
    en: { title: 'Changed in the meantime', detail: 'Read it again and repeat your edit.' },
    ar: { title: 'تغيّر في هذه الأثناء', detail: 'اقرأه من جديد ثم أعد تعديلك.' },
  },
  'common.PRECONDITION_REQUIRED': {
    en: { title: 'If-Match required', detail: 'Send If-Match with the ETag you read.' },
    ar: { title: 'الترويسة If-Match مطلوبة', detail: 'أرسل If-Match بقيمة ETag التي قرأتها.' },
  },
  'idempotency.IN_PROGRESS': {
    en: {
      title: 'Still running',
      detail: 'A request with this key is still running. Repeat it in a moment.',
    },
    ar: { title: 'قيد التنفيذ', detail: 'طلب بهذا المفتاح ما زال قيد التنفيذ. أعده بعد لحظة.' },
  },
  'idempotency.MISMATCH': {
    en: {
      title: 'Key already used',
      detail: 'This Idempotency-Key was used with a different request. Use a new key.',
    },
    ar: { title: 'المفتاح مستخدم من قبل', detail: 'استُخدم هذا المفتاح مع طلب آخر. استخدم مفتاحًا جديدًا.' },
  },
  'admin.SUPER_ADMIN_PROTECTED': {
    en: {
      title: 'Super-administrator protected',
      detail: 'It cannot be demoted, disabled or deleted.',
    },
    ar: { title: 'المسؤول الأعلى محمي', detail: 'لا يمكن خفض صلاحياته ولا تعطيله ولا حذفه.' },
  },
} as const satisfies ProblemTexts;
