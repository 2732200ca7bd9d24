/** The parts of one's own account, each at an address of its own. */
export const ACCOUNT_SECTIONS = ['profile', 'security', 'devices', 'notifications'] as const;
export type AccountSection = (typeof ACCOUNT_SECTIONS)[number];

/** The part that an address names; the first one for every other. */
export function accountSection(name: string | undefined): AccountSection {
  return ACCOUNT_SECTIONS.find((section) => section === name) ?? 'profile';
}
