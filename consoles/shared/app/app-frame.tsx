import { type ReactNode, useEffect, useState } from 'react';
import { keepFocus } from '../focus/focus-keeper.ts';
import { useSharedText } from '../i18n/shared-texts.ts';
import { LiveBanner } from '../live-store/live-banner.tsx';
import { Bell } from '../notifications/bell.tsx';
import type { Notification } from '../notifications/use-notifications.ts';
import { Banner } from '../ui/banner.tsx';
import { BrandMark } from '../ui/brand-mark.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './app-frame.module.css';
import { UpdateBanner } from './update-banner.tsx';

export interface AppFrameProps {
  /** The console's name. */
  console: string;
  /** Links to the console's pages. */
  navigation?: ReactNode;
  /** Buttons before the language and the account: bell, search. */
  actions?: ReactNode;
  /** Opens what a notification is about. */
  onNotification?: (notification: Notification) => void;
  /** Opens the account's own pages. */
  onAccount?: () => void;
  /** Below the content, always visible. */
  foot?: ReactNode;
  children: ReactNode;
}

/** Top bar, banner and content of a desktop console. */
export function AppFrame(props: AppFrameProps) {
  const { console: name, navigation, actions, onNotification, onAccount, foot, children } = props;
  const t = useSharedText();
  const [stuck, setStuck] = useState(false);
  useEffect(keepFocus, []);
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
          <Bell onOpen={onNotification} />
          <LanguageSwitch />
          <AccountMenu onSignOutFailed={() => setStuck(true)} onOpen={onAccount} />
        </div>
      </header>
      <div className={styles.banners}>
        <UpdateBanner />
        <LiveBanner />
        {stuck ? <Banner tone="warning">{t('account.signOutFailed')}</Banner> : null}
      </div>
      <main id="content" className={styles.content} tabIndex={-1}>
        {children}
      </main>
      {foot}
    </div>
  );
}
