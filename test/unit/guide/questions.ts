/**
 * What people ask the guide, as they type it, and the page that answers: written before the pages, so that pages and
 * search are made for the questions and not the other way round. Half of them are written carelessly on purpose:
 * without the article, with another hamza, ه for ة, ى for ي, or misspelt.
 */
export type Question = readonly [question: string, page: string];

export const ENGLISH: readonly Question[] = [
  // Buyers
  ['how do I place an order', 'buy/first-order'],
  ['can I pay by card', 'buy/pay'],
  ['cash on delivery limit', 'buy/pay'],
  ['how much is shipping', 'buy/delivery'],
  ['when will my order arrive', 'buy/delivery'],
  ['do you deliver outside Qatar', 'buy/delivery'],
  ['where is my driver', 'buy/track'],
  ['delivery code not received', 'buy/track'],
  ['cancel my ordr', 'buy/cancel'],
  ['return a damaged item', 'buy/cancel'],
  ['download invoice', 'buy/cancel'],
  ['forgot my pasword', 'buy/account'],
  ['account locked too many attempts', 'buy/account'],
  ['delete my acount', 'buy/account'],
  ['stop notifications at night', 'buy/notifications'],
  // Sellers
  ['become a seller', 'sell/apply'],
  ['how long do I have to accept an order', 'sell/orders'],
  ['reject order out of stock', 'sell/orders'],
  ['print packing slip', 'sell/orders'],
  ['add a product with sizes', 'sell/products'],
  ['change prices of many products', 'sell/products'],
  ['low stock warning', 'sell/stock'],
  ['count stock with barcode scaner', 'sell/stock'],
  ['upload csv of products', 'sell/files'],
  ['close my shop for holiday', 'sell/shop'],
  ['set my own shipping price', 'sell/shop'],
  ['invite an employee', 'sell/staff'],
  ['when do I get paid', 'sell/money'],
  ['comission percentage', 'sell/money'],
  ['add bank account', 'sell/money'],
  // Drivers
  ['apply as a driver', 'drive/first-day'],
  ['buyer has no delivery code', 'drive/deliver'],
  ['nobody home', 'drive/problems'],
  ['hand in cash', 'drive/cash'],
  ['no internet while delivering', 'drive/offline'],
  // Dispatchers
  ['assign a task to a driver', 'dispatch/assign'],
  ['why was this driver chosen', 'dispatch/assign'],
  ['driver phone stopped sending location', 'dispatch/alerts'],
  ['override delivery code', 'dispatch/problems'],
  ['draw a delivery zone', 'dispatch/zones'],
  ['plan shifts for the week', 'dispatch/shifts'],
  ['cash difference at hand-in', 'dispatch/cash'],
  ['see the board as it was yesterday', 'dispatch/past'],
  // Administrators
  ['approve a seller', 'admin/sellers'],
  ['make someone a dispatcher', 'admin/people'],
  // Operators
  ['restore from backup', 'operate/backup'],
  ['configure smtp email', 'operate/sending'],
  // Integrators
  ['refresh token expired', 'connect/sign-in'],
  ['idempotency key', 'connect/conventions'],
  ['429 too many requests', 'connect/limits'],
];

export const ARABIC: readonly Question[] = [
  // Buyers
  ['كيف أطلب', 'buy/first-order'],
  ['اول طلب', 'buy/first-order'],
  ['هل يمكن الدفع بالبطاقه', 'buy/pay'],
  ['الدفع عند الاستلام', 'buy/pay'],
  ['كم سعر التوصيل', 'buy/delivery'],
  ['متى يصل طلبي', 'buy/delivery'],
  ['توصيل خارج قطر', 'buy/delivery'],
  ['اين السائق', 'buy/track'],
  ['لم يصلني رمز التسليم', 'buy/track'],
  ['الغاء الطلب', 'buy/cancel'],
  ['ارجاع منتج تالف', 'buy/cancel'],
  ['الفاتوره', 'buy/cancel'],
  ['نسيت كلمه السر', 'buy/account'],
  ['الحساب مقفل', 'buy/account'],
  ['حذف حسابى', 'buy/account'],
  ['ايقاف الاشعارات ليلا', 'buy/notifications'],
  // Sellers
  ['كيف اصبح بائعا', 'sell/apply'],
  ['مهلة قبول الطلب', 'sell/orders'],
  ['رفض طلب لنفاد المخزون', 'sell/orders'],
  ['طباعه بوليصة التعبئه', 'sell/orders'],
  ['اضافة منتج بمقاسات', 'sell/products'],
  ['تغيير اسعار منتجات كثيرة', 'sell/products'],
  ['تنبيه انخفاض المخزون', 'sell/stock'],
  ['جرد بالماسح الضوئي', 'sell/stock'],
  ['رفع ملف المنتجات csv', 'sell/files'],
  ['اجازة المتجر', 'sell/shop'],
  ['طريقة شحن خاصة بي', 'sell/shop'],
  ['دعوة موظف', 'sell/staff'],
  ['متى استلم مستحقاتي', 'sell/money'],
  ['نسبة العموله', 'sell/money'],
  ['اضافة حساب بنكي', 'sell/money'],
  // Drivers
  ['التقديم كسائق', 'drive/first-day'],
  ['المشتري ليس معه الرمز', 'drive/deliver'],
  ['لا احد في البيت', 'drive/problems'],
  ['تسليم النقد', 'drive/cash'],
  ['انقطاع الانترنت اثناء التوصيل', 'drive/offline'],
  // Dispatchers
  ['اسناد مهمة الى سائق', 'dispatch/assign'],
  ['لماذا اختير هذا السائق', 'dispatch/assign'],
  ['هاتف السائق لا يرسل موقعه', 'dispatch/alerts'],
  ['تجاوز رمز التسليم', 'dispatch/problems'],
  ['رسم منطقه توصيل', 'dispatch/zones'],
  ['جدول ورديات الاسبوع', 'dispatch/shifts'],
  ['فرق في النقد', 'dispatch/cash'],
  ['اللوحة كما كانت امس', 'dispatch/past'],
  // Administrators
  ['الموافقه على بائع', 'admin/sellers'],
  ['منح دور منسق', 'admin/people'],
  // Operators
  ['استعادة النسخه الاحتياطيه', 'operate/backup'],
  ['اعداد البريد الالكتروني smtp', 'operate/sending'],
  // Integrators
  ['تجديد رمز الدخول', 'connect/sign-in'],
  ['مفتاح منع التكرار', 'connect/conventions'],
];
