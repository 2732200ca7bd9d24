import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** What orders earn, what the money waits for, payouts and statements. */
export const moneyTexts = defineTexts({
  'money.title': { en: 'Money', ar: 'المال' },
  'money.pages': { en: 'Pages of this screen', ar: 'صفحات هذه الشاشة' },
  'money.orders': { en: 'Orders', ar: 'الطلبات' },
  'money.payouts': { en: 'Payouts', ar: 'الدفعات' },
  'money.statements': { en: 'Statements', ar: 'الكشوف' },

  'state.EXPECTED': { en: 'Not delivered yet', ar: 'لم يُسلَّم بعد' },
  'state.AWAITING_CASH': { en: 'Cash with the driver', ar: 'النقد مع السائق' },
  'state.PAYABLE': { en: 'Payable', ar: 'مستحق لك' },
  'state.PAID': { en: 'Paid', ar: 'مدفوع' },
  'state.NOTHING': { en: 'Nothing earned', ar: 'بلا مقابل' },
  'sum.EXPECTED': {
    en: 'Yours once these orders are delivered.',
    ar: 'يصبح لك عند تسليم هذه الطلبات.',
  },
  'sum.AWAITING_CASH': {
    en: 'Delivered. It becomes payable when the driver hands in the cash.',
    ar: 'سُلّمت. تصبح مستحقة لك حين يسلّم السائق النقد.',
  },
  'sum.PAYABLE': {
    en: 'The cash is handed in. The next payout has it.',
    ar: 'سُلّم النقد، وستشمله الدفعة القادمة.',
  },
  'sum.PAID': { en: 'Went to your bank, all payouts together.', ar: 'حُوّل إلى مصرفك في جميع الدفعات.' },
  'sum.net': { en: 'After commission', ar: 'بعد العمولة' },
  'sum.orders': {
    en: '{count, plural, =0 {No orders} one {# order} other {# orders}}',
    ar: '{count, plural, zero {لا طلبات} one {طلب واحد} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}}',
  },
  'sum.since': { en: 'the oldest since {when}', ar: 'أقدمها منذ {when}' },
  'sum.show': { en: ', show these orders: ', ar: '، عرض هذه الطلبات: ' },

  'next.title': { en: 'What keeps your payout', ar: 'ما يؤخر دفعتك' },
  'next.BANK_ACCOUNT': {
    en: 'No bank account is on file. Nothing can be paid out before there is one.',
    ar: 'لا يوجد حساب مصرفي مسجَّل. لا يمكن تحويل أي مبلغ قبل إضافته.',
  },
  'next.COOLING_OFF': {
    en: 'The new bank account can be used from {when}: time to object if someone else entered it.',
    ar: 'يمكن استخدام الحساب المصرفي الجديد ابتداءً من {when}: مهلة للاعتراض إن أضافه شخص آخر.',
  },
  'next.SECOND_FACTOR': {
    en: 'The owner has no second factor at sign-in. Nothing is paid out before it is set up.',
    ar: 'لم يفعّل المالك عامل التحقق الثاني. لا يُحوَّل أي مبلغ قبل تفعيله.',
  },
  'next.toBank': { en: 'Bank account', ar: 'الحساب المصرفي' },
  'next.toSecurity': { en: 'Set up the second factor', ar: 'تفعيل عامل التحقق الثاني' },
  'next.askOwner': {
    en: 'Only {owner}, who owns the shop, can do this.',
    ar: 'لا يستطيع ذلك إلا مالك المتجر {owner}.',
  },
  'next.theOwner': { en: 'the owner', ar: 'نفسه' },
  'next.goesTo': {
    en: 'Payouts go to {holder}, {bank}, account ending in {digits}.',
    ar: 'تُحوَّل الدفعات إلى {holder}، {bank}، حساب ينتهي بـ {digits}.',
  },
  'next.pending': {
    en: 'From {when} on to another account, ending in {digits}.',
    ar: 'وابتداءً من {when} إلى حساب آخر ينتهي بـ {digits}.',
  },

  'filter.state': { en: 'State of the money', ar: 'حالة المبلغ' },
  'filter.all': { en: 'All', ar: 'الكل' },
  'filter.number': { en: 'Order number', ar: 'رقم الطلب' },
  'filter.numberInvalid': {
    en: 'Letters, digits and hyphens only, as in W-2026-000123.',
    ar: 'أحرف لاتينية وأرقام وشرطات فقط، مثل W-2026-000123.',
  },
  'filter.from': { en: 'Placed from', ar: 'قُدّم من' },
  'filter.to': { en: 'Placed until', ar: 'قُدّم حتى' },
  'filter.anyDay': { en: 'Any day', ar: 'أي يوم' },
  'filter.clear': { en: 'Clear filters', ar: 'إزالة عوامل التصفية' },
  'list.none': { en: 'No orders here', ar: 'لا طلبات هنا' },
  'list.noneYet': {
    en: 'Each order appears here as soon as it is placed, with what it earns.',
    ar: 'يظهر هنا كل طلب فور تقديمه، مع ما يحققه لك.',
  },
  'list.noneFiltered': { en: 'No order matches these filters.', ar: 'لا يطابق أي طلب عوامل التصفية هذه.' },

  'column.order': { en: 'Order', ar: 'الطلب' },
  'column.placed': { en: 'Placed', ar: 'تاريخ الطلب' },
  'column.delivered': { en: 'Delivered', ar: 'تاريخ التسليم' },
  'column.goods': { en: 'Goods', ar: 'البضائع' },
  'column.commission': { en: 'Commission', ar: 'العمولة' },
  'column.delivery': { en: 'Delivery fee', ar: 'رسوم التوصيل' },
  'column.net': { en: 'Yours', ar: 'صافيك' },
  'column.state': { en: 'State', ar: 'الحالة' },
  'column.product': { en: 'Product', ar: 'المنتج' },
  'column.quantity': { en: 'Pieces', ar: 'القطع' },
  'column.number': { en: 'Number', ar: 'الرقم' },
  'column.made': { en: 'Made on', ar: 'التاريخ' },
  'column.amount': { en: 'Amount', ar: 'المبلغ' },
  'column.orders': { en: 'Orders', ar: 'الطلبات' },
  'column.month': { en: 'Month', ar: 'الشهر' },
  'column.reference': { en: 'Bank reference', ar: 'مرجع التحويل' },

  'wait.DELIVERY': {
    en: 'Waits for the delivery. The buyer was promised {day} at the latest.',
    ar: 'بانتظار التسليم. وُعد المشتري بموعد أقصاه {day}.',
  },
  'wait.HAND_IN': {
    en: 'Waits for the driver to hand in the cash, since {when}.',
    ar: 'بانتظار أن يسلّم السائق النقد، منذ {when}.',
  },
  'wait.BANK_ACCOUNT': { en: 'Waits for a bank account.', ar: 'بانتظار حساب مصرفي.' },
  'wait.COOLING_OFF': {
    en: 'Waits until the new bank account can be used, from {when}.',
    ar: 'بانتظار بدء استخدام الحساب المصرفي الجديد، ابتداءً من {when}.',
  },
  'wait.SECOND_FACTOR': {
    en: 'Waits for the owner’s second factor.',
    ar: 'بانتظار تفعيل المالك لعامل التحقق الثاني.',
  },
  'wait.PAYOUT': {
    en: 'Waits for the next payout, since {when}. The marketplace makes it; no day is promised.',
    ar: 'بانتظار الدفعة القادمة، منذ {when}. تجريها إدارة السوق من دون موعد محدد.',
  },
  'wait.PAID': { en: 'Paid on {when} with {number}.', ar: 'دُفع في {when} ضمن {number}.' },
  'wait.RETURNING': { en: 'The goods are coming back.', ar: 'البضاعة عائدة إليك.' },
  'wait.REJECTED': { en: 'You rejected it on {when}.', ar: 'رفضته في {when}.' },
  'wait.CANCELLED': { en: 'It was cancelled on {when}.', ar: 'أُلغي في {when}.' },
  'wait.RETURNED': { en: 'The goods came back on {when}.', ar: 'عادت البضاعة في {when}.' },
  'wait.WRITTEN_OFF': {
    en: 'The goods were lost; written off on {when}.',
    ar: 'فُقدت البضاعة؛ شُطب الطلب في {when}.',
  },
  'wait.ended': { en: 'It ended on {when}.', ar: 'انتهى في {when}.' },
  'wait.reason': { en: 'Reason: {reason}', ar: 'السبب: {reason}' },

  'order.back': { en: 'All orders', ar: 'كل الطلبات' },
  'order.how': { en: 'How it adds up', ar: 'كيف حُسب المبلغ' },
  'order.total': { en: 'Together', ar: 'المجموع' },
  'order.rate': {
    en: '{rate}% of the goods, fixed when the order was placed',
    ar: '{rate}% من البضائع، ثُبّتت عند تقديم الطلب',
  },
  'order.nothing': {
    en: 'Ordered for {amount}. Not delivered: the buyer pays nothing, no commission is taken, and nothing is earned.',
    ar: 'طُلب بقيمة {amount}. لم يُسلَّم: لا يدفع المشتري شيئًا ولا تُقتطع عمولة ولا تكسب منه شيئًا.',
  },
  'order.cash': { en: 'What the driver takes at the door', ar: 'ما يستلمه السائق عند الباب' },
  'order.deliveryFee': { en: 'Delivery fee ({name})', ar: 'رسوم التوصيل ({name})' },
  'order.deliveryNote': {
    en: 'The buyer pays it on top of the goods. It belongs to the platform, whose driver carries the order, and is not part of what you earn.',
    ar: 'يدفعها المشتري فوق ثمن البضائع. وهي للمنصة التي ينقل سائقها الطلب، وليست جزءًا من دخلك.',
  },
  'order.ownMethod': {
    en: 'This is your own shipping method: you set its price, and the platform’s driver carries the order, so the fee is the platform’s all the same.',
    ar: 'هذه طريقة شحن خاصة بك: أنت تحدد سعرها، لكن سائق المنصة ينقل الطلب، فتبقى الرسوم للمنصة.',
  },
  'order.free': { en: 'Free for the buyer.', ar: 'مجاني للمشتري.' },
  'order.way': { en: 'The way of the money', ar: 'مسار المبلغ' },
  'order.placed': { en: 'Order placed', ar: 'قُدّم الطلب' },
  'order.delivered': { en: 'Delivered, cash taken', ar: 'سُلّم واستُلم النقد' },
  'order.handedIn': { en: 'Cash handed in', ar: 'سُلّم النقد' },
  'order.paid': { en: 'Paid to you', ar: 'دُفع لك' },
  'order.notYet': { en: 'Not yet', ar: 'ليس بعد' },
  'order.onBoard': { en: 'The order itself', ar: 'الطلب نفسه' },
  'order.gone': { en: 'Not one of your orders', ar: 'ليس من طلباتك' },
  'order.goneDetail': {
    en: 'No order of this shop has this address.',
    ar: 'لا يوجد طلب لهذا المتجر بهذا العنوان.',
  },

  'payout.back': { en: 'All payouts', ar: 'كل الدفعات' },
  'payout.title': { en: 'Payout {number}', ar: 'الدفعة {number}' },
  'payout.none': { en: 'No payouts yet', ar: 'لا دفعات بعد' },
  'payout.noneDetail': {
    en: 'The marketplace pays out what is payable. Each payout is then listed here with its orders.',
    ar: 'تدفع إدارة السوق ما هو مستحق، ثم تظهر هنا كل دفعة مع طلباتها.',
  },
  'payout.account': { en: 'Paid to', ar: 'حُوّل إلى' },
  'payout.accountOf': { en: '{bank}, account ending in {digits}', ar: '{bank}، حساب ينتهي بـ {digits}' },
  'payout.noReference': {
    en: 'None was entered. Ask the marketplace with the payout’s number.',
    ar: 'لم يُسجَّل مرجع. اسأل إدارة السوق ذاكرًا رقم الدفعة.',
  },
  'payout.gone': { en: 'Not one of your payouts', ar: 'ليست من دفعاتك' },
  'payout.goneDetail': {
    en: 'No payout of this shop has this address.',
    ar: 'لا توجد دفعة لهذا المتجر بهذا العنوان.',
  },
  'payout.ordersOf': { en: 'Orders of this payout', ar: 'طلبات هذه الدفعة' },

  'statement.back': { en: 'All months', ar: 'كل الأشهر' },
  'statement.title': { en: 'Statement of {month}', ar: 'كشف {month}' },
  'statement.none': { en: 'No statements yet', ar: 'لا كشوف بعد' },
  'statement.noneDetail': {
    en: 'A month has a statement once an order was delivered in it.',
    ar: 'يصدر كشف للشهر حين يُسلَّم فيه طلب.',
  },
  'statement.monthNone': { en: 'Nothing was delivered in this month.', ar: 'لم يُسلَّم شيء في هذا الشهر.' },
  'statement.ordersOf': { en: 'Orders delivered in this month', ar: 'الطلبات المسلّمة في هذا الشهر' },
  'statement.open': { en: 'Months', ar: 'الأشهر' },

  'download.pdf': { en: 'Download PDF', ar: 'تنزيل PDF' },
  'download.csv': { en: 'Download CSV', ar: 'تنزيل CSV' },
});

export const useMoneyText = textHook(moneyTexts);
