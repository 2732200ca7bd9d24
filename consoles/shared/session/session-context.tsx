import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { Api } from '../api/client.ts';
import type { Session } from './session.ts';
import type { Account, SessionState } from './session-state.ts';
import type { StepUp } from './step-up.ts';

interface SessionScope {
  session: Session;
  api: Api;
  stepUp: StepUp;
}

const SessionContext = createContext<SessionScope | null>(null);

/** The page's one session, and the client that uses it. */
export function SessionProvider({ children, ...scope }: SessionScope & { children: ReactNode }) {
  const { session } = scope;
  const [value] = useState(scope);
  useEffect(() => {
    if (session.state.kind === 'starting') void session.start();
  }, [session]);
  return <SessionContext value={value}>{children}</SessionContext>;
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

/** Asks the signed-in person for a fresh code. */
export function useStepUp(): StepUp {
  return useScope().stepUp;
}

export function useSessionState(): SessionState {
  const { session } = useScope();
  return useSyncExternalStore(session.subscribe, () => session.state);
}

/** The signed-in account; only for components shown to those signed in. */
export function useAccount(): Account {
  const state = useSessionState();
  if (state.kind !== 'signed-in') throw new Error('nobody is signed in');
  return state.account;
}
