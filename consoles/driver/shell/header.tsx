import { Bell, CloudOff, Loader, Send, Wifi } from 'lucide-react';
import { classNames } from '../../shared/ui/class-names.ts';
import type { Connection } from '../data/connection.ts';
import { usePhone, useView } from '../data/driver-context.tsx';
import styles from '../parts/chrome.module.css';
import { PlaceLink } from '../parts/place-link.tsx';
import { useText } from '../texts/driver-texts.ts';

/** How the phone stands with the service, and the bell: on every screen. */
export function Header() {
  const t = useText();
  const { connection } = usePhone();
  const { notices } = useView();
  const unread = notices?.page.unreadCount ?? 0;
  const label = useConnectionText(connection);
  const Icon = { online: Wifi, connecting: Loader, offline: CloudOff, sending: Send }[connection.kind];
  return (
    <header className={styles.header}>
      <PlaceLink to={{ screen: 'steps' }} className={classNames(styles.status, styles[connection.kind])}>
        <Icon aria-hidden size={20} />
        <span role="status" data-testid="connection">
          {label}
        </span>
      </PlaceLink>
      <PlaceLink
        to={{ screen: 'notifications' }}
        className={styles.bell}
        label={t('bell.label', { count: unread })}
      >
        <Bell aria-hidden size={24} />
        {unread === 0 ? null : (
          <span className={styles.count} aria-hidden>
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </PlaceLink>
    </header>
  );
}

export function useConnectionText(connection: Connection): string {
  const t = useText();
  switch (connection.kind) {
    case 'online':
      return t('connection.online');
    case 'connecting':
      return t('connection.connecting');
    case 'sending':
      return t('connection.sending', { count: connection.count });
    case 'offline':
      return connection.queued === 0
        ? t('connection.offline')
        : t('connection.offlineQueued', { count: connection.queued });
  }
}
