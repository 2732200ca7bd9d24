import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** One product: texts, options and variants, prices, pictures. */
export const editorTexts = defineTexts({
  'editor.new': { en: 'New product', ar: 'منتج جديد' },
  'editor.back': { en: 'All products', ar: 'كل المنتجات' },
  'editor.save': { en: 'Save', ar: 'حفظ' },
  'editor.saved': { en: 'Saved', ar: 'حُفظ' },
  'editor.see': { en: 'See it in the shop', ar: 'عرضه في المتجر' },
  'editor.preview': { en: 'See it as buyers will', ar: 'معاينة كما سيراه المشترون' },
  'editor.previewSaved': { en: 'As it was saved last.', ar: 'كما حُفظ آخر مرة.' },
  'editor.previewFailed': { en: 'The preview could not be opened', ar: 'تعذّر فتح المعاينة' },
  'editor.gone': { en: 'Product not found', ar: 'هذا المنتج غير موجود' },
  'editor.goneDetail': {
    en: 'It does not exist, or belongs to another shop.',
    ar: 'ليس من منتجاتك أو لم يوجد قط.',
  },
  'editor.notOwn': {
    en: 'Another shop made this product: its texts and pictures are theirs. Set your price in the table of prices and stock.',
    ar: 'أنشأ متجر آخر هذا المنتج، ونصوصه وصوره تخصه. حدّد سعرك في جدول الأسعار والمخزون.',
  },
  'texts.title': { en: 'Texts', ar: 'النصوص' },
  'texts.title.en': { en: 'Name in English', ar: 'الاسم بالإنجليزية' },
  'texts.title.ar': { en: 'Name in Arabic', ar: 'الاسم بالعربية' },
  'texts.description.en': { en: 'Description in English', ar: 'الوصف بالإنجليزية' },
  'texts.description.ar': { en: 'Description in Arabic', ar: 'الوصف بالعربية' },
  'texts.category': { en: 'Category', ar: 'الفئة' },
  'texts.noCategory': { en: 'No category is called so.', ar: 'لا توجد فئة بهذا الاسم.' },
  'texts.active': { en: 'Buyers can see it', ar: 'يراه المشترون' },
  'options.title': { en: 'Options', ar: 'الخيارات' },
  'options.hint': {
    en: 'What variants differ in, such as weight or colour. Each combination of values is a variant.',
    ar: 'ما تختلف فيه الأنواع مثل الوزن أو اللون. كل تركيبة من القيم نوع.',
  },
  'options.bound': {
    en: 'The product is on record with these options: values can be added, but no option.',
    ar: 'المنتج مسجل بهذه الخيارات: يمكن إضافة قيم، لكن ليس خيارات جديدة.',
  },
  'options.add': { en: 'Add an option', ar: 'إضافة خيار' },
  'options.remove': { en: 'Remove the option', ar: 'إزالة الخيار' },
  'options.name.en': { en: 'Option in English', ar: 'الخيار بالإنجليزية' },
  'options.name.ar': { en: 'Option in Arabic', ar: 'الخيار بالعربية' },
  'options.value.en': { en: 'Value in English', ar: 'القيمة بالإنجليزية' },
  'options.value.ar': { en: 'Value in Arabic', ar: 'القيمة بالعربية' },
  'options.addValue': { en: 'Add a value', ar: 'إضافة قيمة' },
  'options.removeValue': { en: 'Remove the value', ar: 'إزالة القيمة' },
  'variants.title': { en: 'Variants', ar: 'الأنواع' },
  'variants.only': { en: 'The product itself', ar: 'المنتج نفسه' },
  'variants.wanted': { en: 'Sell {variant}', ar: 'بيع {variant}' },
  'variants.sku': { en: 'SKU of {variant}', ar: 'رمز SKU: {variant}' },
  'variants.price': { en: 'Price of {variant} in riyals', ar: 'سعر {variant} بالريال' },
  'variants.onSale': { en: 'On sale: {variant}', ar: 'معروض للبيع: {variant}' },
  'column.variant': { en: 'Variant', ar: 'النوع' },
  'column.price': { en: 'Price', ar: 'السعر' },
  'column.onSale': { en: 'On sale', ar: 'معروض' },
  'variants.many': {
    en: 'These are more than 100 variants: take values away.',
    ar: 'هذه أكثر من 100 نوع: أزل بعض القيم.',
  },
  'variants.none': { en: 'Choose at least one variant.', ar: 'اختر نوعًا واحدًا على الأقل.' },
  'fault.sku': {
    en: 'Letters A to Z, digits, dots, hyphens; each SKU once.',
    ar: 'أحرف إنجليزية وأرقام ونقاط وشرطات، وكل رمز مرة واحدة.',
  },
  'fault.price': { en: 'An amount such as 15 or 12.50.', ar: 'مبلغ مثل 15 أو 12.50.' },
  'fault.options': {
    en: 'Every option and value needs its name in both languages, each once.',
    ar: 'يحتاج كل خيار وقيمة إلى اسم باللغتين، دون تكرار.',
  },
  'pictures.title': { en: 'Pictures', ar: 'الصور' },
  'pictures.hint': {
    en: 'JPEG, PNG, WebP or AVIF, up to 8 MB each, twelve at most. Drag them, or use the arrows, to put them in order; the first is shown in lists.',
    ar: 'صور JPEG أو PNG أو WebP أو AVIF، حتى 8 ميغابايت للصورة، واثنتا عشرة على الأكثر. رتّبها بالسحب أو بالأسهم، وتظهر الأولى في القوائم.',
  },
  'pictures.later': {
    en: 'Save the product first; then add its pictures here.',
    ar: 'احفظ المنتج أولًا ثم أضف صوره هنا.',
  },
  'pictures.drop': { en: 'Drop pictures here, or', ar: 'أفلت الصور هنا، أو' },
  'pictures.choose': { en: 'choose pictures', ar: 'اختر صورًا' },
  'pictures.alt.en': { en: 'What it shows, in English', ar: 'ما تُظهره بالإنجليزية' },
  'pictures.alt.ar': { en: 'What it shows, in Arabic', ar: 'ما تُظهره بالعربية' },
  'pictures.earlier': { en: 'Move forward', ar: 'تقديم' },
  'pictures.later.move': { en: 'Move back', ar: 'تأخير' },
  'pictures.remove': { en: 'Remove the picture', ar: 'إزالة الصورة' },
  'pictures.tooMany': {
    en: '{count, plural, one {A product has one picture at most} other {A product has # pictures at most}}: {left} were left out',
    ar: '{count, plural, zero {لا صور للمنتج} one {للمنتج صورة واحدة على الأكثر} two {للمنتج صورتان على الأكثر} few {للمنتج # صور على الأكثر} many {للمنتج # صورة على الأكثر} other {للمنتج # صورة على الأكثر}}، ولم تُضف {left}',
  },
  'pictures.failed': { en: '{name} was not taken', ar: 'لم تُقبل {name}' },
});

export const useEditorText = textHook(editorTexts);
