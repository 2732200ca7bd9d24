import type { ReactNode } from 'react';
import { useSharedText } from '../i18n/shared-texts.ts';
import { LiveBanner } from '../live-store/live-banner.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './app-frame.module.css';
import { BrandMark } from './brand-mark.tsx';
import { LanguageSwitch } from './language-switch.tsx';

export interface AppFrameProps {
  /** The console's name. */
  console: string;
  /** Links to the console's pages. */
  navigation?: ReactNode;
  /** Buttons before the language and the account: bell, search. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Top bar, banner and content of a desktop console. */
export function AppFrame({ console: name, navigation, actions, children }: AppFrameProps) {
  const t = useSharedText();
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {t('skip')}
      </a>
      <header className={styles.bar}>
        <div className={styles.brand}>
          <BrandMark />
          <span className={styles.name}>{name}</span>
        </div>
        <nav className={styles.navigation}>{navigation}</nav>
        <div className={styles.actions}>
          {actions}
          <LanguageSwitch />
          <AccountMenu onSignOutFailed={() => undefined} />
        </div>
      </header>
      <LiveBanner />
      <main id="content" className={styles.content} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
