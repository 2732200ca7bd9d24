import { Bell } from 'lucide-react';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { notify } from '../../shared/notices/notices.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import { Prose } from '../../shared/ui/prose.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useDriver, useView } from '../data/driver-context.tsx';
import styles from '../parts/lists.module.css';
import { ScreenTitle } from '../parts/screen-title.tsx';
import { useMoreText } from '../texts/more-texts.ts';

export function NotificationsScreen() {
  const t = useMoreText();
  const runtime = useDriver();
  const { dayAndTime } = useFormats();
  const { notices } = useView();
  const read = (id?: string) => {
    runtime.calls.readNotices(id).catch(() => notify({ tone: 'warning', title: t('connection.needed') }));
  };
  return (
    <>
      <ScreenTitle back={{ screen: 'more' }}>{t('more.notifications')}</ScreenTitle>
      {notices === null ? <Skeleton lines={5} /> : null}
      {notices !== null && notices.page.unreadCount > 0 ? (
        <PlainButton wide onPress={() => read()}>
          {t('bell.readAll')}
        </PlainButton>
      ) : null}
      {notices?.data.length === 0 ? <EmptyState icon={Bell} title={t('bell.empty')} /> : null}
      <ul className={styles.list}>
        {notices?.data.map(({ id, title, body, createdAt, readAt }) => (
          <li key={id}>
            <button
              type="button"
              className={classNames(styles.notice, readAt === null && styles.unread)}
              onClick={() => readAt === null && read(id)}
            >
              <span className={styles.strong}>{title}</span>
              <span dir="auto">
                <Prose>{body}</Prose>
              </span>
              <span className={styles.muted}>{dayAndTime(createdAt)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
