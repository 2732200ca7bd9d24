import { useEffect } from 'react';
import { dataOf } from '../api/client.ts';
import { useApi, useSession } from '../session/session-context.tsx';

/** Reads the account again: another device may have changed it since sign-in. */
export function useOwnAccount(): void {
  const api = useApi();
  const session = useSession();
  useEffect(() => {
    dataOf(api.GET('/me')).then(
      (account) => session.accountChanged(account),
      // Keep what is known.
      () => undefined,
    );
  }, [api, session]);
}
