import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** The shop's API keys. */
export const keyTexts = defineTexts({
  'keys.title': { en: 'API keys', ar: 'مفاتيح الربط' },
  'keys.hint': {
    en: 'With a key, a till, a stock system or another program works for this shop: only in what the key allows, and never in the account, staff or bank details.',
    ar: 'بالمفتاح يعمل نظام البيع أو المخزون أو أي برنامج آخر لهذا المتجر في حدود ما يسمح به المفتاح، ولا يصل أبدًا إلى الحساب أو فريق العمل أو البيانات المصرفية.',
  },
  'keys.none': { en: 'No program has a key.', ar: 'لا يملك أي برنامج مفتاحًا.' },
  'keys.make': { en: 'Make a key', ar: 'إنشاء مفتاح' },
  'keys.makeHint': {
    en: 'What a key may do never changes. Make one for each program, so that each can be taken away alone.',
    ar: 'ما يسمح به المفتاح لا يتغير بعد إنشائه. أنشئ لكل برنامج مفتاحًا ليمكن إلغاؤه وحده.',
  },
  'keys.name': { en: 'Which program is it for?', ar: 'لأي برنامج هذا المفتاح؟' },
  'keys.may': { en: 'The program may', ar: 'يحق للبرنامج' },
  'keys.from': { en: 'Accepted only from these addresses', ar: 'يُقبل من هذه العناوين فقط' },
  'keys.fromHint': {
    en: 'One IP address or network per line, such as 203.0.113.0/28. Leave it empty to accept the key from everywhere.',
    ar: 'عنوان IP أو شبكة واحدة في كل سطر، مثل 203.0.113.0/28. اتركه فارغًا ليُقبل المفتاح من أي مكان.',
  },
  'keys.ends': { en: 'It expires', ar: 'تنتهي صلاحيته' },
  'keys.ends.30': { en: 'in 30 days', ar: 'بعد 30 يومًا' },
  'keys.ends.90': { en: 'in 90 days', ar: 'بعد 90 يومًا' },
  'keys.ends.365': { en: 'in a year', ar: 'بعد سنة' },
  'keys.ends.never': { en: 'never', ar: 'لا تنتهي' },
  'keys.fault.scopes': { en: 'Choose at least one.', ar: 'اختر واحدًا على الأقل.' },
  'keys.fault.from': {
    en: '“{given}” is not an address or network.',
    ar: '«{given}» ليس عنوانًا ولا شبكة.',
  },
  'keys.factor': {
    en: 'A key needs a code from your authenticator app.',
    ar: 'يتطلب إنشاء المفتاح رمزًا من تطبيق المصادقة.',
  },
  'keys.factorLink': { en: 'Set up the app', ar: 'إعداد التطبيق' },
  'keys.once.title': { en: 'Copy the key now', ar: 'انسخ المفتاح الآن' },
  'keys.once.hint': {
    en: 'It is not shown again. Anyone who has it can do what it allows: keep it where the program keeps its passwords.',
    ar: 'لن يظهر مرة أخرى. من يملكه يستطيع كل ما يسمح به: احفظه حيث يحفظ البرنامج كلمات مروره.',
  },
  'keys.usedFrom': { en: 'Last used {time} from {address}', ar: 'آخر استخدام {time} من {address}' },
  'keys.unused': { en: 'Not used yet', ar: 'لم يُستخدم بعد' },
  'keys.until': { en: 'Expires {time}', ar: 'تنتهي صلاحيته {time}' },
  'keys.forever': { en: 'Does not expire', ar: 'لا تنتهي صلاحيته' },
  'keys.only': { en: 'Only from {addresses}', ar: 'من {addresses} فقط' },
  'keys.EXPIRED': { en: 'Expired {time}', ar: 'انتهت صلاحيته {time}' },
  'keys.REVOKED': { en: 'Revoked {time}', ar: 'أُلغي {time}' },
  'keys.BLOCKED': { en: 'Blocked', ar: 'موقوف' },
  'keys.revoke': { en: 'Revoke', ar: 'إلغاء' },
  'keys.revokeNamed': { en: 'Revoke the key {name}', ar: 'إلغاء المفتاح {name}' },
  'keys.revokeHint': {
    en: 'The program that uses it stops working at once. This cannot be undone.',
    ar: 'يتوقف البرنامج الذي يستخدمه في الحال، ولا يمكن التراجع عن ذلك.',
  },
  'keys.revoked': { en: 'Key revoked', ar: 'أُلغي المفتاح' },
  'scope.orders:read': { en: 'read orders and invoices', ar: 'قراءة الطلبات والفواتير' },
  'scope.orders:write': {
    en: 'accept, reject and prepare orders',
    ar: 'قبول الطلبات ورفضها وتجهيزها',
  },
  'scope.catalogue:read': { en: 'read products and prices', ar: 'قراءة المنتجات والأسعار' },
  'scope.catalogue:write': { en: 'change products and prices', ar: 'تعديل المنتجات والأسعار' },
  'scope.stock:read': { en: 'read stock', ar: 'قراءة المخزون' },
  'scope.stock:write': { en: 'count stock', ar: 'جرد المخزون' },
  'scope.shipping:read': { en: 'read delivery methods', ar: 'قراءة طرق التوصيل' },
  'scope.money:read': { en: 'read payouts and statements', ar: 'قراءة الدفعات وكشوف الحساب' },
});

export const useKeyText = textHook(keyTexts);
