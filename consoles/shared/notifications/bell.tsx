import { Bell as BellIcon, BellOff } from 'lucide-react';
import { Button as AriaButton, Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components';
import { useFormats } from '../i18n/locale.tsx';
import { useSharedText } from '../i18n/shared-texts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Prose } from '../ui/prose.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './bell.module.css';
import { type Notification, type Notifications, useNotifications } from './use-notifications.ts';

const MAX_COUNT_SHOWN = 99;

/** The account's notifications, with the number of unread ones. */
export function Bell({ onOpen }: { onOpen?: ((notification: Notification) => void) | undefined }) {
  const t = useSharedText();
  const notifications = useNotifications();
  const { unread } = notifications;
  return (
    <DialogTrigger>
      <IconButton
        label={t('bell.label', { count: unread })}
        icon={
          <>
            <BellIcon aria-hidden size={18} />
            {unread === 0 ? null : (
              <span className={styles.count} aria-hidden>
                {unread > MAX_COUNT_SHOWN ? `${MAX_COUNT_SHOWN}+` : unread}
              </span>
            )}
          </>
        }
      />
      <Popover placement="bottom end" className={styles.popover ?? ''}>
        <Dialog className={styles.dialog ?? ''}>
          {({ close }) => (
            <>
              <header className={styles.head}>
                <Heading slot="title">{t('bell.title')}</Heading>
                {unread === 0 ? null : (
                  <Button kind="quiet" size="small" onPress={notifications.readAll}>
                    {t('bell.readAll')}
                  </Button>
                )}
              </header>
              <NotificationList
                {...notifications}
                onOpen={(notification) => {
                  if (notification.readAt === null) notifications.read(notification.id);
                  if (onOpen === undefined) return;
                  close();
                  onOpen(notification);
                }}
              />
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

type ListProps = Pick<Notifications, 'list' | 'error' | 'hasMore' | 'more'> & {
  onOpen(notification: Notification): void;
};

function NotificationList({ list, error, hasMore, more, onOpen }: ListProps) {
  const t = useSharedText();
  const { dayAndTime } = useFormats();
  if (list === null) return error === null ? <Skeleton lines={4} /> : <ErrorState error={error} />;
  if (list.length === 0) {
    return (
      <EmptyState icon={BellOff} title={t('bell.empty')}>
        {t('bell.emptyDetail')}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {list.map((notification) => (
        <li key={notification.id}>
          <AriaButton
            className={classNames(styles.one, notification.readAt === null && styles.unread)}
            onPress={() => onOpen(notification)}
          >
            <span className={styles.title}>
              {notification.readAt === null ? (
                <span className="visually-hidden">{t('bell.unread')}</span>
              ) : null}
              <bdi>
                <Prose>{notification.title}</Prose>
              </bdi>
            </span>
            <span dir="auto">
              <Prose>{notification.body}</Prose>
            </span>
            <time className={styles.time} dateTime={notification.createdAt}>
              {dayAndTime(notification.createdAt)}
            </time>
          </AriaButton>
        </li>
      ))}
      {hasMore ? (
        <li className={styles.more}>
          <Button kind="quiet" wide onPress={more}>
            {t('more')}
          </Button>
        </li>
      ) : null}
    </ul>
  );
}
