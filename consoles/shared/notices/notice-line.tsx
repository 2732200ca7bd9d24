import { X } from 'lucide-react';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useSharedText } from '../i18n/shared-texts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Prose } from '../ui/prose.tsx';
import styles from './notice-line.module.css';
import { dismiss, holdNotices, notices } from './notices.ts';

/**
 * Where a desktop console tells what was done or refused: a line at the foot that has its place whether it says
 * something or not, so that it covers nothing and moves nothing. On a phone it lies over the foot while it speaks. The newest is shown; a long one opens under the
 * pointer or the focus.
 * @param urgent What needs somebody now, before what was done.
 */
export function NoticeLine({ urgent }: { urgent?: ReactNode }) {
  const t = useSharedText();
  const notice = useSyncExternalStore(notices.subscribe, notices.get).at(-1);
  useEffect(() => () => holdNotices(false), []);
  const close = (id: number) => {
    dismiss(id);
    // What was pressed is gone, and tells nobody that it was left.
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
