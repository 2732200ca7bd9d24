import { useEffect, useState } from 'react';
import { readSettings } from '../api/settings.ts';
import { useSharedText } from '../i18n/shared-texts.ts';
import { useSession } from '../session/session-context.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

const CHECK_EVERY_MS = 5 * 60_000;

/** Offers a reload once a new version exists; for consoles without a service worker, whose update works differently. */
export function UpdateBanner() {
  const t = useSharedText();
  if (!useNewVersion()) return null;
  return (
    <Banner
      tone="info"
      actions={
        <Button size="small" kind="primary" onPress={() => location.reload()}>
          {t('update.apply')}
        </Button>
      }
    >
      {t('update.available')}
    </Banner>
  );
}

function useNewVersion(): boolean {
  const { surface } = useSession();
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    let first: string | null = null;
    const look = async () => {
      const { version } = await readSettings(surface).catch(() => ({ version: null }));
      first ??= version;
      if (version !== null && version !== first) setNew(true);
    };
    const seen = () => {
      if (document.visibilityState === 'visible') void look();
    };
    // A chunk of the old version that fails to load may have been removed by a new one.
    const gone = () => setNew(true);
    void look();
    const timer = setInterval(() => void look(), CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('vite:preloadError', gone);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('vite:preloadError', gone);
    };
  }, [surface]);
  return isNew;
}
