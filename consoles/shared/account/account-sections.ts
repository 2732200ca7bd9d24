/** The sections of the account pages, each with an address of its own. */
export const ACCOUNT_SECTIONS = ['profile', 'security', 'devices', 'notifications'] as const;
export type AccountSection = (typeof ACCOUNT_SECTIONS)[number];

/** The section an address names; the first one if it names none. */
export function accountSection(name: string | undefined): AccountSection {
  return ACCOUNT_SECTIONS.find((section) => section === name) ?? 'profile';
}
