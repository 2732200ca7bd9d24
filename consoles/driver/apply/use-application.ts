import { useCallback, useEffect, useState } from 'react';
import { type Api, dataOf } from '../../shared/api/client.ts';
import { isProblemCode } from '../../shared/api/problem.ts';
import { useLiveHub } from '../../shared/live-store/live-context.tsx';
import type { Session } from '../../shared/session/session.ts';
import { useAccount, useApi, useSession } from '../../shared/session/session-context.tsx';
import type { Driver } from '../data/driver-data.ts';
import { listen } from '../device/listen.ts';

/**
 * Milliseconds between polls of an application. Slow, because people decide it and a live event reports the decision.
 */
const LOOK = 30_000;
/** Milliseconds between polls for the role, which follows the approval shortly. */
const SOON = 2_000;

export interface Application {
  /** `undefined`: not read yet; null: this account has not applied. */
  driver: Driver | null | undefined;
  /** The last poll failed. */
  unread: boolean;
  read(): Promise<void>;
  take(driver: Driver): void;
}

/** The account's own application. Once it makes the account a driver, the session is updated. */
export function useApplication(): Application {
  const api = useApi();
  const hub = useLiveHub();
  const [driver, setDriver] = useState<Driver | null | undefined>(undefined);
  const [unread, setUnread] = useState(false);
  const read = useCallback(async () => {
    try {
      setDriver(await dataOf(api.GET('/driver')));
      setUnread(false);
    } catch (error) {
      const none = isProblemCode(error, 'common.NOT_FOUND');
      if (none) setDriver(null);
      setUnread(!none);
    }
  }, [api]);
  useEffect(() => {
    const look = () => void read();
    look();
    const timer = setInterval(look, LOOK);
    const closers = [listen(window, 'online', look), listen(document, 'visibilitychange', look)];
    return () => {
      clearInterval(timer);
      for (const close of closers) close();
    };
  }, [read]);
  useEffect(() => hub?.hearAccount({ onEvent: () => void read(), missed: () => void read() }), [hub, read]);
  useRoleOf(driver?.status === 'APPROVED');
  return { driver, unread, read, take: setDriver };
}

/** Reads the account until it has the role that the approval grants. */
function useRoleOf(approved: boolean): void {
  const api = useApi();
  const session = useSession();
  const isDriver = useAccount().roles.includes('DRIVER');
  useEffect(() => {
    if (!approved || isDriver) return;
    const look = () => void readAccount(api, session).catch(() => undefined);
    look();
    const timer = setInterval(look, SOON);
    return () => clearInterval(timer);
  }, [api, session, approved, isDriver]);
}

async function readAccount(api: Api, session: Session): Promise<void> {
  session.accountChanged(await dataOf(api.GET('/me')));
}
