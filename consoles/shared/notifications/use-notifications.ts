import { useCallback, useEffect, useRef, useState } from 'react';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { dataOf } from '../api/client.ts';
import { useLocaleChoice } from '../i18n/locale.tsx';
import { useLiveHub } from '../live-store/live-context.tsx';
import { useApi } from '../session/session-context.tsx';
import { isInShell } from '../shell/in-shell.ts';

export type Notification = components['schemas']['Notification'];

export interface Notifications {
  /** Null until first read. */
  list: readonly Notification[] | null;
  unread: number;
  hasMore: boolean;
  error: unknown;
  more(): void;
  read(id: string): void;
  readAll(): void;
}

interface Page {
  list: readonly Notification[] | null;
  unread: number;
  nextCursor: string | null;
}

const PAGE = 15;

/** The account's notifications, newest first, kept current by the live connection and in the reader's language. */
export function useNotifications(): Notifications {
  const api = useApi();
  const hub = useLiveHub();
  const { locale } = useLocaleChoice();
  const [page, setPage] = useState<Page>({ list: null, unread: 0, nextCursor: null });
  const [error, setError] = useState<unknown>(null);
  const asked = useRef(0);
  const isRead = page.list !== null;
  useEffect(() => {
    if (isInShell && isRead)
      void import('../shell/phone-shell.ts').then(({ phoneShell }) => phoneShell?.badge(page.unread));
  }, [isRead, page.unread]);

  const load = useCallback(
    async (cursor?: string) => {
      asked.current += 1;
      const turn = asked.current;
      const query = { limit: PAGE, locale, ...(cursor === undefined ? {} : { cursor }) };
      try {
        const answer = await dataOf(api.GET('/notifications', { params: { query } }));
        // Superseded by a later request.
        if (turn !== asked.current) return;
        setPage((before) => ({
          list: cursor === undefined ? answer.data : [...(before.list ?? []), ...answer.data],
          unread: answer.page.unreadCount,
          nextCursor: answer.page.nextCursor,
        }));
        setError(null);
      } catch (reason) {
        if (turn === asked.current) setError(reason);
      }
    },
    [api, locale],
  );
  useEffect(() => {
    if (hub === null) return;
    return hub.hearAccount({
      onEvent: ({ event }) => {
        if (event === 'notification.created') void load();
      },
      missed: () => void load(),
    });
  }, [hub, load]);

  const act = (call: Promise<unknown>) => void call.then(() => load(), setError);
  return {
    list: page.list,
    unread: page.unread,
    hasMore: page.nextCursor !== null,
    error,
    more: () => void load(page.nextCursor ?? undefined),
    read: (id) => act(api.POST('/notifications/{id}/read', { params: { path: { id } } })),
    readAll: () => act(api.POST('/notifications/read-all')),
  };
}
