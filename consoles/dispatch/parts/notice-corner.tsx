import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import styles from './notice-corner.module.css';
import { currentNotices, dismiss, subscribeNotices } from './notices.ts';

export function NoticeCorner() {
  const t = useSharedText();
  const notices = useSyncExternalStore(subscribeNotices, currentNotices);
  return (
    <div className={styles.corner} data-testid="notices">
      {notices.map(({ id, tone, title, detail, action }) => (
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
                    dismiss(id);
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
                onPress={() => dismiss(id)}
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
