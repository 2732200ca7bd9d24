import { useState } from 'react';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { NoticeCorner } from '../../shared/notices/notice-corner.tsx';
import { notify } from '../../shared/notices/notices.ts';
import { useSession } from '../../shared/session/session-context.tsx';
import { BrandMark } from '../../shared/ui/brand-mark.tsx';
import { LanguageSwitch } from '../../shared/ui/language-switch.tsx';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import styles from '../parts/chrome.module.css';
import { ApplyScreen } from './apply-screen.tsx';

/** The app for a signed-in account that is not a driver: no part of it shows deliveries. */
export function ApplicantApp() {
  const t = useSharedText();
  const session = useSession();
  const [pending, setPending] = useState(false);
  const signOut = async () => {
    setPending(true);
    try {
      await session.signOut();
    } catch {
      notify({ tone: 'warning', title: t('account.signOutFailed') });
      setPending(false);
    }
  };
  return (
    <div className={styles.app}>
      <header className={styles.header}>
        <BrandMark size={36} />
        <LanguageSwitch />
      </header>
      <main id="main" className={styles.scroll} tabIndex={-1}>
        <div className={styles.main}>
          <ApplyScreen />
          <PlainButton wide kind="quiet" isPending={pending} onPress={() => void signOut()}>
            {t('account.signOut')}
          </PlainButton>
        </div>
      </main>
      <NoticeCorner />
    </div>
  );
}
