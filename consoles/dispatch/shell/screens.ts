export const SCREENS = ['board', 'alerts', 'shifts', 'cash', 'drivers', 'zones', 'day'] as const;
export type Screen = (typeof SCREENS)[number];

export function pathOf(screen: Screen): string {
  return screen === 'board' ? '/' : `/${screen}`;
}
