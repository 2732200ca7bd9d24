import { defineTexts } from '../../shared/i18n/define-texts.ts';

/** Texts of the page that gives the phone apps out. */
export const APPS_TEXTS = defineTexts({
  'phoneApps.title': { en: 'Apps for Android', ar: 'تطبيقات أندرويد' },
  'phoneApps.lead': {
    en: 'The apps of Wasl are given out here, not through a store. They talk to this site alone.',
    ar: 'تُوزَّع تطبيقات وصل من هنا لا من متجر تطبيقات، ولا تتصل إلا بهذا الموقع.',
  },
  'phoneApps.none': { en: 'No apps are given out at the moment.', ar: 'لا تُوزَّع تطبيقات في الوقت الحالي.' },
  'phoneApps.name.BUYER': { en: 'Wasl, for shopping', ar: 'وصل، للتسوق' },
  'phoneApps.name.SELLER': { en: 'Wasl Seller', ar: 'وصل للبائعين' },
  'phoneApps.name.DRIVER': { en: 'Wasl Driver', ar: 'وصل للسائقين' },
  'phoneApps.get': { en: 'Download version {version}', ar: 'تنزيل الإصدار {version}' },
  'phoneApps.size': {
    en: '{size} kilobytes, for Android {android} or newer',
    ar: '{size} كيلوبايت، لأندرويد {android} أو أحدث',
  },
  'phoneApps.install': { en: 'How to install', ar: 'طريقة التثبيت' },
  'phoneApps.step.download': {
    en: 'Open this page on the phone and download the app.',
    ar: 'افتح هذه الصفحة على الهاتف ونزّل التطبيق.',
  },
  'phoneApps.step.allow': {
    en: 'Open the downloaded file. If Android asks, allow your browser to install apps; you can take that back afterwards.',
    ar: 'افتح الملف الذي نزّلته. إذا سألك أندرويد، فاسمح للمتصفح بتثبيت التطبيقات؛ ويمكنك إلغاء ذلك بعدها.',
  },
  'phoneApps.step.update': {
    en: 'A new version is installed the same way, over the old one. Your account stays.',
    ar: 'يُثبَّت الإصدار الجديد بالطريقة نفسها فوق القديم، ويبقى حسابك كما هو.',
  },
  'phoneApps.check': { en: 'How to check that it is genuine', ar: 'كيف تتأكد أنه أصلي' },
  'phoneApps.check.how': {
    en: 'The number beside each app is calculated from its file. On a computer with the Android tools, the first line below must show the second as the number of the signing certificate.',
    ar: 'يُحسب الرقم الظاهر بجانب كل تطبيق من ملفه. وعلى حاسوب فيه أدوات أندرويد، يجب أن يعرض السطر الأول أدناه السطر الثاني رقمًا لشهادة التوقيع.',
  },
});
