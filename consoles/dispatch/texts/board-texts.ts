import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

export const boardTexts = defineTexts({
  'pulse.label': { en: 'The city now', ar: 'المدينة الآن' },
  'pulse.late': { en: 'Late', ar: 'متأخرة' },
  'pulse.lateWorst': {
    en: 'worst by {time}',
    ar: 'أسوأها بـ {time}',
  },
  'pulse.lateNone': {
    en: 'all on time',
    ar: 'الكل في الموعد',
  },
  'pulse.risk': { en: 'At risk', ar: 'معرّضة للتأخر' },
  'pulse.riskNext': {
    en: 'next due in {time}',
    ar: 'أقرب موعد بعد {time}',
  },
  'pulse.riskNone': {
    en: 'all have time to spare',
    ar: 'الوقت كافٍ لكل المهام',
  },
  'pulse.waiting': { en: 'Waiting', ar: 'بانتظار سائق' },
  'pulse.waitingLongest': {
    en: 'longest {time}',
    ar: 'أطولها منذ {time}',
  },
  'pulse.waitingNone': {
    en: 'all have a driver',
    ar: 'لكل مهمة سائق',
  },
  'pulse.failed': { en: 'To decide', ar: 'بانتظار قرار' },
  'pulse.failedHint': { en: 'failed deliveries', ar: 'توصيلات تعذّرت' },
  'pulse.free': { en: 'Free drivers', ar: 'سائقون متاحون' },
  'pulse.freeOf': { en: 'of {count} on duty', ar: 'من {count} في الخدمة' },
  'pulse.silent': {
    en: '{count} silent',
    ar: '{count} بلا إشارة',
  },

  'tab.tasks': { en: 'Tasks', ar: 'المهام' },
  'tab.drivers': { en: 'Drivers', ar: 'السائقون' },
  'tab.stores': { en: 'Stores', ar: 'المتاجر' },
  'view.list': { en: 'List', ar: 'القائمة' },
  'view.map': { en: 'Map', ar: 'الخريطة' },
  'filter.text': { en: 'Order, buyer, store or driver', ar: 'طلب أو مشترٍ أو متجر أو سائق' },
  'filter.zone': { en: 'Zone', ar: 'المنطقة' },
  'filter.allZones': { en: 'All zones', ar: 'كل المناطق' },
  'filter.show': { en: 'Show', ar: 'عرض' },
  'filter.open': {
    en: 'All open tasks',
    ar: 'كل المهام المفتوحة',
  },
  'filter.clear': { en: 'Clear filters', ar: 'إزالة التصفية' },
  'filter.driver': { en: 'Only {name}', ar: '{name} فقط' },

  'list.label': { en: 'Tasks, the most urgent first', ar: 'المهام، الأكثر إلحاحًا أولًا' },
  'list.driversLabel': { en: 'Drivers on duty', ar: 'السائقون في الخدمة' },
  'list.empty': {
    en: 'No open tasks',
    ar: 'لا مهام مفتوحة',
  },
  'list.emptyDetail': {
    en: 'Tasks appear here as soon as a seller marks an order as ready.',
    ar: 'تظهر المهام هنا فور أن يضع البائع علامة «جاهز» على الطلب.',
  },
  'list.noMatch': { en: 'Nothing matches', ar: 'لا نتائج مطابقة' },
  'list.noMatchDetail': { en: 'Change the filters, or clear them.', ar: 'غيّر التصفية أو أزلها.' },
  'list.noDrivers': {
    en: 'No drivers on duty',
    ar: 'لا سائقين في الخدمة',
  },
  'list.noDriversDetail': {
    en: 'Drivers appear here when they start their shift.',
    ar: 'يظهر السائقون هنا عند بدء ورديتهم.',
  },
  'list.incomplete': {
    en: 'There are more tasks than the board can show: the most urgent are listed.',
    ar: 'المهام أكثر مما تتسع له اللوحة: تُعرض الأكثر إلحاحًا.',
  },
  'list.resize': { en: 'Width of the list', ar: 'عرض القائمة' },
  'list.selected': {
    en: '{count, plural, one {# selected} other {# selected}}',
    ar: '{count, plural, =0 {لا شيء محدد} one {مهمة محددة} two {مهمتان محددتان} few {# محددة} many {# محددة} other {# محددة}}',
  },
  'list.selectAll': { en: 'Select all shown', ar: 'تحديد كل المعروض' },
  'list.clearSelection': { en: 'Clear selection', ar: 'إلغاء التحديد' },
  'list.assign': {
    en: 'Assign',
    ar: 'إسناد',
  },

  'row.spare': { en: '{time} to spare', ar: 'بفارق {time}' },
  'row.left': { en: '{time} left', ar: 'بقي {time}' },
  'row.waits': { en: 'for {time}', ar: 'منذ {time}' },
  'row.arrives': { en: 'arrives {time}', ar: 'تصل {time}' },
  'row.ended': { en: 'at {time}', ar: 'في {time}' },
  'row.due': { en: 'due {time}', ar: 'الموعد {time}' },
  'row.undecided': { en: 'for {time}', ar: 'منذ {time}' },
  'row.failedAt': { en: 'failed {time}', ar: 'تعذّرت {time}' },
  'row.zone': { en: 'Zone {zone}', ar: 'منطقة {zone}' },
  'row.noDriver': { en: 'No driver', ar: 'بلا سائق' },
  'row.idleFor': { en: 'free for {time}', ar: 'متاح منذ {time}' },
  'row.seen': { en: 'seen {time} ago', ar: 'شوهد قبل {time}' },
  'row.neverSeen': { en: 'no position yet', ar: 'لا موقع بعد' },

  'map.label': { en: 'Live map', ar: 'الخريطة الحية' },
  'map.city': { en: 'Show the city', ar: 'عرض المدينة' },
  'map.qatar': {
    en: 'Show all of Qatar',
    ar: 'عرض قطر كاملة',
  },
  'map.layers': { en: 'Map layers', ar: 'طبقات الخريطة' },
  'map.routes': { en: 'All routes', ar: 'كل المسارات' },
  'map.zones': { en: 'Zones', ar: 'المناطق' },
  'map.heatDemand': {
    en: 'Demand heat map',
    ar: 'خريطة كثافة الطلب',
  },
  'map.heatLateness': {
    en: 'Lateness heat map',
    ar: 'خريطة كثافة التأخر',
  },
  'map.legend': { en: 'What the marks mean', ar: 'معاني العلامات' },
  'map.alongStreets': { en: 'Route along the streets', ar: 'المسار عبر الشوارع' },
  'map.straightLine': { en: 'Order of the stops, as straight lines', ar: 'ترتيب المحطات بخطوط مستقيمة' },
  'map.store': {
    en: 'Store: what waits there, and +what it still prepares',
    ar: 'متجر: ما ينتظر فيه، وبعلامة + ما يزال يُجهَّز',
  },
  'map.fault': {
    en: 'The map cannot be shown here. Lists and actions work without it.',
    ar: 'لا يمكن عرض الخريطة هنا. القوائم والإجراءات تعمل من دونها.',
  },
  'map.zoomIn': { en: 'Zoom in', ar: 'تكبير' },
  'map.zoomOut': { en: 'Zoom out', ar: 'تصغير' },
  'map.age': { en: '{time} ago', ar: 'قبل {time}' },

  'tray.label': {
    en: 'Free drivers: drop tasks on one of them',
    ar: 'السائقون المتاحون: أفلت المهام على أحدهم',
  },
  'tray.more': { en: '{count} more', ar: '{count} آخرون' },

  'sound.on': { en: 'Sound for new alerts is on', ar: 'صوت التنبيهات الجديدة مفعّل' },
  'sound.off': { en: 'Sound for new alerts is off', ar: 'صوت التنبيهات الجديدة مكتوم' },

  'help.title': { en: 'Keyboard shortcuts', ar: 'اختصارات لوحة المفاتيح' },
  'help.find': { en: 'Find a task, driver or order', ar: 'البحث عن مهمة أو سائق أو طلب' },
  'help.everywhere': { en: 'On every screen', ar: 'في كل الشاشات' },
  'help.onBoard': { en: 'On the board', ar: 'على اللوحة' },
  'help.next': { en: 'Next task; with Shift, select on the way', ar: 'المهمة التالية، ومع Shift تُحدَّد أيضًا' },
  'help.former': {
    en: 'Previous task; with Shift, select on the way',
    ar: 'المهمة السابقة، ومع Shift تُحدَّد أيضًا',
  },
  'help.filter': { en: 'Search the list', ar: 'البحث في القائمة' },
  'help.open': { en: 'Go to the open task’s panel', ar: 'الانتقال إلى لوحة المهمة' },
  'help.select': { en: 'Select or deselect the task', ar: 'تحديد المهمة أو إلغاء تحديدها' },
  'help.assign': { en: 'Assign to a driver, or reassign', ar: 'إسناد إلى سائق، أو نقل إلى آخر' },
  'help.why': { en: 'Why this driver', ar: 'لماذا هذا السائق' },
  'help.menu': { en: 'Menu of actions', ar: 'قائمة الإجراءات' },
  'help.tabs': { en: 'Switch between tasks and drivers', ar: 'التبديل بين المهام والسائقين' },
  'help.past': {
    en: 'Time machine',
    ar: 'عرض وقت سابق',
  },
  'help.close': { en: 'Close the panel', ar: 'إغلاق اللوحة الجانبية' },
  'help.help': { en: 'This list', ar: 'هذه القائمة' },
});

export const useBoardText = textHook(boardTexts);
