import { useEffect, useState } from 'react';
import { useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { useSessionState } from '../../shared/session/session-context.tsx';
import { ActionStore } from '../queue/action-store.ts';
import { useText } from '../texts/driver-texts.ts';

/** This console's name and its audience; after an expired session it also says that no queued step is lost. */
export function useConsoleWords() {
  const t = useText();
  const shared = useSharedText();
  const waiting = useWaitingForSignIn();
  useManifest();
  return {
    console: t('console.name'),
    tagline: waiting === 0 ? t('console.tagline') : t('queue.waitSignIn', { count: waiting }),
    role: shared('role.DRIVER'),
  };
}

function useWaitingForSignIn(): number {
  const { kind } = useSessionState();
  const [waiting, setWaiting] = useState(0);
  useEffect(() => {
    if (kind !== 'signed-out') return;
    countWaiting().then(setWaiting, () => setWaiting(0));
  }, [kind]);
  return waiting;
}

async function countWaiting(): Promise<number> {
  const store = await ActionStore.open();
  try {
    return await store.waitingOfOthers('');
  } finally {
    store.close();
  }
}

/** Selects the manifest in the app's language, so that the name under the icon is, too. */
function useManifest(): void {
  const { locale } = useLocaleChoice();
  useEffect(() => {
    document
      .querySelector('link[rel="manifest"]')
      ?.setAttribute('href', `/driver/manifest.${locale}.webmanifest`);
  }, [locale]);
}
