import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** Files of products, offers and stock: sent, checked, applied, exported. */
export const fileTexts = defineTexts({
  'files.title': { en: 'Files', ar: 'الملفات' },
  'files.back': { en: 'All files', ar: 'كل الملفات' },
  'kind.PRODUCTS': { en: 'Products', ar: 'المنتجات' },
  'kind.OFFERS': { en: 'Prices and offers', ar: 'الأسعار والعروض' },
  'kind.STOCK': { en: 'Stock', ar: 'المخزون' },
  'kind.PRODUCTS.has': {
    en: 'Texts in both languages, categories, options and variants',
    ar: 'النصوص باللغتين والفئات والخيارات والأنواع',
  },
  'kind.OFFERS.has': {
    en: 'Prices, what is on sale, and when stock counts as low',
    ar: 'الأسعار وما هو معروض للبيع وحدّ انخفاض المخزون',
  },
  'kind.STOCK.has': { en: 'Pieces in each warehouse', ar: 'عدد القطع في كل مستودع' },

  'get.title': { en: 'Download a file', ar: 'تنزيل ملف' },
  'get.detail': {
    en: 'Change it in a spreadsheet, save it as CSV and upload it here. Rows that are unchanged change nothing.',
    ar: 'عدّله في برنامج الجداول واحفظه بصيغة CSV ثم ارفعه هنا. الصفوف التي لم تعدّلها لا تغيّر شيئًا.',
  },
  'get.button': { en: 'Download {kind}', ar: 'تنزيل {kind}' },

  'bring.title': { en: 'Upload a file', ar: 'رفع ملف' },
  'bring.detail': {
    en: 'The file is checked first: you see what it would change before anything changes.',
    ar: 'لا يتغير شيء قبل أن ترى ما سيتغير: يُفحص الملف أولًا.',
  },
  'bring.dropHere': { en: 'Where a file is dropped', ar: 'مكان إفلات الملف' },
  'bring.drop': { en: 'Drop a CSV file here, or', ar: 'أفلت ملف CSV هنا، أو' },
  'bring.choose': { en: 'choose a file', ar: 'اختر ملفًا' },
  'bring.chosen': { en: 'Chosen: {name}', ar: 'الملف المختار: {name}' },
  'bring.kind': { en: 'What is in it', ar: 'ما الذي فيه' },
  'bring.check': { en: 'Check the file', ar: 'افحص الملف' },
  'bring.other': { en: 'Another file', ar: 'ملف آخر' },
  'bring.fault.empty': { en: 'This file is empty.', ar: 'هذا الملف فارغ.' },
  'bring.fault.large': {
    en: 'This file is too large: 20,000 rows and eight million characters at most. Split it.',
    ar: 'هذا الملف كبير جدًا: 20,000 صف وثمانية ملايين حرف على الأكثر. قسّمه.',
  },
  'bring.fault.workbook': {
    en: 'This is a workbook. In the spreadsheet choose “Save as”, then “CSV UTF-8”.',
    ar: 'هذا مصنّف جداول. في برنامج الجداول اختر «حفظ باسم» ثم «CSV UTF-8».',
  },

  'list.title': { en: 'Files of the last 30 days', ar: 'ملفات آخر 30 يومًا' },
  'list.none': { en: 'No file yet', ar: 'لا ملفات بعد' },
  'list.noneDetail': {
    en: 'Files you upload are listed here for 30 days, with what they changed.',
    ar: 'تظهر هنا الملفات التي ترفعها لمدة 30 يومًا، مع ما غيّرته.',
  },
  'column.file': { en: 'File', ar: 'الملف' },
  'column.when': { en: 'Uploaded', ar: 'رُفع' },
  'column.state': { en: 'State', ar: 'الحالة' },
  'column.rows': { en: 'Rows', ar: 'الصفوف' },
  'column.faulty': { en: 'With errors', ar: 'بها أخطاء' },
  'column.row': { en: 'Row', ar: 'الصف' },
  'column.result': { en: 'Result', ar: 'النتيجة' },
  'column.what': { en: 'What changes, and what is wrong', ar: 'ما يتغير وما هو خطأ' },

  'import.title': { en: '{kind}, {time}', ar: '{kind}، {time}' },
  'import.gone': { en: 'This file is gone', ar: 'لم يعد هذا الملف موجودًا' },
  'import.goneDetail': {
    en: 'Files are kept for 30 days after their last change.',
    ar: 'تُحفظ الملفات 30 يومًا بعد آخر تغيير فيها.',
  },
  'status.CHECKING': { en: 'Being checked', ar: 'قيد الفحص' },
  'status.CHECKED': { en: 'Checked, not applied', ar: 'فُحص ولم يُطبَّق' },
  'status.APPLYING': { en: 'Being applied', ar: 'قيد التطبيق' },
  'status.DONE': { en: 'Applied', ar: 'طُبّق' },
  'status.STOPPED': { en: 'Stopped', ar: 'أُوقف' },
  'status.FAILED': { en: 'Failed', ar: 'تعذّر إكماله' },
  'says.CHECKING': {
    en: 'You may leave this page: the check goes on.',
    ar: 'يمكنك مغادرة هذه الصفحة: يستمر الفحص.',
  },
  'says.CHECKED': {
    en: '{count, plural, one {1 row would change something. Look at it below, then apply it.} other {{count} rows would change something. Look at them below, then apply them.}}',
    ar: '{count, plural, zero {لا صف يغيّر شيئًا.} one {صف واحد سيغيّر شيئًا. راجعه أدناه ثم طبّقه.} two {صفّان سيغيّران شيئًا. راجعهما أدناه ثم طبّقهما.} few {{count} صفوف ستغيّر شيئًا. راجعها أدناه ثم طبّقها.} many {{count} صفًا ستغيّر شيئًا. راجعها أدناه ثم طبّقها.} other {{count} صف ستغيّر شيئًا. راجعها أدناه ثم طبّقها.}}',
  },
  'says.nothing': {
    en: 'Nothing in this file would change anything.',
    ar: 'لن يغيّر هذا الملف شيئًا.',
  },
  'says.APPLYING': {
    en: 'You may leave this page: applying continues, and after a failure it resumes where it stopped.',
    ar: 'يمكنك مغادرة هذه الصفحة: يستمر التطبيق، ويُستأنف من حيث توقف بعد أي عطل.',
  },
  'says.DONE': {
    en: '{count, plural, one {1 row was applied.} other {{count} rows were applied.}}',
    ar: '{count, plural, zero {لم يُطبَّق أي صف.} one {طُبّق صف واحد.} two {طُبّق صفّان.} few {طُبّقت {count} صفوف.} many {طُبّق {count} صفًا.} other {طُبّق {count} صف.}}',
  },
  'says.STOPPED': {
    en: '{count, plural, one {1 row was applied before the stop and stays applied. You can download the rest as a file.} other {{count} rows were applied before the stop and stay applied. You can download the rest as a file.}}',
    ar: '{count, plural, zero {لم يُطبَّق أي صف قبل ذلك. تعود الصفوف إليك في ملف.} one {طُبّق صف واحد قبل ذلك ويبقى كذلك. تعود البقية إليك في ملف.} two {طُبّق صفّان قبل ذلك ويبقيان كذلك. تعود البقية إليك في ملف.} few {طُبّقت {count} صفوف قبل ذلك وتبقى كذلك. تعود البقية إليك في ملف.} many {طُبّق {count} صفًا قبل ذلك وتبقى كذلك. تعود البقية إليك في ملف.} other {طُبّق {count} صف قبل ذلك وتبقى كذلك. تعود البقية إليك في ملف.}}',
  },
  'says.lostRight': {
    en: 'The person who uploaded it no longer has permission for this change, or the shop is closed. What was applied stays.',
    ar: 'لم تعد لدى من رفع الملف صلاحية لهذا التغيير، أو أن المتجر مغلق. ما طُبّق يبقى.',
  },
  'says.FAILED': {
    en: 'The service failed several times. What was applied stays; upload the file again for the rest.',
    ar: 'تعطّلت الخدمة عدة مرات. ما طُبّق يبقى؛ ارفع الملف مرة أخرى للبقية.',
  },
  'import.ignored': { en: 'Not read from this file: {columns}', ar: 'لم يُقرأ من هذا الملف: {columns}' },
  'import.apply': { en: 'Apply', ar: 'تطبيق' },
  'import.stop': { en: 'Stop', ar: 'إيقاف' },
  'import.failedRows': { en: 'Rows to correct', ar: 'الصفوف التي تحتاج تصحيحًا' },
  'import.correct': {
    en: 'Download the rows to correct, correct them as the column “problem” says, and upload that file.',
    ar: 'نزّل الصفوف التي تحتاج تصحيحًا وأصلحها كما يقول العمود «problem» ثم ارفع ذلك الملف.',
  },

  'rows.title': { en: 'Rows', ar: 'الصفوف' },
  'rows.show': { en: 'Show', ar: 'عرض' },
  'rows.all': { en: 'All', ar: 'الكل' },
  'rows.PENDING': { en: 'Not checked yet', ar: 'لم تُفحص' },
  'rows.TO_APPLY': { en: 'To apply', ar: 'للتطبيق' },
  'rows.UNCHANGED': { en: 'Unchanged', ar: 'بلا تغيير' },
  'rows.APPLIED': { en: 'Applied', ar: 'مطبّقة' },
  'rows.FAULTY': { en: 'With errors', ar: 'بها أخطاء' },
  'rows.none': { en: 'No such rows.', ar: 'لا توجد صفوف بهذه الحالة.' },
  'rows.new': { en: '{column}: {after} (new)', ar: '{column}: {after} (جديد)' },
  'rows.change': { en: '{column}: {before} → {after}', ar: '{column}: من {before} إلى {after}' },
  'rows.emptyCell': { en: '(empty)', ar: '(فارغ)' },
});

export const useFileText = textHook(fileTexts);
