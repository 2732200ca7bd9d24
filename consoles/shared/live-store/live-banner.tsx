import { useState } from 'react';
import { useFormats } from '../i18n/locale.tsx';
import { useSharedText } from '../i18n/shared-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { useNow } from '../ui/use-now.ts';
import { useLiveStatus } from './live-context.tsx';

/** Milliseconds before a missing connection is shown: connecting when a page opens is normal. */
const SHOWN_AFTER_MS = 3_000;

/** Shows as soon as data may be out of date, and how old it is. Nothing while everything is live. */
export function LiveBanner() {
  const t = useSharedText();
  const { duration } = useFormats();
  const { state, since } = useLiveStatus();
  const quiet = state === 'live' || state === 'ended';
  const now = useNow(1_000, !quiet);
  const began = useBeginning(state);
  if (quiet) return null;
  if (state === 'catching-up') {
    if (now - began < SHOWN_AFTER_MS) return null;
    return <Banner tone="info">{t('live.catchingUp')}</Banner>;
  }
  if (since === null) {
    return now - began < SHOWN_AFTER_MS ? null : <Banner tone="warning">{t('live.offlineUnknown')}</Banner>;
  }
  const age = duration((now - since) / 1_000);
  const text = t(state === 'stale' ? 'live.stale' : 'live.offline', { age });
  // Its age changes every second, so it is announced only once, when it appears.
  return (
    <>
      <p role="status" className="visually-hidden">
        {t(state === 'stale' ? 'live.staleShort' : 'live.offlineShort')}
      </p>
      <Banner tone="warning" announce="off">
        <span data-testid="live-age">{text}</span>
      </Banner>
    </>
  );
}

/** When the present state began, ms since the epoch. */
function useBeginning(state: string): number {
  const [began, setBegan] = useState({ state, at: Date.now() });
  if (began.state !== state) setBegan({ state, at: Date.now() });
  return began.at;
}
