import { defineTexts } from '../../shared/i18n/define-texts.ts';

/** The app around the work: connection, shift, the queue of steps, the day, settings. */
export const appTexts = defineTexts({
  'console.name': { en: 'Driver', ar: 'السائق' },
  'console.tagline': {
    en: 'Your deliveries, step by step, with or without a network.',
    ar: 'توصيلاتك خطوة بخطوة، بشبكة أو بدونها.',
  },
  'nav.label': { en: 'Main', ar: 'الرئيسية' },
  'nav.work': { en: 'Work', ar: 'العمل' },
  'nav.route': { en: 'Route', ar: 'المسار' },
  'nav.cash': { en: 'Cash', ar: 'النقد' },
  'nav.more': { en: 'More', ar: 'المزيد' },
  back: { en: 'Back', ar: 'رجوع' },

  'connection.online': { en: 'Online', ar: 'متصل' },
  'connection.connecting': { en: 'Connecting …', ar: 'جارٍ الاتصال …' },
  'connection.offline': { en: 'Offline', ar: 'غير متصل' },
  'connection.offlineQueued': {
    en: 'Offline · {count, plural, other {# queued}}',
    ar: 'غير متصل · {count, plural, one {إجراء واحد بالانتظار} two {إجراءان بالانتظار} few {# إجراءات بالانتظار} many {# إجراءً بالانتظار} other {# إجراء بالانتظار}}',
  },
  'connection.sending': {
    en: 'Sending {count}',
    ar: 'جارٍ إرسال {count}',
  },
  'connection.paused': {
    en: 'Live updates are paused. Your steps still go through; pull the list anew for what is new.',
    ar: 'التحديثات المباشرة متوقفة مؤقتًا. خطواتك تصل كالمعتاد، وحدّث القائمة لرؤية الجديد.',
  },
  'connection.snapshot': {
    en: 'Without a connection you see your work as of {time}.',
    ar: 'بدون اتصال ترى عملك كما كان في {time}.',
  },
  'connection.needed': {
    en: 'This needs a connection. Nothing was sent.',
    ar: 'يلزم اتصال بالشبكة لهذا الإجراء. لم يُرسل شيء.',
  },
  'connection.neededOffer': {
    en: 'Accepting needs a connection: somebody else may be offered this task meanwhile.',
    ar: 'قبول المهمة يحتاج إلى اتصال، فقد تُعرض على سائق آخر في هذه الأثناء.',
  },
  'connection.neededCode': {
    en: 'Checking the code needs a connection. Move to where there is a signal, then enter it.',
    ar: 'التحقق من الرمز يحتاج إلى اتصال. انتقل إلى مكان فيه شبكة ثم أدخله.',
  },

  'shift.off.title': { en: 'You are off duty', ar: 'أنت خارج الدوام' },
  'shift.off.hint': {
    en: 'Start your shift to be offered tasks.',
    ar: 'ابدأ دوامك لتُعرض عليك المهام.',
  },
  'shift.next': { en: 'Planned: {from} – {to}', ar: 'المخطط: {from} – {to}' },
  'shift.startsIn': { en: 'Your shift starts in {left}.', ar: 'يبدأ دوامك خلال {left}.' },
  'shift.lateStart': { en: 'Your shift was to start {ago} ago.', ar: 'كان موعد بدء دوامك قبل {ago}.' },
  'shift.start': { en: 'Start shift', ar: 'ابدأ الدوام' },
  'shift.break': { en: 'Take a break', ar: 'استراحة' },
  'shift.resume': { en: 'Back to work', ar: 'عودة إلى العمل' },
  'shift.end': { en: 'End shift', ar: 'أنهِ الدوام' },
  'shift.end.confirm': { en: 'End your shift?', ar: 'هل تنهي دوامك؟' },
  'shift.end.hint': {
    en: 'You will not be offered tasks until you start again.',
    ar: 'لن تُعرض عليك مهام حتى تبدأ من جديد.',
  },
  'shift.onDuty': { en: 'On duty since {time}', ar: 'في الدوام منذ {time}' },
  'shift.onBreak': { en: 'On a break', ar: 'في استراحة' },
  'shift.onBreak.hint': { en: 'No new tasks until you come back.', ar: 'لا مهام جديدة حتى تعود.' },
  'shift.until': { en: 'until {time}', ar: 'حتى {time}' },
  'shift.endsIn': { en: 'Your shift ends in {left}.', ar: 'ينتهي دوامك خلال {left}.' },
  'shift.overrun': {
    en: 'Your shift was planned to end {ago} ago.',
    ar: 'كان من المقرر أن ينتهي دوامك قبل {ago}.',
  },
  'shift.waiting': { en: 'Waiting to be sent', ar: 'بانتظار الإرسال' },
  'shift.idle': { en: 'Waiting for the next task', ar: 'بانتظار المهمة التالية' },
  'shift.idle.hint': {
    en: 'An offer rings here. Keep the app open.',
    ar: 'يرنّ العرض هنا. أبقِ التطبيق مفتوحًا.',
  },

  'application.title': { en: 'You cannot work yet', ar: 'لا يمكنك العمل بعد' },
  'application.APPLIED': {
    en: 'Your application is being looked at. You will be notified.',
    ar: 'طلبك قيد المراجعة. سيصلك إشعار.',
  },
  'application.REJECTED': {
    en: 'Your application was turned down. Ask your dispatcher.',
    ar: 'رُفض طلبك. اسأل منسّق التوصيل.',
  },
  'application.SUSPENDED': {
    en: 'You are suspended: finish what you have, return it and hand in your cash.',
    ar: 'أنت موقوف: أكمل ما لديك أو أعده وسلّم النقد.',
  },
  'application.none': {
    en: 'This account has no driver record. Ask your dispatcher.',
    ar: 'لا يوجد سجل سائق لهذا الحساب. اسأل منسّق التوصيل.',
  },

  'queue.title': { en: 'Your steps', ar: 'خطواتك' },
  'queue.hint': {
    en: 'Steps you took, in order. They are kept on this phone until the service has them, also when you close the app.',
    ar: 'الخطوات التي قمت بها بالترتيب. تبقى في الهاتف حتى تصل إلى الخدمة، حتى لو أغلقت التطبيق.',
  },
  'queue.empty': { en: 'Nothing waits', ar: 'لا شيء ينتظر' },
  'queue.empty.hint': { en: 'Every step has reached the service.', ar: 'كل الخطوات وصلت إلى الخدمة.' },
  'queue.QUEUED': { en: 'Queued', ar: 'بالانتظار' },
  'queue.SENDING': { en: 'Sending', ar: 'جارٍ الإرسال' },
  'queue.ACCEPTED': { en: 'Accepted', ar: 'قُبلت' },
  'queue.REFUSED': { en: 'Refused', ar: 'رُفضت' },
  'queue.at': { en: 'Done at {time}', ar: 'تمت في {time}' },
  'queue.dismiss': { en: 'I have seen this', ar: 'اطّلعت على هذا' },
  'queue.tryNow': { en: 'Try now', ar: 'حاول الآن' },
  'queue.refusedBanner': {
    en: '{count, plural, one {One of your steps was refused.} other {# of your steps were refused.}}',
    ar: '{count, plural, one {رُفضت إحدى خطواتك.} two {رُفضت خطوتان.} few {رُفضت # خطوات.} many {رُفضت # خطوة.} other {رُفضت # خطوة.}}',
  },
  'queue.look': { en: 'See why', ar: 'اعرف السبب' },
  'queue.waitSignIn': {
    en: '{count, plural, one {# step waits on this phone. It is sent when you sign in.} other {# steps wait on this phone. They are sent when you sign in.}}',
    ar: '{count, plural, one {خطوة واحدة محفوظة في الهاتف وتُرسل عند دخولك.} two {خطوتان محفوظتان في الهاتف وتُرسلان عند دخولك.} few {# خطوات محفوظة في الهاتف وتُرسل عند دخولك.} many {# خطوة محفوظة في الهاتف وتُرسل عند دخولك.} other {# خطوة محفوظة في الهاتف وتُرسل عند دخولك.}}',
  },
  'queue.others': {
    en: '{count, plural, one {# step of another account waits for its sign-in on this phone.} other {# steps of another account wait for its sign-in on this phone.}}',
    ar: '{count, plural, one {خطوة واحدة لحساب آخر تنتظر دخوله من هذا الهاتف.} two {خطوتان لحساب آخر تنتظران دخوله من هذا الهاتف.} few {# خطوات لحساب آخر تنتظر دخوله من هذا الهاتف.} many {# خطوة لحساب آخر تنتظر دخوله من هذا الهاتف.} other {# خطوة لحساب آخر تنتظر دخوله من هذا الهاتف.}}',
  },
  'action.decline': { en: 'Declined', ar: 'رفض العرض' },
  'action.pick-up': { en: 'Picked up', ar: 'استلام البضاعة' },
  'action.in-transit': { en: 'Set out', ar: 'الانطلاق' },
  'action.arrive': { en: 'Arrived', ar: 'الوصول' },
  'action.delivery-code': { en: 'Asked for a code', ar: 'طلب رمز' },
  'action.record-cash': { en: 'Took {amount}', ar: 'تحصيل {amount}' },
  'action.complete': { en: 'Finished', ar: 'إنهاء التسليم' },
  'action.fail': { en: 'Not delivered', ar: 'تعذّر التسليم' },
  'action.photo': { en: 'Picture', ar: 'صورة' },
  'action.return-start': { en: 'Took it back', ar: 'بدء الإرجاع' },
  'action.return-complete': { en: 'Gave it to the seller', ar: 'تسليمها للبائع' },
  'action.hand-over': { en: 'Confirmed the hand-over', ar: 'تأكيد التسليم بين السائقين' },
  'action.shift-start': { en: 'Started the shift', ar: 'بدء الدوام' },
  'action.shift-break': { en: 'Took a break', ar: 'استراحة' },
  'action.shift-resume': { en: 'Came back', ar: 'عودة من الاستراحة' },
  'action.shift-end': { en: 'Ended the shift', ar: 'إنهاء الدوام' },

  'todo.moved': {
    en: 'The task has moved on since. Open it and go on from where it stands.',
    ar: 'تغيّرت حالة المهمة بعدها. افتحها وتابع من حيث هي.',
  },
  'todo.gone': {
    en: 'The task is no longer yours. If you have its goods, tell your dispatcher.',
    ar: 'لم تعد المهمة لك. إن كانت بضاعتها معك فأخبر المنسّق.',
  },
  'todo.cash': {
    en: 'The amount due has changed. Open the task and take the cash again as it says.',
    ar: 'تغيّر المبلغ المطلوب. افتح المهمة وحصّل النقد كما هو مذكور.',
  },
  'todo.goods': {
    en: 'You have goods on board. Deliver or return them, then end the shift.',
    ar: 'لديك بضاعة في المركبة. سلّمها أو أعدها ثم أنهِ الدوام.',
  },
  'todo.work': {
    en: 'Finish the tasks you accepted, then end the shift.',
    ar: 'أكمل المهام التي قبلتها ثم أنهِ الدوام.',
  },
  'todo.handIn': {
    en: 'Hand your cash in to a dispatcher, or ask to carry it over, then end the shift.',
    ar: 'سلّم النقد للمنسّق أو اطلب إبقاءه معك، ثم أنهِ الدوام.',
  },
  'todo.approval': {
    en: 'Your account may not work right now. Ask your dispatcher.',
    ar: 'لا يُسمح لحسابك بالعمل الآن. اسأل المنسّق.',
  },
  'todo.photo': {
    en: 'Take the picture again, or go on without it.',
    ar: 'التقط الصورة مرة أخرى أو تابع بدونها.',
  },
  'todo.other': {
    en: 'Look at where things stand. If that is not right, tell your dispatcher.',
    ar: 'انظر إلى الوضع الحالي، وإن لم يكن صحيحًا فأخبر المنسّق.',
  },

  'location.denied': {
    en: 'This phone does not share its position. Allow it in the browser’s settings: without it you get fewer offers and no arrival is told.',
    ar: 'الهاتف لا يشارك موقعه. اسمح بذلك في إعدادات المتصفح، وإلا فستقل عروضك ولن يُعرف وصولك.',
  },
  'location.unavailable': {
    en: 'No position found yet. It works better outdoors.',
    ar: 'لم يُعثر على الموقع بعد. النتيجة أفضل في الخارج.',
  },

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

  // The number on the bell is part of its name.
  'bell.label': {
    en: 'Notifications{count, plural, =0 {} other {, # unread}}',
    ar: 'الإشعارات{count, plural, =0 {} one {، # غير مقروء} two {، # غير مقروءين} few {، # غير مقروءة} many {، # غير مقروءًا} other {، # غير مقروء}}',
  },
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
  'update.later': { en: 'Later', ar: 'لاحقًا' },
});
