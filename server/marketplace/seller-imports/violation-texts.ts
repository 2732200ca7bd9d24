import type { Locale } from '../../kernel/texts/locale.ts';

/** Texts of cell errors in both languages; `{about}` is the limit, the other row or the likely intention. */
const TEXTS = {
  missing: { en: 'This cell must not be empty.', ar: 'يجب ألا تكون هذه الخانة فارغة.' },
  'too-long': {
    en: 'At most {about} characters are allowed here.',
    ar: 'لا تتسع الخانة لأكثر من {about} حرف.',
  },
  text: { en: 'This text contains no visible characters.', ar: 'لا يحتوي هذا النص على شيء مرئي.' },
  price: {
    en: 'Enter a price in riyals above 0 and below 1,000,000 with at most two decimals, such as 47.50.',
    ar: 'اكتب سعرًا بالريال أكبر من 0 وأقل من 1,000,000 بخانتين عشريتين على الأكثر، مثل 47.50.',
  },
  number: {
    en: 'Enter a whole number from {about} to 1000000.',
    ar: 'اكتب عددًا صحيحًا من {about} إلى 1000000.',
  },
  version: {
    en: 'Leave the version as exported, or leave the cell empty.',
    ar: 'اترك رقم النسخة كما في الملف المصدَّر، أو اترك الخانة فارغة.',
  },
  boolean: { en: 'Enter true or false.', ar: 'اكتب true أو false (أو نعم أو لا).' },
  sku: {
    en: 'A SKU consists of letters A to Z, digits, dots, hyphens and underscores, at most 64, and starts with a letter or digit.',
    ar: 'يتكون رمز SKU من أحرف إنجليزية وأرقام ونقاط وشرطات، بحد أقصى 64، ويبدأ بحرف أو رقم.',
  },
  'excel-number': {
    en: 'The spreadsheet turned this into a rounded number. Format the column as text and enter the value again.',
    ar: 'حوّل برنامج الجداول هذه القيمة إلى رقم مقرَّب. اجعل تنسيق العمود نصًا واكتب القيمة مرة أخرى.',
  },
  'excel-date': {
    en: 'The spreadsheet turned this into a date. Format the column as text and enter the value again.',
    ar: 'حوّل برنامج الجداول هذه القيمة إلى تاريخ. اجعل تنسيق العمود نصًا واكتب القيمة مرة أخرى.',
  },
  'excel-error': {
    en: 'This is a formula error. Enter the value itself.',
    ar: 'هذا خطأ معادلة في برنامج الجداول. اكتب القيمة نفسها.',
  },
  'zeros-lost': {
    en: 'You have no such SKU, but you have {about}: the spreadsheet dropped its leading zeros. Enter {about}.',
    ar: 'ليس لديك رمز SKU كهذا، بل {about}: حذف برنامج الجداول الأصفار. اكتبه {about}.',
  },
  'unknown-sku': {
    en: 'There is no variant on sale with this SKU. Import the product first.',
    ar: 'لا يوجد نوع معروض بهذا الرمز. استورد المنتج أولًا.',
  },
  'not-offered': {
    en: 'You have no offer with this SKU. Create the offer first.',
    ar: 'لا تعرض شيئًا بهذا الرمز. أنشئ العرض أولًا.',
  },
  'unknown-id': {
    en: 'Nothing of yours has this id. Leave it as exported, or leave the cell empty for something new.',
    ar: 'لا شيء لديك بهذا المعرّف. اتركه كما في الملف المصدَّر، أو اترك الخانة فارغة لإضافة جديد.',
  },
  'sku-differs': {
    en: 'The item with this id has the SKU {about}. One of the two is wrong.',
    ar: 'المعرّف يخص الرمز {about}. أحدهما غير صحيح.',
  },
  'unknown-category': {
    en: 'No category has this slug.',
    ar: 'لا توجد فئة بهذا الاسم المختصر (slug).',
  },
  'unknown-warehouse': {
    en: 'None of your warehouses has this name or id.',
    ar: 'لا مستودع لديك بهذا الاسم أو المعرّف.',
  },
  'several-warehouses': {
    en: 'Several warehouses match. Enter the id of one.',
    ar: 'ينطبق هذا على أكثر من مستودع. اكتب معرّف واحد منها.',
  },
  duplicate: {
    en: 'Row {about} is about the same item. Keep one.',
    ar: 'الصف {about} يخص الشيء نفسه. أبقِ واحدًا.',
  },
  differs: {
    en: 'Row {about} has a different value for the same product. Enter the same value, or leave this cell empty.',
    ar: 'يذكر الصف {about} شيئًا آخر عن المنتج نفسه. اكتب القيمة نفسها أو اترك هذه الخانة فارغة.',
  },
  stale: {
    en: 'It has changed since this file was created. Export it again, or leave the version empty to overwrite.',
    ar: 'تغيّر بعد إنشاء هذا الملف. صدّره من جديد، أو اترك رقم النسخة فارغًا لاستبدال ما تغيّر.',
  },
  taken: { en: 'This SKU is already used.', ar: 'رمز SKU هذا مستخدم من قبل.' },
  option: {
    en: 'An option needs a name and a value of at most 60 characters; the name must start with a letter or digit and contain no colon.',
    ar: 'يحتاج الخيار إلى اسم وقيمة لا يزيد كل منهما على 60 حرفًا؛ يبدأ الاسم بحرف أو رقم ولا يحتوي على نقطتين.',
  },
  'option-twice': { en: 'This option appears twice in the row.', ar: 'يتكرر هذا الخيار في الصف.' },
  'half-translated': {
    en: 'Fill in name and value of the option in both languages, or leave all four cells empty.',
    ar: 'املأ اسم الخيار وقيمته باللغتين، أو اترك الخانات الأربع فارغة.',
  },
  'same-options': {
    en: 'Another variant of the product has the same options.',
    ar: 'لنوع آخر من المنتج الخيارات نفسها.',
  },
  'too-many-variants': {
    en: 'A product can have at most {about} variants.',
    ar: 'الحد الأقصى لأنواع المنتج هو {about}.',
  },
  'too-many-cells': {
    en: 'This row has more cells than the first. Put quotes around a value that contains the separator.',
    ar: 'خانات هذا الصف أكثر من خانات الصف الأول. ضع القيمة التي تحتوي على الفاصل بين علامتي اقتباس.',
  },
  'with-others': {
    en: 'Another row of the same product has an error; rows of a product are applied together.',
    ar: 'في صف آخر من المنتج نفسه خطأ، وتُطبَّق الصفوف معًا.',
  },
  refused: { en: 'This was not accepted: {about}', ar: 'لم يُقبل هذا: {about}' },
  'digital-stays': {
    en: 'Whether a product is digital is decided when it is created. This cell was ignored.',
    ar: 'يُحدَّد كون المنتج رقميًا عند إنشائه. لم تُؤخذ هذه الخانة في الحسبان.',
  },
  'inactive-later': {
    en: 'A new product is for sale at once. Import the file again to take it off sale.',
    ar: 'يُعرض المنتج الجديد فورًا. استورد الملف مرة أخرى لإخفائه.',
  },
} as const satisfies Record<string, Record<Locale, string>>;

export type ViolationCode = keyof typeof TEXTS;

export function violationText(code: ViolationCode, locale: Locale, about: string | number = ''): string {
  return TEXTS[code][locale].replaceAll('{about}', String(about));
}

/** Texts of errors of a whole file. */
const FILE_TEXTS = {
  empty: {
    en: 'Put the column names in the first row, then one row per item.',
    ar: 'ضع أسماء الأعمدة في الصف الأول، ثم صفًا لكل عنصر.',
  },
  encoding: {
    en: 'Save the file as CSV UTF-8: its characters cannot be read.',
    ar: 'احفظ الملف بصيغة CSV UTF-8: تعذّرت قراءة حروفه.',
  },
  unreadable: {
    en: 'Row {about} cannot be read. Close every quote, and separate cells as in the first row.',
    ar: 'تعذّرت قراءة الصف {about}. أغلق كل علامة اقتباس وافصل الخانات كما في الصف الأول.',
  },
  'too-many-rows': {
    en: 'A file can have at most {about} rows. Send several files.',
    ar: 'الحد الأقصى {about} صف في الملف. أرسل عدة ملفات.',
  },
  'too-many-columns': {
    en: 'The first row has more than {about} columns. Keep only the exported ones.',
    ar: 'في الصف الأول أكثر من {about} عمود. أبقِ أعمدة الملف المصدَّر فقط.',
  },
  'column-missing': { en: 'A column is missing: {about}.', ar: 'ينقص العمود: {about}.' },
  'column-twice': { en: 'This column appears twice: {about}.', ar: 'هذا العمود مكرَّر: {about}.' },
} as const satisfies Record<string, Record<Locale, string>>;

export type FileErrorCode = keyof typeof FILE_TEXTS;

export function fileErrorText(code: FileErrorCode, locale: Locale, about: string | number = ''): string {
  return FILE_TEXTS[code][locale].replaceAll('{about}', String(about));
}
