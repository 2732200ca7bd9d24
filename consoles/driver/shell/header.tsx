import { Bell, CloudOff, Coffee, Loader, Power, Send, Wifi } from 'lucide-react';
import { classNames } from '../../shared/ui/class-names.ts';
import type { Connection } from '../data/connection.ts';
import { usePhone, useView } from '../data/driver-context.tsx';
import styles from '../parts/chrome.module.css';
import { PlaceLink } from '../parts/place-link.tsx';
import { type Duty, dutyOf, waitingShiftStep } from '../tasks/duty.ts';
import { useText } from '../texts/driver-texts.ts';

/** On every screen: whether offers come, or what prevents them; and the bell. */
export function Header() {
  const t = useText();
  const { connection } = usePhone();
  const { notices } = useView();
  const duty = useDuty();
  const unread = notices?.page.unreadCount ?? 0;
  // On a connected phone, the duty status shows whether offers come.
  const standing = connection.kind === 'online' ? duty : connection.kind;
  const Icon = ICONS[standing];
  return (
    <header className={styles.header}>
      <PlaceLink to={{ screen: 'steps' }} className={classNames(styles.status, styles[standing])}>
        <Icon aria-hidden size={20} />
        <span role="status" data-testid="connection">
          {useStandingText(connection, duty)}
        </span>
      </PlaceLink>
      <PlaceLink
        to={{ screen: 'notifications' }}
        className={styles.bell}
        label={t('bell.label', { count: unread })}
      >
        <Bell aria-hidden size={24} />
        {unread === 0 ? null : (
          <span className={styles.count} aria-hidden dir="ltr">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </PlaceLink>
    </header>
  );
}

const ICONS = {
  ON_DUTY: Wifi,
  OFF: Power,
  ON_BREAK: Coffee,
  SUSPENDED: Power,
  connecting: Loader,
  offline: CloudOff,
  sending: Send,
} as const;

function useDuty(): Duty {
  const { driver } = useView();
  const { queue } = usePhone();
  if (driver == null) return 'OFF';
  return driver.status === 'SUSPENDED' ? 'SUSPENDED' : dutyOf(driver, waitingShiftStep(queue.actions));
}

function useStandingText(connection: Connection, duty: Duty): string {
  const t = useText();
  switch (connection.kind) {
    case 'online':
      return t(`standing.${duty}`);
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
