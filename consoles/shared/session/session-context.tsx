import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import type { Api } from '../api/client.ts';
import type { Session } from './session.ts';
import type { Account, SessionState } from './session-state.ts';

interface SessionScope {
  session: Session;
  api: Api;
}

const SessionContext = createContext<SessionScope | null>(null);

/** The one session of the page and the client that calls with it. */
export function SessionProvider({ session, api, children }: SessionScope & { children: ReactNode }) {
  useEffect(() => {
    if (session.state.kind === 'starting') void session.start();
  }, [session]);
  return <SessionContext value={{ session, api }}>{children}</SessionContext>;
}

function useScope(): SessionScope {
  const scope = useContext(SessionContext);
  if (scope === null) throw new Error('SessionProvider is missing');
  return scope;
}

export function useSession(): Session {
  return useScope().session;
}

/** The typed client; see dataOf. */
export function useApi(): Api {
  return useScope().api;
}

export function useSessionState(): SessionState {
  const { session } = useScope();
  return useSyncExternalStore(session.subscribe, () => session.state);
}

/** Who is signed in; for what is shown to people who are. */
export function useAccount(): Account {
  const state = useSessionState();
  if (state.kind !== 'signed-in') throw new Error('nobody is signed in');
  return state.account;
}
