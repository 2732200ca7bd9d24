import type { ReactNode } from 'react';
import styles from './account.module.css';
import { ACCOUNT_SECTIONS, type AccountSection } from './account-sections.ts';
import { ContactCard } from './contact-card.tsx';
import { FactorCard } from './factor-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { AppsCard, PushCard } from './reached-devices.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { useAccountText } from './use-account-text.ts';
import { useOwnAccount } from './use-own-account.ts';

export interface AccountPagesProps {
  section: AccountSection;
  /** Renders a link to a section with the console's own router. */
  link(section: AccountSection, name: string, current: boolean): ReactNode;
}

/** The account's own pages, the same in every console. */
export function AccountPages({ section, link }: AccountPagesProps) {
  const t = useAccountText();
  useOwnAccount();
  return (
    <div className={styles.pages}>
      <nav aria-label={t('account.sections')}>
        <ul className={styles.sections}>
          {ACCOUNT_SECTIONS.map((each) => (
            <li key={each}>{link(each, t(`section.${each}`), each === section)}</li>
          ))}
        </ul>
      </nav>
      <div className={styles.cards} data-testid="account" data-section={section}>
        <Section section={section} />
      </div>
    </div>
  );
}

function Section({ section }: { section: AccountSection }) {
  switch (section) {
    case 'profile':
      return (
        <>
          <ProfileCard />
          <ContactCard />
        </>
      );
    case 'security':
      return (
        <>
          <PasswordCard />
          <FactorCard />
        </>
      );
    case 'devices':
      return (
        <>
          <SessionsCard />
          <PushCard />
          <AppsCard />
        </>
      );
    case 'notifications':
      return <PreferencesCard />;
  }
}
