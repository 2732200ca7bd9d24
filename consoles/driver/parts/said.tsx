import { useEffect, useSyncExternalStore } from 'react';
import { Banner } from '../../shared/ui/banner.tsx';
import { useDriver } from '../app/driver-context.tsx';
import styles from './chrome.module.css';

/** Milliseconds for which a passing message stays. */
const STAYS = 6_000;

/** What the app has to say about the step just taken. */
export function Said() {
  const { said } = useDriver();
  const message = useSyncExternalStore(said.subscribe, said.get);
  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(() => said.set(null), STAYS);
    return () => clearTimeout(timer);
  }, [message, said]);
  return (
    <div className={styles.said} role="status">
      {message === null ? null : (
        <Banner tone={message.tone} announce="off">
          {message.text}
        </Banner>
      )}
    </div>
  );
}
