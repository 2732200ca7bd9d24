import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

export const taskTexts = defineTexts({
  'action.assign': { en: 'Assign', ar: 'إسناد' },
  'action.reassign': { en: 'Reassign', ar: 'نقل إلى سائق آخر' },
  'action.unassign': { en: 'Unassign', ar: 'إلغاء الإسناد' },
  'action.cancel': { en: 'Cancel the order part', ar: 'إلغاء جزء الطلب' },
  'action.retry': { en: 'Another attempt', ar: 'محاولة أخرى' },
  'action.return': { en: 'Back to the seller', ar: 'إرجاع إلى البائع' },
  'action.write-off': { en: 'Write off', ar: 'شطب' },
  'action.override-code': { en: 'Override the code', ar: 'تجاوز الرمز' },
  'action.hand-over': {
    en: 'Hand over to another driver',
    ar: 'تسليمها إلى سائق آخر',
  },
  'action.cancel-hand-over': {
    en: 'Cancel the hand-over',
    ar: 'إلغاء التسليم بين السائقين',
  },
  'action.reverse': {
    en: 'Undo the completion',
    ar: 'التراجع عن الإتمام',
  },
  'action.fail': { en: 'Mark as failed', ar: 'تسجيل التعذّر' },
  'action.clear-exclusions': {
    en: 'Ask drivers again',
    ar: 'إعادة سؤال السائقين',
  },
  'action.confirm-return': { en: 'Confirm the return', ar: 'تأكيد الإرجاع' },
  'action.cancel-order': { en: 'Cancel the whole order', ar: 'إلغاء الطلب كله' },
  'action.contact': { en: 'Log a contact', ar: 'تسجيل تواصل' },

  'explain.assign': {
    en: 'Zone, capacity and cash limits apply to you too; you can override the other rules.',
    ar: 'قواعد المنطقة والسعة وحد النقد ملزمة لك أيضًا، وما سواها يمكنك تجاوزه.',
  },
  'explain.reassign': {
    en: 'The current driver is notified.',
    ar: 'يصل إشعار إلى السائق الحالي.',
  },
  'explain.unassign': {
    en: 'The task goes back to the queue, and a new search for a driver starts.',
    ar: 'تعود المهمة إلى قائمة الانتظار ويبدأ البحث عن سائق من جديد.',
  },
  'explain.cancel': {
    en: 'The goods go back into stock, nothing is charged, and the buyer is notified. This cannot be undone.',
    ar: 'تعود البضاعة إلى المخزون، ولا يُحصَّل أي مبلغ، ويُبلَّغ المشتري. لا يمكن التراجع عن ذلك.',
  },
  'explain.retry': {
    en: 'The same driver tries again; there are three attempts in all.',
    ar: 'يحاول السائق نفسه مجددًا، وعدد المحاولات ثلاث في المجموع.',
  },
  'explain.return': {
    en: 'The driver takes the goods back to the store; the buyer owes nothing.',
    ar: 'يعيد السائق البضاعة إلى المتجر، ولا يبقى على المشتري شيء.',
  },
  'explain.write-off': {
    en: 'The goods are lost. This cannot be undone.',
    ar: 'البضاعة مفقودة. لا يمكن التراجع عن ذلك.',
  },
  'explain.override-code': {
    en: 'Your name, the time and the reason stay in the task’s record.',
    ar: 'يبقى اسمك والوقت والسبب في سجل المهمة.',
  },
  'explain.hand-over': {
    en: 'Both drivers confirm it on their phones where they meet.',
    ar: 'يؤكده السائقان على هاتفيهما حيث يلتقيان.',
  },
  'explain.cancel-hand-over': { en: 'The goods stay with their driver.', ar: 'تبقى البضاعة مع سائقها.' },
  'explain.reverse': {
    en: 'Possible for ten minutes, and only before the cash is handed in. The ledger gets offsetting entries.',
    ar: 'ممكن خلال عشر دقائق وقبل تسليم النقد. تُسجَّل قيود عكسية في دفتر القيود.',
  },
  'explain.fail': {
    en: 'On behalf of a driver who cannot report it.',
    ar: 'نيابة عن سائق لا يستطيع الإبلاغ عن ذلك.',
  },
  'explain.clear-exclusions': {
    en: 'Drivers who declined or did not answer are asked once more.',
    ar: 'يُسأل مجددًا السائقون الذين رفضوا أو لم يجيبوا.',
  },
  'explain.confirm-return': {
    en: 'On behalf of a seller who has not confirmed it. Undamaged units go back on sale.',
    ar: 'نيابة عن بائع لم يؤكده. تعود القطع السليمة إلى البيع.',
  },
  'explain.cancel-order': {
    en: 'Cancels every part of the order that has no driver yet, at all sellers. This cannot be undone.',
    ar: 'يُلغى كل جزء من الطلب لم يُسند إلى سائق بعد، لدى جميع البائعين. لا يمكن التراجع عن ذلك.',
  },
  'explain.contact': {
    en: 'Who you tried to reach, how, and the result.',
    ar: 'من حاولت التواصل معه، وكيف، وما كانت النتيجة.',
  },

  'done.assign': { en: '{order} goes to {driver}', ar: '{order} إلى {driver}' },
  'done.pending': {
    en: 'Not confirmed yet for {driver}; the task will show the result.',
    ar: 'لم يُؤكَّد الإسناد إلى {driver} بعد؛ ستعرض المهمة النتيجة.',
  },
  'done.other': { en: '{order}: {action}', ar: '{order}: {action}' },

  'reason.noteNeeded': { en: 'Say what happened.', ar: 'اذكر ما حدث.' },
  'window.from': { en: 'From', ar: 'من' },
  'window.to': { en: 'Until', ar: 'إلى' },
  'window.hint': { en: 'Leave both empty for as soon as possible.', ar: 'اتركهما فارغين لأقرب وقت ممكن.' },

  'panel.label': { en: 'Task {order}', ar: 'المهمة {order}' },
  'panel.from': { en: 'From', ar: 'من' },
  'panel.to': { en: 'To', ar: 'إلى' },
  'panel.meetAtGate': { en: 'The buyer comes to the gate', ar: 'المشتري يأتي إلى البوابة' },
  'panel.buyersNote': { en: 'Buyer’s note:', ar: 'ملاحظة المشتري:' },
  'panel.notPinned': {
    en: 'No pin was set: the map shows the middle of the zone.',
    ar: 'لم يُحدَّد الموقع، فالخريطة تعرض وسط المنطقة.',
  },
  'panel.due': { en: 'Due', ar: 'الموعد' },
  'panel.eta': { en: 'Expected', ar: 'المتوقع' },
  'panel.cash': { en: 'Cash to collect', ar: 'النقد المستحق' },
  'panel.cashTaken': { en: 'Cash taken', ar: 'النقد المستلم' },
  'panel.goods': { en: 'Goods', ar: 'البضاعة' },
  'panel.attempt': { en: 'Attempt', ar: 'المحاولة' },
  'panel.window': { en: 'Agreed slot', ar: 'الموعد المتفق عليه' },
  'panel.call': { en: 'Call {phone}', ar: 'اتصال {phone}' },
  'panel.more': { en: 'More actions', ar: 'إجراءات أخرى' },
  'panel.history': { en: 'History', ar: 'السجل' },
  'panel.contacts': { en: 'Contacts', ar: 'التواصل' },
  'panel.noContacts': {
    en: 'No contact has been logged yet.',
    ar: 'لم يُسجَّل أي تواصل بعد.',
  },
  'panel.why': { en: 'Why this driver?', ar: 'لماذا هذا السائق؟' },
  'panel.whyNobody': {
    en: 'Why no driver?',
    ar: 'لماذا لا سائق؟',
  },
  'panel.overridden': { en: 'Code overridden: {reason}', ar: 'تم تجاوز الرمز: {reason}' },
  'panel.refused': { en: 'The last assignment was refused: {why}.', ar: 'رُفض آخر إسناد: {why}.' },
  'panel.pending': {
    en: 'Being assigned to {driver} …',
    ar: 'جارٍ إسنادها إلى {driver} …',
  },
  'panel.reversing': {
    en: 'The completion is being undone …',
    ar: 'جارٍ التراجع عن الإتمام …',
  },
  'panel.handOver': {
    en: 'To be handed over to {driver}',
    ar: 'ستُسلَّم إلى {driver}',
  },
  'panel.handOverState': {
    en: 'Giver: {giver}, receiver: {receiver}, until {time}',
    ar: 'المسلّم: {giver}، المستلم: {receiver}، حتى {time}',
  },
  'panel.confirmed': { en: 'confirmed', ar: 'أكّد' },
  'panel.notConfirmed': { en: 'not yet', ar: 'ليس بعد' },
  'panel.codeUntil': { en: 'Delivery code valid until {time}', ar: 'رمز التسليم صالح حتى {time}' },
  'panel.gone': { en: 'This task does not exist', ar: 'هذه المهمة غير موجودة' },
  'panel.goneDetail': { en: 'The link may be old or mistyped.', ar: 'قد يكون الرابط قديمًا أو خاطئًا.' },
  'panel.failedNote': { en: 'Note: {note}', ar: 'ملاحظة: {note}' },

  'why.title': { en: 'Why this driver', ar: 'لماذا هذا السائق' },
  'why.none': {
    en: 'No automatic choice has been made for this task yet.',
    ar: 'لم يُتخذ بعد أي اختيار آلي لهذه المهمة.',
  },
  'why.choice': { en: 'Round {round}, {time}', ar: 'الجولة {round}، {time}' },
  'why.manual': { en: 'Chosen by hand', ar: 'اختيار يدوي' },
  'why.CHEAPEST': {
    en: 'Adds the least to any route, so it costs the least.',
    ar: 'يضيف أقل ما يمكن إلى المسار، فكلفته هي الأدنى.',
  },
  'why.LONGEST_IDLE': {
    en: 'Costs nearly as little as the cheapest, and has been free the longest.',
    ar: 'كلفته قريبة من الأقل، وهو المتاح منذ أطول وقت.',
  },
  'why.NEAREST': {
    en: 'Nearest to the store.',
    ar: 'الأقرب إلى المتجر.',
  },
  'why.BEST_TOGETHER': {
    en: 'Best for all the tasks that were assigned together.',
    ar: 'الأفضل لمجموع المهام التي أُسندت معًا.',
  },
  'why.NOBODY_FITS': {
    en: 'No driver was suitable.',
    ar: 'لم يناسب أي سائق.',
  },
  'why.cost': { en: 'Cost', ar: 'الكلفة' },
  'why.drive': { en: 'Extra driving', ar: 'قيادة إضافية' },
  'why.lateness': {
    en: 'Delay caused',
    ar: 'التأخير الناتج',
  },
  'why.idle': { en: 'Free for', ar: 'متاح منذ' },
  'why.atLeast': { en: 'at least {time}', ar: '{time} على الأقل' },
  'why.excluded': { en: 'Excluded', ar: 'مستبعدون' },
  'why.excludedBy': { en: '{rule}: {count}', ar: '{rule}: {count}' },
  'why.chosen': { en: 'chosen', ar: 'المختار' },
  'why.ask': { en: 'Why not …', ar: 'لماذا ليس …' },

  'contact.party': {
    en: 'Who',
    ar: 'مع من',
  },
  'contact.channel': { en: 'How', ar: 'كيف' },
  'contact.outcome': { en: 'Outcome', ar: 'النتيجة' },
  'channel.CALL': { en: 'Call', ar: 'مكالمة' },
  'channel.SMS': { en: 'SMS', ar: 'رسالة قصيرة' },
  'channel.WHATSAPP': { en: 'WhatsApp', ar: 'واتساب' },
  'channel.OTHER': {
    en: 'Another way',
    ar: 'بطريقة أخرى',
  },
  'outcome.REACHED': { en: 'Reached', ar: 'تم التواصل' },
  'outcome.NO_ANSWER': { en: 'No answer', ar: 'لا رد' },
  'outcome.WRONG_NUMBER': { en: 'Wrong number', ar: 'رقم خاطئ' },
  'outcome.LEFT_MESSAGE': { en: 'Left a message', ar: 'تُركت رسالة' },
});

export const useTaskText = textHook(taskTexts);
