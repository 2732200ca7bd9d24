import { X } from 'lucide-react';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useSharedText } from '../i18n/shared-texts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Prose } from '../ui/prose.tsx';
import styles from './notice-line.module.css';
import { dismiss, holdNotices, notices } from './notices.ts';

/**
 * Shows what was done or refused on a desktop console: a line at the foot whose place is always reserved, so that it
 * covers and moves nothing. On a phone it overlays the foot while it has something to show. The newest notice is shown;
 * a long one expands while it is pointed at or focused.
 * @param urgent What needs attention now, shown before notices of what was done.
 */
export function NoticeLine({ urgent }: { urgent?: ReactNode }) {
  const t = useSharedText();
  const notice = useSyncExternalStore(notices.subscribe, notices.get).at(-1);
  useEffect(() => () => holdNotices(false), []);
  const close = (id: number) => {
    dismiss(id);
    // The pressed button is gone, so no leave event will follow.
    holdNotices(false);
  };
  return (
    <div className={styles.place}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only sees whether somebody is reading. */}
      <div
        className={styles.line}
        data-testid="notices"
        onPointerEnter={() => holdNotices(true)}
        onPointerLeave={() => holdNotices(false)}
        onFocus={() => holdNotices(true)}
        onBlur={() => holdNotices(false)}
      >
        <div className={styles.urgent} role="alert">
          {urgent}
        </div>
        <div className={styles.done} role="status">
          {notice === undefined ? null : (
            <div key={notice.id} className={`${styles.notice} ${styles[notice.tone]}`}>
              <p className={styles.text}>
                <strong>
                  <Prose>{notice.title}</Prose>
                </strong>
                {notice.detail === undefined ? null : (
                  <>
                    {' '}
                    <Prose>{notice.detail}</Prose>
                  </>
                )}
              </p>
              {notice.action === undefined ? null : (
                <Button
                  size="small"
                  onPress={() => {
                    close(notice.id);
                    notice.action?.run();
                  }}
                >
                  {notice.action.label}
                </Button>
              )}
              <IconButton
                size="small"
                label={t('close')}
                icon={<X aria-hidden size={16} />}
                onPress={() => close(notice.id)}
              />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
