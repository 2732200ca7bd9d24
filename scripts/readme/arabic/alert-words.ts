import type { ALERT_TEXTS } from '../../../server/dispatch/alerts/alerts.ts';

type Kind = keyof typeof ALERT_TEXTS;

/** When each kind of alert is raised, for the guide. A new kind does not compile without its words. */
export const RAISED_WHEN_AR: Readonly<Record<Kind, string>> = {
  ACCEPTANCE_DEADLINE_MISSED: 'لم يقبل البائع في الوقت المحدد',
  GROUP_REJECTED: 'رفض البائع جزأه من طلب',
  NO_CANDIDATE: 'لا سائق يستطيع أخذ المهمة الآن',
  TASK_FAILED: 'تعذّر تسليم ولم يقرر أحد بعد ما يحدث للبضاعة',
  RETURN_UNCONFIRMED: 'لم يؤكد البائع في الوقت المحدد أن البضاعة عادت',
  TASK_WITHOUT_ZONE: 'نقطة الاستلام ليست في أي منطقة فعّالة',
  TASK_WITHOUT_TICKET: 'سقطت مهمة منتظرة من طابورها فأُعيدت إليه',
  SHIFT_NOT_STARTED: 'لم تبدأ وردية مجدولة بعد 15 دقيقة من موعدها',
  SHIFT_OVERRUN: 'لا تزال وردية جارية بعد 15 دقيقة من نهايتها المجدولة',
  BREAK_OVERRUN: 'استراحة أطول من `breakLimitMinutes`',
  CASH_NEAR_LIMIT: 'اقترب نقد السائق من الحد',
  TASK_UNASSIGNED_TOO_LONG:
    'لم يقبل سائق المهمة مدة `unassignedAlertMinutes`، ويذكر القاعدة التي استبعدت أكثر السائقين في الخدمة عند آخر اختيار',
  LATE_RISK:
    'الوصول المخطط بعد `dueBy` ناقصًا `lateRiskMarginMinutes`، أو لا وصول مخططًا ولم يعد الطريق من الاستلام إلى الباب يكفيه الوقت، وبعد `dueBy` يقول التنبيه نفسه LATE',
  DRIVER_STALE_WITH_WORK: 'سائق لديه عمل مقبول أو بضاعة واتصاله STALE أو OFFLINE',
  UNCOVERED_AREA: 'لا منطقة فعّالة واحدة تغطي منطقة الخدمة',
  CHAIN_STUCK:
    'ما يتبع حدثًا أو موقّت لكيان تعذّر نهائيًا أو تأخر أكثر من `chainStuckSeconds`، أو نقصت رسالة من كيان آخر في صفوف طلب',
  CLOCK_WRONG: 'تختلف ساعة عملية عن ساعة قاعدة البيانات أكثر من ثانيتين، فترد العملية 503',
  TICK_MISSED: 'لم تعمل وظيفة مجدولة للعامل منذ ثلاث من فتراتها و15 ثانية، أو لم تعمل أي وظيفة: لا عامل يعمل',
  BACKUP_STALE:
    'آخر نسخة احتياطية أقدم من 26 ساعة أو تعذّرت، أو لم يُؤرشف سجل قاعدة البيانات منذ 5 دقائق، أو لم تُنسخ الصور منذ 10 دقائق',
  RESTORE_UNPROVED: 'آخر نسخة استُعيدت تجربةً أقدم من 8 أيام، أو تعذّرت آخر تجربة',
  QUEUE_BACKLOG: 'رسائل قناة في حال SENDING، أو حان وقتها في قناة لها مزوّد، منذ `queueBacklogMinutes`',
  DRIVER_WITHOUT_ZONE: 'سائق مقبول في الخدمة وليست أي من مناطقه فعّالة',
  TASK_OUTSIDE_ZONES: 'مهمة مسندة لها محطة خارج مناطق سائقها',
  CLEARING_OPEN: 'نقد مهمة مكتملة لم يُقفل في الدفاتر بعد دقيقة',
};

/** By the English words of `criticalWhen`. */
export const CRITICAL_WHEN_AR: Readonly<Record<string, string>> = {
  late: 'عند التأخر',
  offline: 'عند انقطاع الاتصال',
  'no log was archived': 'إن لم يُؤرشف السجل',
  'the trial failed': 'إن تعذّرت التجربة',
};

/** By the English words of `foundBy`. */
export const FOUND_BY_AR: Readonly<Record<string, string>> = {
  'order actor': 'كيان الطلب',
  'zone actor': 'كيان المنطقة',
  'driver actor': 'كيان السائق',
  worker: 'العامل',
  condition: 'شرط',
  'API processes': 'عمليات الواجهة',
  'worker, after zone edits': 'العامل، بعد تعديل المناطق',
};
