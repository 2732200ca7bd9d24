import { defineTexts } from '../../shared/i18n/define-texts.ts';

/** Tasks from the offer to the end: steps, goods, code, cash, failures, the route. */
export const taskTexts = defineTexts({
  'offer.aside': { en: 'Offers put aside', ar: 'عروض مؤجلة' },
  'offer.leftShort': { en: '{left} left', ar: 'بقي {left}' },
  'offer.ranOut': { en: 'Ran out', ar: 'انتهت مهلته' },

  'task.order': { en: 'Order {number}', ar: 'الطلب {number}' },
  'task.pickup': { en: 'Pickup', ar: 'الاستلام' },
  'task.dropoff': { en: 'Delivery', ar: 'التوصيل' },
  'task.return': { en: 'Return', ar: 'الإرجاع' },
  'task.goods': { en: 'Goods', ar: 'البضاعة' },
  'task.due': { en: 'Due {time}', ar: 'الموعد {time}' },
  'task.late': { en: 'Late by {ago}', ar: 'متأخرة {ago}' },
  'task.window': { en: 'Slot {from} – {to}', ar: 'الفترة {from} – {to}' },
  'task.attempt': { en: 'Attempt {count} of 3', ar: 'المحاولة {count} من 3' },
  'task.zone': { en: 'Zone', ar: 'المنطقة' },
  'task.street': { en: 'Street', ar: 'الشارع' },
  'task.building': { en: 'Building', ar: 'المبنى' },
  'task.unit': { en: 'Unit {unit}', ar: 'الوحدة {unit}' },
  'task.floor': { en: 'Floor {floor}', ar: 'الطابق {floor}' },
  'task.meetAtGate': { en: 'The buyer meets you at the gate', ar: 'يلاقيك المشتري عند البوابة' },
  'task.buyersNote': { en: 'Note for you:', ar: 'ملاحظة لك:' },
  'task.notPinned': {
    en: 'The address has no pin: the map shows the middle of the zone. Go by the plate, or call.',
    ar: 'لم يُحدَّد موقع العنوان، فتعرض الخريطة وسط المنطقة. اتبع اللوحة أو اتصل.',
  },
  'task.call': { en: 'Call', ar: 'اتصال' },
  'task.whatsApp': { en: 'WhatsApp', ar: 'واتساب' },
  'task.callName': { en: 'Call {name}', ar: 'اتصل بـ {name}' },
  'task.whatsAppName': { en: 'Write to {name} on WhatsApp', ar: 'راسل {name} عبر واتساب' },
  'task.messageBuyer': {
    en: 'Hello, this is your driver with order {number}.',
    ar: 'مرحبًا، أنا سائق التوصيل ومعي طلبك رقم {number}.',
  },
  'task.messageStore': {
    en: 'Hello, this is the driver for order {number}.',
    ar: 'مرحبًا، أنا سائق التوصيل للطلب رقم {number}.',
  },
  'task.navigate': { en: 'Navigate', ar: 'الملاحة' },
  'task.gone.title': { en: 'This task is not yours any more', ar: 'لم تعد هذه المهمة لك' },
  'task.gone.hint': {
    en: 'It was taken back, cancelled or handed over.',
    ar: 'سُحبت أو أُلغيت أو سُلّمت لسائق آخر.',
  },
  'task.waits': {
    en: '{count, plural, one {# step is kept on this phone and sent when there is a connection.} other {# steps are kept on this phone and sent when there is a connection.}}',
    ar: '{count, plural, one {خطوة واحدة محفوظة في الهاتف وتُرسل عند توفر الاتصال.} two {خطوتان محفوظتان في الهاتف وتُرسلان عند توفر الاتصال.} few {# خطوات محفوظة في الهاتف وتُرسل عند توفر الاتصال.} many {# خطوة محفوظة في الهاتف وتُرسل عند توفر الاتصال.} other {# خطوة محفوظة في الهاتف وتُرسل عند توفر الاتصال.}}',
  },
  'task.others': {
    en: '{count, plural, one {# other task} other {# other tasks}}',
    ar: '{count, plural, one {مهمة أخرى} two {مهمتان أخريان} few {# مهام أخرى} many {# مهمة أخرى} other {# مهمة أخرى}}',
  },
  'task.issue': { en: 'There is a problem', ar: 'هناك مشكلة' },
  'task.open': { en: 'Open', ar: 'فتح' },
  'task.problemWaits': {
    en: 'Your dispatcher decides what happens to these goods. Keep them with you.',
    ar: 'يقرر منسّق التوصيل ما يُفعل بهذه البضاعة. احتفظ بها معك.',
  },
  'task.contactWaits': {
    en: 'Your dispatcher calls the buyer. Keep the goods with you.',
    ar: 'يتواصل منسّق التوصيل مع المشتري. احتفظ بالبضاعة معك.',
  },
  'task.finishing': { en: 'You are done here.', ar: 'انتهيت من هذه المهمة.' },
  'task.photos': {
    en: '{count, plural, one {# picture} other {# pictures}}',
    ar: '{count, plural, one {صورة واحدة} two {صورتان} few {# صور} many {# صورة} other {# صورة}}',
  },

  'status.ASSIGNED': { en: 'Offered', ar: 'معروضة' },
  'status.ACCEPTED': { en: 'To pick up', ar: 'للاستلام' },
  'status.PICKED_UP': { en: 'On board', ar: 'في المركبة' },
  'status.IN_TRANSIT': { en: 'On the way', ar: 'في الطريق' },
  'status.ARRIVED': { en: 'At the door', ar: 'عند الباب' },
  'status.CODE_VERIFIED': { en: 'Code checked', ar: 'تم التحقق من الرمز' },
  'status.CASH_RECORDED': { en: 'Cash collected', ar: 'حُصّل النقد' },
  'status.COMPLETED': { en: 'Delivered', ar: 'سُلّمت' },
  'status.FAILED': { en: 'Not delivered', ar: 'لم تُسلّم' },
  'status.RETURNING': { en: 'Going back', ar: 'في طريق الإرجاع' },
  'status.RETURNED': { en: 'Returned', ar: 'أُعيدت' },
  'status.WRITTEN_OFF': { en: 'Written off', ar: 'شُطبت' },
  'status.CANCELLED': { en: 'Cancelled', ar: 'أُلغيت' },
  'status.UNASSIGNED': { en: 'Not assigned', ar: 'غير مسندة' },

  'step.accept': { en: 'Accept', ar: 'قبول' },
  'step.pick-up': { en: 'I have the goods', ar: 'استلمت البضاعة' },
  'step.pick-up.check': {
    en: 'Check {count, plural, one {# more item} other {# more items}}',
    ar: 'تحقّق من {count, plural, one {القطعة الباقية} two {القطعتين الباقيتين} few {# قطع باقية} many {# قطعة باقية} other {# قطعة باقية}}',
  },
  'step.in-transit': { en: 'Start the delivery', ar: 'ابدأ التوصيل' },
  'step.arrive': { en: 'I am at the door', ar: 'وصلت إلى الباب' },
  'step.delivery-code': { en: 'Send the buyer a code', ar: 'أرسل رمزًا للمشتري' },
  'step.verify-code': { en: 'Enter the code', ar: 'أدخل الرمز' },
  'step.record-cash': { en: 'Collect {amount}', ar: 'حصّل {amount}' },
  'step.complete': { en: 'Finish delivery', ar: 'أنهِ التسليم' },
  'step.return-start': { en: 'Take it back to the seller', ar: 'أعدها إلى البائع' },
  'step.return-complete': { en: 'The seller has it', ar: 'استلمها البائع' },
  'step.hand-over': { en: 'Confirm the hand-over', ar: 'أكّد التسليم للسائق' },
  'step.full': {
    en: 'This phone holds as many steps as it can. Find a connection first; nothing is lost.',
    ar: 'خطوات كثيرة تنتظر في هذا الهاتف. ابحث عن اتصال أولًا، ولن يضيع شيء.',
  },
  'step.notKept': {
    en: 'This phone could not keep the step. Free some space and try again.',
    ar: 'تعذّر حفظ الخطوة في الهاتف. أفرغ بعض المساحة وحاول مرة أخرى.',
  },

  'items.title': { en: 'Check what you take', ar: 'تحقّق مما تستلمه' },
  'items.quantity': { en: '{count} ×', ar: '{count} ×' },

  'cash.due': { en: 'To collect', ar: 'المطلوب تحصيله' },
  'cash.collected': { en: 'Collected', ar: 'حُصّل' },

  'handOver.gives': { en: 'Give the goods to {name}', ar: 'سلّم البضاعة إلى {name}' },
  'handOver.takes': { en: 'Take the goods from {name}', ar: 'استلم البضاعة من {name}' },
  'handOver.hint': {
    en: 'Both of you confirm. Until then nothing changes.',
    ar: 'يؤكد كل منكما، وقبل ذلك لا يتغير شيء.',
  },
  'handOver.waitsOther': { en: '{name} has not confirmed yet.', ar: 'لم يؤكد {name} بعد.' },
});
