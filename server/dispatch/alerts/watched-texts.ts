import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { countedAr } from '../../kernel/texts/counted-ar.ts';
import { type AlertText, amount, timeIn, total, word } from './alert-text.ts';
import { DELIVERIES_AR, DRIVERS_AR } from './counted-nouns.ts';
import { ruleLabel } from './rule-labels.ts';

/** Kinds found by the slices' conditions; the other kinds are raised by actors. */
export const WATCHED_TEXTS = {
  TASK_UNASSIGNED_TOO_LONG: {
    raisedWhen:
      'no driver has accepted a task for `unassignedAlertMinutes`; names the rule that excluded most of the drivers on duty at the last choice',
    foundBy: 'condition',
    severity: 'WARNING',
    escalates: true,
    en: ({ orderNumber }, data) =>
      `Order ${orderNumber} has waited for a driver since ${timeIn('en', word(data, 'since'))}: ${ruleLabel(word(data, 'rule')).en}.`,
    ar: ({ orderNumber }, data) =>
      `الطلب ${orderNumber} بانتظار سائق منذ ${timeIn('ar', word(data, 'since'))}: ${ruleLabel(word(data, 'rule')).ar}.`,
    gathers: {
      cause: (data) => word(data, 'rule'),
      sum: (all) => ({ rule: word(all[0] ?? {}, 'rule'), since: earliest(all) }),
      en: (count, data) =>
        `${count} deliveries wait for a driver, the first since ${timeIn('en', word(data, 'since'))}: ${ruleLabel(word(data, 'rule')).en}.`,
      ar: (count, data) =>
        `${countedAr(count, { ...DELIVERIES_AR, two: 'توصيلتان' })} بانتظار سائق، أولها منذ ${timeIn('ar', word(data, 'since'))}: ${ruleLabel(word(data, 'rule')).ar}.`,
    },
    action: {
      en: "Read the task's explanation; give it to a driver by hand, or put right what excludes them: a shift, a zone, a cash limit.",
      ar: 'راجع شرح المهمة، وأسندها يدويًا إلى سائق، أو عالج سبب الاستبعاد: وردية أو منطقة أو حد نقدي.',
    },
  },
  LATE_RISK: {
    raisedWhen:
      'the planned arrival lies after `dueBy` less `lateRiskMarginMinutes`, or there is none and the way from pickup to door no longer fits; past `dueBy` the same alert says LATE',
    foundBy: 'condition',
    criticalWhen: 'late',
    severity: 'WARNING',
    en: lateEn,
    ar: lateAr,
    gathers: {
      cause: () => 'all',
      sum: (all) => {
        const late = all.filter(({ phase }) => phase === 'LATE').length;
        return { late, atRisk: all.length - late };
      },
      en: (_, data) => lateTogetherEn(amount(data, 'late'), amount(data, 'atRisk')),
      ar: (_, data) => lateTogetherAr(amount(data, 'late'), amount(data, 'atRisk')),
    },
    action: {
      en: "Look at the driver's route: move the stop forward or give the task to another driver, and tell the buyer.",
      ar: 'راجع مسار السائق: قدّم المحطة أو أسند المهمة إلى سائق آخر، وأبلغ المشتري.',
    },
  },
  DRIVER_STALE_WITH_WORK: {
    raisedWhen: 'a driver with accepted work or goods on board is STALE or OFFLINE',
    foundBy: 'condition',
    criticalWhen: 'offline',
    severity: 'WARNING',
    en: ({ driverName }, data) =>
      `No signal from ${driverName}'s phone, with ${deliveriesEn(amount(data, 'tasks'))} open, ${word(data, 'onBoard')} of them on board.`,
    ar: ({ driverName }, data) =>
      `لا إشارة من هاتف ${driverName}، والتوصيلات المفتوحة لديه ${word(data, 'tasks')}، منها ${word(data, 'onBoard')} على متن مركبته.`,
    gathers: {
      cause: () => 'all',
      sum: (all) => ({ tasks: total(all, 'tasks'), onBoard: total(all, 'onBoard') }),
      en: (count, data) =>
        `No signal from the phones of ${count} drivers, with ${deliveriesEn(amount(data, 'tasks'))} open, ${word(data, 'onBoard')} of them on board.`,
      ar: (count, data) =>
        `لا إشارة من هواتف ${countedAr(count, DRIVERS_AR)}، والتوصيلات المفتوحة لديهم ${word(data, 'tasks')}، منها ${word(data, 'onBoard')} على متن المركبات.`,
    },
    action: {
      en: 'Call the driver. Tasks not picked up yet can go to another driver; goods on board stay with the driver or are handed over.',
      ar: 'اتصل بالسائق. ما لم يُستلم بعد يمكن إسناده إلى غيره، وما على متن المركبة يبقى معه أو يُسلَّم إلى سائق آخر.',
    },
  },
  UNCOVERED_AREA: {
    raisedWhen: 'no single active zone covers the service area',
    foundBy: 'condition',
    severity: 'CRITICAL',
    en: (_, data) =>
      `No single active zone covers Qatar: ${word(data, 'squareKilometres')} km² of the service area lie outside the widest one.`,
    ar: (_, data) =>
      `لا توجد منطقة مفعّلة واحدة تغطي قطر: ${word(data, 'squareKilometres')} كم² من نطاق الخدمة خارج أوسعها.`,
    action: {
      en: 'Create a zone over the whole service area, or widen and activate the existing one.',
      ar: 'أنشئ منطقة تغطي نطاق الخدمة كله، أو وسّع المنطقة القائمة وفعّلها.',
    },
  },
  CHAIN_STUCK: {
    raisedWhen:
      "effects or timers of an actor failed for good or are older than `chainStuckSeconds`, or a message from another actor is missing in an order's rows",
    foundBy: 'condition',
    severity: 'CRITICAL',
    en: (_, data) =>
      `A change has not taken full effect (${word(data, 'about')}): ${word(data, 'what')}, since ${timeIn('en', word(data, 'since'))}.`,
    ar: (_, data) =>
      `لم يكتمل ما يترتب على أحد التغييرات (${word(data, 'about')}): ${word(data, 'what')}، منذ ${timeIn('ar', word(data, 'since'))}.`,
    gathers: {
      cause: ({ of, parked }) => (of === 'actors' ? (parked === true ? 'parked' : 'waiting') : String(of)),
      sum: (all) => ({
        since: earliest(all),
        parked: all.some(({ parked }) => parked === true),
        lastError: all.find(({ lastError }) => lastError !== null)?.lastError ?? null,
      }),
      en: (count, data) =>
        `${count} changes have not taken full effect, the first since ${timeIn('en', word(data, 'since'))}.`,
      ar: (count, data) =>
        `لم يكتمل ما يترتب على ${countedAr(count, { two: 'تغييرين', few: 'تغييرات', many: 'تغييرًا' })}، أولها منذ ${timeIn('ar', word(data, 'since'))}.`,
    },
    action: {
      en: 'Check that the background worker and Redis are running. A change that failed for good needs an operator: its last error is recorded with this alert.',
      ar: 'تأكد من تشغيل العملية الخلفية وRedis. ما أُوقفت محاولاته يحتاج إلى المشغّل: آخر خطأ مسجّل مع هذا التنبيه.',
    },
  },
  CLOCK_WRONG: {
    raisedWhen:
      "the clock of a process differs from the database's by more than 2 s: the process answers 503",
    foundBy: 'API processes',
    severity: 'CRITICAL',
    en: (_, data) =>
      `The clock of ${word(data, 'process')} is wrong by ${skewIn(data)} seconds: the process is out of service.`,
    ar: (_, data) =>
      `ساعة ${word(data, 'process')} مختلفة بمقدار ${skewIn(data)} ثانية: هذه العملية متوقفة عن الخدمة.`,
    action: {
      en: 'Have the machine’s clock set (NTP), and the database server’s if several processes are named. The process returns to service by itself.',
      ar: 'اطلب ضبط ساعة الجهاز (NTP)، وساعة خادم قاعدة البيانات إن ذُكرت عدة عمليات. تعود العملية إلى الخدمة تلقائيًا.',
    },
  },
  TICK_MISSED: {
    raisedWhen:
      'a scheduled job of the worker has not run for three of its periods plus 15 s, or none has: no worker is running',
    foundBy: 'API processes',
    severity: 'CRITICAL',
    en: (_, data) =>
      word(data, 'duty') === ''
        ? 'The background worker is not running: deadlines, retries and messages are stopped.'
        : `The background job ${word(data, 'duty')} has not run since ${timeIn('en', word(data, 'since'))}.`,
    ar: (_, data) =>
      word(data, 'duty') === ''
        ? 'العملية الخلفية لا تعمل: المواعيد وإعادة المحاولات والرسائل متوقفة.'
        : `لم تُنفَّذ المهمة الخلفية ${word(data, 'duty')} منذ ${timeIn('ar', word(data, 'since'))}.`,
    gathers: {
      cause: (data) => (word(data, 'duty') === '' ? 'worker' : 'duties'),
      sum: (all) => ({ since: earliest(all) }),
      en: (count, data) =>
        `${count} background jobs are behind, the first since ${timeIn('en', word(data, 'since'))}.`,
      ar: (count, data) =>
        `تأخر تنفيذ ${countedAr(count, { two: 'مهمتين خلفيتين', few: 'مهام خلفية', many: 'مهمة خلفية' })}، أولها منذ ${timeIn('ar', word(data, 'since'))}.`,
    },
    action: {
      en: 'Have the background worker restarted, and read its log.',
      ar: 'اطلب إعادة تشغيل العملية الخلفية وراجع سجلها.',
    },
  },
  BACKUP_STALE: {
    raisedWhen:
      'the last backup is older than 26 h or the last one failed, no log was archived for 5 min, or pictures were not copied for 10 min',
    foundBy: 'condition',
    severity: 'WARNING',
    criticalWhen: 'no log was archived',
    escalates: true,
    en: (_, data) => backupText(BACKUP_EN, data)(timeIn('en', word(data, 'since'))),
    ar: (_, data) => backupText(BACKUP_AR, data)(timeIn('ar', word(data, 'since'))),
    action: {
      en: 'Have an operator look at the backups (docs/backup.md): is the target full or away? What happens meanwhile would be lost with the server.',
      ar: 'اطلب من المشغّل فحص النسخ الاحتياطية (docs/backup.md): هل امتلأ موضع الحفظ أو تعذّر الوصول إليه؟ ما يجري الآن يضيع إن ضاع الخادم.',
    },
  },
  RESTORE_UNPROVED: {
    raisedWhen: 'the last backup that was restored on trial is older than 8 days, or the last trial failed',
    foundBy: 'condition',
    severity: 'WARNING',
    criticalWhen: 'the trial failed',
    escalates: true,
    en: (_, data) =>
      data.failed === true
        ? 'The trial restore of the backups failed: they may be worthless.'
        : 'No backup has been restored on trial for more than a week.',
    ar: (_, data) =>
      data.failed === true
        ? 'فشلت تجربة استعادة النسخ الاحتياطية: قد لا تكون صالحة.'
        : 'لم تُجرَّب استعادة أي نسخة احتياطية منذ أكثر من أسبوع.',
    action: {
      en: 'Have an operator run the trial (npm run restore:prove) and read what it says (docs/backup.md).',
      ar: 'اطلب من المشغّل تشغيل التجربة (npm run restore:prove) وقراءة نتيجتها (docs/backup.md).',
    },
  },
  QUEUE_BACKLOG: {
    raisedWhen:
      'messages of a channel have been SENDING, or due on a channel that has a driver, for `queueBacklogMinutes`',
    foundBy: 'condition',
    severity: 'WARNING',
    escalates: true,
    en: (_, data) =>
      `Messages by ${word(data, 'channel')} have not been sent since ${timeIn('en', word(data, 'since'))}.`,
    ar: (_, data) => `لم تُرسل الرسائل عبر ${word(data, 'channel')} منذ ${timeIn('ar', word(data, 'since'))}.`,
    action: {
      en: 'Check the provider of this channel and the log of the background worker.',
      ar: 'راجع مزوّد هذه القناة وسجل العملية الخلفية.',
    },
  },
  DRIVER_WITHOUT_ZONE: {
    raisedWhen: 'an approved driver is on duty and none of their zones is active',
    foundBy: 'condition',
    severity: 'WARNING',
    escalates: true,
    en: ({ driverName }) => `${driverName} is on duty without an active delivery zone and gets no tasks.`,
    ar: ({ driverName }) => `${driverName} في الخدمة دون أي منطقة توصيل مفعّلة ولا تُسند إليه مهام.`,
    action: {
      en: 'Give the driver an active zone, or activate one of theirs.',
      ar: 'امنح السائق منطقة مفعّلة، أو فعّل إحدى مناطقه.',
    },
  },
  TASK_OUTSIDE_ZONES: {
    raisedWhen: "an assigned task has a stop outside its driver's zones",
    foundBy: 'worker, after zone edits',
    severity: 'WARNING',
    en: ({ orderNumber }) => `A stop of order ${orderNumber} lies outside its driver's delivery zones.`,
    ar: ({ orderNumber }) => `لدى سائق الطلب ${orderNumber} محطة تقع خارج مناطق التوصيل المخصصة له.`,
    action: {
      en: 'Leave it with the driver, give the driver the zone, or give the task to another driver.',
      ar: 'اتركه مع السائق، أو امنحه المنطقة، أو أسند المهمة إلى سائق آخر.',
    },
  },
  CLEARING_OPEN: {
    raisedWhen: 'the cash of a completed task is not cleared in the books after a minute',
    foundBy: 'condition',
    severity: 'CRITICAL',
    en: ({ orderNumber }) =>
      `The cash of the completed delivery of order ${orderNumber} is not cleared in the books.`,
    ar: ({ orderNumber }) => `لم تُسوَّ في الدفاتر نقدية التوصيل المكتمل للطلب ${orderNumber}.`,
    action: {
      en: 'Have an administrator check the ledger, and do not close the day before that.',
      ar: 'اطلب من المسؤول تشغيل فحص الدفاتر، ولا تغلق اليوم قبل ذلك.',
    },
  },
} as const satisfies Record<string, AlertText>;

type BackupTexts = Readonly<Record<'base' | 'wal' | 'copies', (since: string) => string>>;

const BACKUP_EN: BackupTexts = {
  base: (since) => `The last backup of the database is from ${since}.`,
  wal: (since) => `What happened since ${since} is not in the backups.`,
  copies: (since) => `Pictures uploaded since ${since} are not in the backups.`,
};

const BACKUP_AR: BackupTexts = {
  base: (since) => `آخر نسخة احتياطية لقاعدة البيانات من ${since}.`,
  wal: (since) => `ما جرى منذ ${since} غير محفوظ في النسخ الاحتياطية.`,
  copies: (since) => `الصور المرفوعة منذ ${since} غير محفوظة في النسخ الاحتياطية.`,
};

function backupText(texts: BackupTexts, data: JsonObject): (since: string) => string {
  const part = word(data, 'part');
  return part === 'wal' || part === 'copies' ? texts[part] : texts.base;
}

function deliveriesEn(count: number): string {
  return count === 1 ? '1 delivery' : `${count} deliveries`;
}

function earliest(all: readonly JsonObject[]): string {
  return all.map((data) => word(data, 'since')).toSorted()[0] ?? '';
}

function lateTogetherEn(late: number, atRisk: number): string {
  if (late === 0) return `${atRisk} deliveries may be late.`;
  const rest = atRisk === 0 ? '' : `, and ${atRisk} more may be`;
  return `${deliveriesEn(late)} ${late === 1 ? 'is' : 'are'} late${rest}.`;
}

function lateTogetherAr(late: number, atRisk: number): string {
  if (late === 0) return `قد تتأخر ${countedAr(atRisk, { ...DELIVERIES_AR, two: 'توصيلتان' })}.`;
  const counted = late === 1 ? 'توصيلة واحدة' : countedAr(late, { ...DELIVERIES_AR, two: 'توصيلتان' });
  return atRisk === 0 ? `تأخرت ${counted}.` : `تأخرت ${counted}، وعدد ما قد يتأخر أيضًا: ${atRisk}.`;
}

function lateEn({ orderNumber }: { orderNumber: string }, data: JsonObject): string {
  const dueBy = timeIn('en', word(data, 'dueBy'));
  if (data.phase === 'LATE') return `Order ${orderNumber} is late: it was due by ${dueBy}.`;
  const expected = word(data, 'expectedAt');
  if (expected === '')
    return `Order ${orderNumber} may be late: no driver has it, and it is due by ${dueBy}.`;
  if (expected <= word(data, 'dueBy'))
    return `Order ${orderNumber} has little time left: it is due by ${dueBy}.`;
  return `Order ${orderNumber} may be late: expected about ${timeIn('en', expected)}, due by ${dueBy}.`;
}

function lateAr({ orderNumber }: { orderNumber: string }, data: JsonObject): string {
  const dueBy = timeIn('ar', word(data, 'dueBy'));
  if (data.phase === 'LATE') return `تأخر الطلب ${orderNumber}: كان موعده ${dueBy}.`;
  const expected = word(data, 'expectedAt');
  if (expected === '') return `قد يتأخر الطلب ${orderNumber}: ليس لدى أي سائق، وموعده ${dueBy}.`;
  if (expected <= word(data, 'dueBy')) return `الوقت المتبقي للطلب ${orderNumber} ضيق: موعده ${dueBy}.`;
  return `قد يتأخر الطلب ${orderNumber}: متوقع نحو ${timeIn('ar', expected)}، وموعده ${dueBy}.`;
}

/** Seconds by which a clock is wrong, whichever way. */
function skewIn(data: JsonObject): number {
  return Math.abs(amount(data, 'skewSeconds'));
}
