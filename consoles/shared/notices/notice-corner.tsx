import { X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useSharedText } from '../i18n/shared-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import styles from './notice-corner.module.css';
import { dismiss, holdNotices, notices } from './notices.ts';

/** Shows what was done or refused: in the bottom end corner, on a phone across the bottom. */
export function NoticeCorner() {
  const t = useSharedText();
  const shown = useSyncExternalStore(notices.subscribe, notices.get);
  useEffect(() => () => holdNotices(false), []);
  const close = (id: number) => {
    dismiss(id);
    // The pressed button is gone, so no leave event will follow.
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
