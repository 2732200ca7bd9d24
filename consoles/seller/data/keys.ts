/** Names of what is read beside the board. */
export const keys = {
  seller: ['seller'] as const,
  rights: ['seller', 'rights'] as const,
  group: (id: string) => ['group', id] as const,
  trends: (days: number) => ['trends', days] as const,
  printed: (ids: string, locale: string) => ['printed', locale, ids] as const,
  search: (words: string, locale: string) => ['search', locale, words] as const,
};
