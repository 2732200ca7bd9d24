import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { LiveStatus } from '../live/live-status.ts';
import { useSession, useSessionState } from '../session/session-context.tsx';
import { LiveHub } from './live-hub.ts';

const LiveContext = createContext<LiveHub | null>(null);
const NOT_YET: LiveStatus = { state: 'offline', since: null, code: null };

/** Keeps the live connection open while signed in. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const session = useSession();
  const state = useSessionState();
  const accountId = state.kind === 'signed-in' ? state.account.id : null;
  const [hub, setHub] = useState<LiveHub | null>(null);
  useEffect(() => {
    if (accountId === null) return;
    const opened = new LiveHub({
      url: location.origin,
      token: async (why) => {
        const token = await session.token(why === 'refused' ? 'refused' : 'call');
        if (token === null) throw new Error('nobody is signed in');
        return token;
      },
      onRefused: (code) => session.refused(code),
    });
    opened.start();
    setHub(opened);
    return () => {
      opened.close();
      setHub(null);
    };
  }, [session, accountId]);
  return <LiveContext value={hub}>{children}</LiveContext>;
}

/** The live connection; null until it is created. */
export function useLiveHub(): LiveHub | null {
  return useContext(LiveContext);
}

/** How current the page's data is, and since when it may be out of date. */
export function useLiveStatus(): LiveStatus {
  const hub = useLiveHub();
  return useSyncExternalStore(
    (listener) => hub?.subscribeStatus(listener) ?? (() => undefined),
    () => hub?.status ?? NOT_YET,
  );
}
