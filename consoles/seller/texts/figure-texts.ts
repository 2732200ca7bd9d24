import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** How the last days went. */
export const figureTexts = defineTexts({
  'figures.title': { en: 'Figures', ar: 'الإحصاءات' },
  'figures.days': { en: 'Which days', ar: 'الفترة' },
  'figures.lastDays': {
    en: '{count, plural, one {Today} other {Last # days}}',
    ar: '{count, plural, zero {اليوم} one {اليوم} two {آخر يومين} few {آخر # أيام} many {آخر # يومًا} other {آخر # يوم}}',
  },
  'figures.ofDays': {
    en: '{count, plural, one {# day} other {# days}}',
    ar: '{count, plural, zero {لا أيام} one {يوم واحد} two {يومان} few {# أيام} many {# يومًا} other {# يوم}}',
  },
  'figures.sales': { en: 'Sales', ar: 'المبيعات' },
  'figures.salesNote': {
    en: 'Without what was rejected, cancelled, returned or lost. Orders count by the day they were placed.',
    ar: 'دون ما رُفض أو أُلغي أو أُعيد أو فُقد. يُحسب الطلب في اليوم الذي قُدّم فيه.',
  },
  'figures.orders': { en: 'Orders', ar: 'الطلبات' },
  'figures.goods': { en: 'Goods sold', ar: 'قيمة البضائع المبيعة' },
  'figures.noMoney': {
    en: 'Amounts need the permission “Statements and payouts”. {owner} can give it to you.',
    ar: 'تحتاج المبالغ إلى صلاحية «الكشوف والدفعات». يمكن لـ{owner} منحك إياها.',
  },
  'figures.theOwner': { en: 'The shop’s owner', ar: 'مالك المتجر' },
  'figures.now': { en: 'These days', ar: 'هذه الأيام' },
  'figures.before': { en: 'The days before', ar: 'الأيام السابقة' },
  'figures.change': { en: 'Change', ar: 'التغيّر' },
  'figures.byDay': { en: 'Goods sold, day by day', ar: 'قيمة المبيعات يومًا بيوم' },
  'figures.day': { en: 'Day', ar: 'اليوم' },
  'figures.goodsBefore': { en: 'In the days before', ar: 'في الأيام السابقة' },
  'figures.best': { en: 'What sells best', ar: 'الأكثر مبيعًا' },
  'figures.noBest': { en: 'Nothing was sold in these days.', ar: 'لم يُبع شيء في هذه الأيام.' },
  'figures.late': { en: 'Accepted after the deadline', ar: 'قُبلت بعد المهلة' },
  'figures.acceptance': { en: 'Time to accept', ar: 'مدة القبول' },
  'figures.acceptanceNote': {
    en: 'From the order to your acceptance, nights and closed days included.',
    ar: 'من تقديم الطلب حتى قبولك له، بما في ذلك الليالي وأيام الإغلاق.',
  },
  'figures.median': { en: 'Half were faster than', ar: 'نصفها أسرع من' },
  'figures.ninthDecile': { en: 'Nine in ten were faster than', ar: 'تسعة من كل عشرة أسرع من' },
  'figures.accepted': { en: 'Accepted', ar: 'المقبولة' },
  'figures.noneAccepted': { en: 'Nothing was accepted in these days.', ar: 'لم يُقبل أي طلب في هذه الأيام.' },
  'figures.returns': { en: 'What came back, and why', ar: 'المرتجعات وأسبابها' },
  'figures.noReturns': { en: 'Nothing came back.', ar: 'لا مرتجعات.' },
  'figures.reason': { en: 'Reason', ar: 'السبب' },
  'figures.states': { en: 'Orders by state', ar: 'الطلبات حسب الحالة' },
  'figures.statesNote': {
    en: 'Orders placed in these days, as they stand now.',
    ar: 'الطلبات المقدَّمة في هذه الأيام، بحالتها الآن.',
  },
  'figures.noOrders': { en: 'No order was placed in these days.', ar: 'لم يُقدَّم أي طلب في هذه الأيام.' },
  'figures.state': { en: 'State', ar: 'الحالة' },
  'figures.share': { en: 'Share', ar: 'النسبة' },
  'figures.open': { en: 'Under way', ar: 'قيد التنفيذ' },
  'figures.delivered': { en: 'Delivered', ar: 'تم تسليمها' },
  'figures.lost': { en: 'Not sold', ar: 'لم تُبع' },
  'figures.toOrder': { en: 'What to order', ar: 'ما يلزم طلبه' },
  'figures.toOrderNote': {
    en: 'Sold out within 14 days if it goes on like this. With what is suggested it lasts for 30 days.',
    ar: 'ينفد خلال 14 يومًا إن استمر البيع هكذا. ما نقترحه يكفي 30 يومًا.',
  },
  'figures.nothingToOrder': {
    en: 'Nothing will be sold out within 14 days.',
    ar: 'لن ينفد شيء خلال 14 يومًا.',
  },
  'figures.slow': { en: 'What hardly sells', ar: 'الأبطأ مبيعًا' },
  'figures.slowNote': {
    en: 'Less than one piece was sold for four that are left. Offers younger than these days are left out.',
    ar: 'بيعت أقل من قطعة مقابل كل أربع قطع متبقية. لا تشمل العروض الأحدث من هذه الأيام.',
  },
  'figures.nothingSlow': { en: 'Everything sells.', ar: 'كل شيء يُباع.' },
  'figures.product': { en: 'Product', ar: 'المنتج' },
  'figures.available': { en: 'In stock', ar: 'المتوفر' },
  'figures.sold': { en: 'Sold', ar: 'المبيع' },
  'figures.lasts': { en: 'Lasts', ar: 'يكفي' },
  'figures.suggested': { en: 'Order', ar: 'اطلب' },
});
export const useFigureText = textHook(figureTexts);
