/** Names of what is read beside the board. */
export const keys = {
  seller: ['seller'] as const,
  rights: ['seller', 'rights'] as const,
  group: (id: string) => ['group', id] as const,
  /** Everything about money: one event may change all of it. */
  money: ['money'] as const,
  moneySums: ['money', 'sums'] as const,
  moneyOrders: (filter: object) => ['money', 'orders', filter] as const,
  moneyOrder: (groupId: string) => ['money', 'order', groupId] as const,
  payouts: ['money', 'payouts'] as const,
  payout: (id: string) => ['money', 'payout', id] as const,
  months: ['money', 'months'] as const,
  statement: (month: string) => ['money', 'statement', month] as const,
  shelf: (filter: object, locale: string) => ['shelf', 'list', locale, filter] as const,
  /** Every list of products, whatever it is filtered by. */
  shelves: ['shelf', 'list'] as const,
  categories: (locale: string) => ['shelf', 'categories', locale] as const,
  sheet: (id: string) => ['shelf', 'sheet', id] as const,
  offerGrid: ['shelf', 'grid'] as const,
  rejection: (locale: string) => ['seller', 'rejection', locale] as const,
  setUp: ['seller', 'set-up'] as const,
  warehouses: ['shop', 'warehouses'] as const,
  shippingMethods: ['shop', 'shipping'] as const,
  staff: ['shop', 'staff'] as const,
  invitations: ['shop', 'invitations'] as const,
  imports: ['imports'] as const,
  import: (id: string) => ['imports', id] as const,
  importRows: (id: string, stage: string, status: string | null) =>
    ['imports', id, 'rows', stage, status] as const,
  trends: (days: number) => ['trends', days] as const,
  printed: (ids: string, locale: string) => ['printed', locale, ids] as const,
  search: (words: string, locale: string) => ['search', locale, words] as const,
};
