import type { API_SCOPE_NAMES } from '../../../server/kernel/security/api-scopes.ts';

/** What each scope of API keys covers, for the guide. A new scope does not compile without its words. */
export const SCOPES_AR: Readonly<Record<(typeof API_SCOPE_NAMES)[number], string>> = {
  'orders:read': 'طلبات المتجر وفواتيرها، والأحداث المباشرة للطلبات',
  'orders:write': 'القبول والرفض والتعبئة والجاهزية، وتأكيد المرتجعات',
  'catalogue:read': 'المنتجات والأنواع والعروض',
  'catalogue:write': 'المنتجات والأنواع والصور والعروض والأسعار',
  'stock:read': 'المستودعات ومقادير المخزون وحركاته',
  'stock:write': 'جرد المخزون',
  'shipping:read': 'طرق الشحن',
  'money:read': 'الدفعات والكشوف والمستحقات',
  'tasks:read': 'مهام التوصيل وسجلها',
  'tasks:write': 'إسناد المهام ونقلها وسحبها وإعادة محاولتها وإلغاؤها',
  'drivers:read': 'السائقون وورديّاتهم',
  'cash:read': 'النقد مع السائقين وتسليمه والتقرير',
  'alerts:read': 'التنبيهات',
  'zones:read': 'مناطق التوصيل',
  'board:read': 'لوحة المنسّق والمسارات والأرقام، والأحداث المباشرة للتنسيق',
};
