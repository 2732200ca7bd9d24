import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** The grid of prices and stock. */
export const gridTexts = defineTexts({
  'grid.label': { en: 'Prices and stock', ar: 'الأسعار والمخزون' },
  'grid.product': { en: 'Product', ar: 'المنتج' },
  'grid.price': { en: 'Price (QAR)', ar: 'السعر (ر.ق)' },
  'grid.state': { en: 'State', ar: 'الحالة' },
  'grid.threshold': { en: 'Warn below', ar: 'تنبيه دون' },
  'grid.on': { en: 'On sale', ar: 'معروض' },
  'grid.off': { en: 'Off', ar: 'متوقف' },
  'grid.keys': {
    en: 'Arrows move, typing or Enter edits, Shift selects, Ctrl+C and Ctrl+V copy and paste as in a spreadsheet, Ctrl+D fills down, Ctrl+Z and Ctrl+Y undo and redo.',
    ar: 'الأسهم للتنقل، والكتابة أو Enter للتعديل، و Shift للتحديد، و Ctrl+C و Ctrl+V للنسخ واللصق كما في جداول البيانات، و Ctrl+D للتعبئة إلى الأسفل، و Ctrl+Z و Ctrl+Y للتراجع والإعادة.',
  },
  'grid.filter': { en: 'Name or SKU', ar: 'الاسم أو SKU' },
  'grid.none': { en: 'No offers', ar: 'لا عروض' },
  'grid.noneDetail': {
    en: 'Once your products have a price, they are all here.',
    ar: 'ستظهر منتجاتك كلها هنا متى كان لها سعر.',
  },
  'grid.nothingFits': { en: 'No offer has these words.', ar: 'لا عرض يطابق هذه الكلمات.' },
  'grid.more': {
    en: 'These are the first {count}. Change the others with a file.',
    ar: 'هذه أول {count}. عدّل البقية من ملف.',
  },
  'grid.edited': {
    en: '{count, plural, =0 {Nothing is edited} one {# cell is edited} other {# cells are edited}}',
    ar: '{count, plural, zero {لا تعديلات} one {خلية واحدة معدّلة} two {خليتان معدّلتان} few {# خلايا معدّلة} many {# خلية معدّلة} other {# خلية معدّلة}}',
  },
  'grid.faults': {
    en: '{count, plural, one {# cell is at fault and stays unsaved} other {# cells are at fault and stay unsaved}}',
    ar: '{count, plural, zero {لا أخطاء} one {خلية واحدة فيها خطأ ولن تُحفظ} two {خليتان فيهما خطأ ولن تُحفظا} few {# خلايا فيها خطأ ولن تُحفظ} many {# خلية فيها خطأ ولن تُحفظ} other {# خلية فيها خطأ ولن تُحفظ}}',
  },
  'grid.save': { en: 'Save all', ar: 'حفظ الكل' },
  'grid.undo': { en: 'Undo', ar: 'تراجع' },
  'grid.redo': { en: 'Redo', ar: 'إعادة' },
  'grid.fill': { en: 'Fill down', ar: 'تعبئة إلى الأسفل' },
  'grid.reload': { en: 'Read again', ar: 'قراءة من جديد' },
  'grid.saved': {
    en: '{count, plural, =0 {Nothing was saved} one {# row is saved} other {# rows are saved}}',
    ar: '{count, plural, zero {لم يُحفظ شيء} one {حُفظ صف واحد} two {حُفظ صفان} few {حُفظت # صفوف} many {حُفظ # صفًا} other {حُفظ # صف}}',
  },
  'grid.unsaved': {
    en: '{count, plural, one {# cell was not saved: it says why.} other {# cells were not saved: each says why.}}',
    ar: '{count, plural, zero {حُفظ كل شيء.} one {خلية واحدة لم تُحفظ، وتذكر السبب.} two {خليتان لم تُحفظا، وتذكر كل منهما السبب.} few {# خلايا لم تُحفظ، وتذكر كل منها السبب.} many {# خلية لم تُحفظ، وتذكر كل منها السبب.} other {# خلية لم تُحفظ، وتذكر كل منها السبب.}}',
  },
  'grid.failed': { en: 'Nothing more was saved', ar: 'لم يُحفظ شيء آخر' },
  'grid.notSure': {
    en: 'What you typed is still here. Save again: nothing is saved twice.',
    ar: 'ما كتبته ما زال هنا. احفظ من جديد: لا شيء يُحفظ مرتين.',
  },
  'conflict.title': {
    en: '{count, plural, one {Someone else changed # of these rows} other {Someone else changed # of these rows}}',
    ar: '{count, plural, zero {لم يعدّل غيرك شيئًا} one {عدّل شخص آخر أحد هذه الصفوف} two {عدّل شخص آخر صفين من هذه الصفوف} few {عدّل شخص آخر # من هذه الصفوف} many {عدّل شخص آخر # من هذه الصفوف} other {عدّل شخص آخر # من هذه الصفوف}}',
  },
  'conflict.cell': {
    en: '{name}, {column}: you typed {mine}, now it is {theirs}',
    ar: '{name}، {column}: كتبت {mine}، والقيمة الآن {theirs}',
  },
  'conflict.mine': { en: 'Take mine', ar: 'قيمتي' },
  'conflict.theirs': { en: 'Take theirs', ar: 'قيمة الآخر' },
  'conflict.allMine': { en: 'Take all mine', ar: 'كل قيمي' },
  'conflict.allTheirs': { en: 'Take all theirs', ar: 'كل قيم الآخر' },
  'conflict.empty': { en: 'nothing', ar: 'لا شيء' },
  'verdict.conflict': {
    en: 'Someone else changed this row. Choose above.',
    ar: 'عدّل شخص آخر هذا الصف. اختر أعلاه.',
  },
  'verdict.forbidden': { en: 'You may not change this.', ar: 'لا يحق لك تعديل هذا.' },
  'verdict.gone': { en: 'It is not there any more.', ar: 'لم يعد موجودًا.' },
  'verdict.shop': { en: 'Your shop may not change this now.', ar: 'لا يمكن لمتجرك تعديل هذا الآن.' },
  'fault.price': { en: 'A price, such as 47.50', ar: 'سعر مثل 47.50' },
  'fault.priceZero': { en: 'A price above zero', ar: 'سعر أعلى من صفر' },
  'fault.priceHigh': { en: 'A price below a million', ar: 'سعر دون مليون' },
  'fault.count': { en: 'A whole number of pieces', ar: 'عدد صحيح من القطع' },
  'fault.countHigh': { en: 'A million pieces at most', ar: 'مليون قطعة على الأكثر' },
  'fault.threshold': { en: 'A whole number above zero, or nothing', ar: 'عدد صحيح أعلى من صفر، أو لا شيء' },
  'fault.state': { en: 'On or off', ar: 'نعم أو لا' },
  'leave.title': { en: 'Leave without saving?', ar: 'هل تغادر دون حفظ؟' },
  'leave.detail': {
    en: 'What you edited here is not saved and would be lost.',
    ar: 'ما عدّلته هنا غير محفوظ وسيضيع.',
  },
  'leave.stay': { en: 'Stay here', ar: 'البقاء هنا' },
  'leave.go': { en: 'Leave', ar: 'مغادرة' },
});

export const useGridText = textHook(gridTexts);
