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

  // Shown only when there is nothing to say about the connection: drivers use "online" for receiving offers.
  'standing.ON_DUTY': { en: 'Online', ar: 'متاح' },
  'standing.OFF': { en: 'Off duty', ar: 'خارج الخدمة' },
  'standing.ON_BREAK': { en: 'On a break', ar: 'في استراحة' },
  'standing.SUSPENDED': { en: 'Suspended', ar: 'موقوف' },
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
    en: 'Live updates are paused. Your steps still go through; new work may appear late.',
    ar: 'التحديثات المباشرة متوقفة مؤقتًا. خطواتك تصل كالمعتاد، وقد تظهر المهام الجديدة متأخرة.',
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
    en: 'Accepting needs a connection: the task may be offered to someone else meanwhile.',
    ar: 'قبول المهمة يحتاج إلى اتصال، فقد تُعرض على سائق آخر في هذه الأثناء.',
  },
  'connection.neededCode': {
    en: 'Checking the code needs a connection. Move to where there is a signal, then enter it.',
    ar: 'التحقق من الرمز يحتاج إلى اتصال. انتقل إلى مكان فيه شبكة ثم أدخله.',
  },

  'shift.off.title': { en: 'You are off duty', ar: 'أنت خارج الخدمة' },
  'shift.off.hint': {
    en: 'Start your shift to be offered tasks.',
    ar: 'ابدأ ورديتك لتُعرض عليك المهام.',
  },
  'shift.next': { en: 'Planned: {from} – {to}', ar: 'المخطط: {from} – {to}' },
  'shift.startsIn': { en: 'Your shift starts in {left}.', ar: 'تبدأ ورديتك خلال {left}.' },
  'shift.lateStart': { en: 'Your shift was to start {ago} ago.', ar: 'كان موعد بدء ورديتك قبل {ago}.' },
  'shift.start': { en: 'Start shift', ar: 'ابدأ الوردية' },
  'shift.break': { en: 'Take a break', ar: 'استراحة' },
  'shift.resume': { en: 'Back to work', ar: 'عودة إلى العمل' },
  'shift.end': { en: 'End shift', ar: 'أنهِ الوردية' },
  'shift.end.confirm': { en: 'End your shift?', ar: 'هل تنهي ورديتك؟' },
  'shift.end.hint': {
    en: 'You will not be offered tasks until you start again.',
    ar: 'لن تُعرض عليك مهام حتى تبدأ من جديد.',
  },
  'shift.onDuty': { en: 'On duty since {time}', ar: 'في الخدمة منذ {time}' },
  'shift.onBreak': { en: 'On a break', ar: 'في استراحة' },
  'shift.onBreak.hint': { en: 'No new tasks until you come back.', ar: 'لا مهام جديدة حتى تعود.' },
  'shift.until': { en: 'until {time}', ar: 'حتى {time}' },
  'shift.endsIn': { en: 'Your shift ends in {left}.', ar: 'تنتهي ورديتك خلال {left}.' },
  'shift.overrun': {
    en: 'Your shift was planned to end {ago} ago.',
    ar: 'كان من المقرر أن تنتهي ورديتك قبل {ago}.',
  },
  'shift.waiting': { en: 'Waiting to be sent', ar: 'بانتظار الإرسال' },
  'shift.idle': { en: 'Waiting for the next task', ar: 'بانتظار المهمة التالية' },
  'shift.idle.hint': {
    en: 'An offer rings here. Keep the app open.',
    ar: 'يرنّ العرض هنا. أبقِ التطبيق مفتوحًا.',
  },

  'application.SUSPENDED': {
    en: 'You are suspended: finish what you have, return it and hand in your cash.',
    ar: 'أنت موقوف: أكمل ما لديك أو أعده وسلّم النقد.',
  },
  'dispatcher.title': { en: 'Your dispatcher', ar: 'منسّق التوصيل' },
  'dispatcher.name': { en: 'your dispatcher', ar: 'منسّق التوصيل' },
  'dispatcher.message': { en: 'Hello, this is {name}.', ar: 'مرحبًا، معك السائق {name}.' },
  'dispatcher.messageOrder': {
    en: 'Hello, this is {name}, about order {number}.',
    ar: 'مرحبًا، معك السائق {name} بخصوص الطلب {number}.',
  },

  'queue.busy': {
    en: 'The service is busy. What you did is kept on this phone and sent at {time}.',
    ar: 'الخدمة مشغولة. ما فعلته محفوظ في الهاتف ويُرسل في {time}.',
  },
  'queue.refusedBanner': {
    en: '{count, plural, one {One of your steps was refused.} other {# of your steps were refused.}}',
    ar: '{count, plural, one {رُفضت إحدى خطواتك.} two {رُفضت خطوتان.} few {رُفضت # خطوات.} many {رُفضت # خطوة.} other {رُفضت # خطوة.}}',
  },
  'queue.look': { en: 'See why', ar: 'اعرف السبب' },
  'queue.waitSignIn': {
    en: '{count, plural, one {# step waits on this phone. It is sent when you sign in.} other {# steps wait on this phone. They are sent when you sign in.}}',
    ar: '{count, plural, one {خطوة واحدة محفوظة في الهاتف وتُرسل عند دخولك.} two {خطوتان محفوظتان في الهاتف وتُرسلان عند دخولك.} few {# خطوات محفوظة في الهاتف وتُرسل عند دخولك.} many {# خطوة محفوظة في الهاتف وتُرسل عند دخولك.} other {# خطوة محفوظة في الهاتف وتُرسل عند دخولك.}}',
  },

  'todo.work': {
    en: 'Finish the tasks you accepted, then end the shift.',
    ar: 'أكمل المهام التي قبلتها ثم أنهِ الوردية.',
  },

  'location.denied': {
    en: 'This phone does not share its position. Allow it in the browser’s settings: without it you get fewer offers, and your arrival times are not shown.',
    ar: 'الهاتف لا يشارك موقعه. اسمح بذلك في إعدادات المتصفح، وإلا قلّت العروض التي تصلك ولم تظهر أوقات وصولك.',
  },
  'location.unavailable': {
    en: 'No position found yet. It works better outdoors.',
    ar: 'لم يُعثر على الموقع بعد. النتيجة أفضل في الخارج.',
  },

  // The number on the bell is part of its accessible name.
  'bell.label': {
    en: 'Notifications{count, plural, =0 {} other {, # unread}}',
    ar: 'الإشعارات{count, plural, =0 {} one {، غير المقروءة: #} two {، غير المقروءة: #} few {، غير المقروءة: #} many {، غير المقروءة: #} other {، غير المقروءة: #}}',
  },

  'update.later': { en: 'Later', ar: 'لاحقًا' },
});
