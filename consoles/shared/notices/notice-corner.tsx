import { X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useSharedText } from '../i18n/shared-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import styles from './notice-corner.module.css';
import { dismiss, holdNotices, notices } from './notices.ts';

/** Where a console tells what was done or refused: below at the end, on a phone below across. */
export function NoticeCorner() {
  const t = useSharedText();
  const shown = useSyncExternalStore(notices.subscribe, notices.get);
  useEffect(() => () => holdNotices(false), []);
  const close = (id: number) => {
    dismiss(id);
    // What was pressed is gone, and tells nobody that it was left.
    holdNotices(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only sees whether somebody is reading.
    <div
      className={styles.corner}
      data-testid="notices"
      onPointerEnter={() => holdNotices(true)}
      onPointerLeave={() => holdNotices(false)}
      onFocus={() => holdNotices(true)}
      onBlur={() => holdNotices(false)}
    >
      {shown.map(({ id, tone, title, detail, action }) => (
        <Banner
          key={id}
          tone={tone}
          title={title}
          announce={tone === 'danger' ? 'assertive' : 'polite'}
          actions={
            <>
              {action === undefined ? null : (
                <Button
                  size="small"
                  onPress={() => {
                    close(id);
                    action.run();
                  }}
                >
                  {action.label}
                </Button>
              )}
              <IconButton
                size="small"
                label={t('close')}
                icon={<X aria-hidden size={16} />}
                onPress={() => close(id)}
              />
            </>
          }
        >
          {detail}
        </Banner>
      ))}
    </div>
  );
}
