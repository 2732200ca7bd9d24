import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dataOf } from '../../shared/api/client.ts';
import { useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { useApi } from '../../shared/session/session-context.tsx';
import { keys } from './keys.ts';
import { useOrderStore } from './orders-context.tsx';

/** A complete order, read again when an event reports a change. */
export function useGroup(groupId: string) {
  const api = useApi();
  const store = useOrderStore();
  const { locale } = useLocaleChoice();
  const query = useQuery({
    queryKey: [...keys.group(groupId), locale],
    queryFn: () => dataOf(api.GET('/seller/order-groups/{id}', { params: { path: { id: groupId } } })),
    placeholderData: (former) => (former?.id === groupId ? former : undefined),
  });
  const { data } = query;
  // The answer may be newer than the board.
  useEffect(() => {
    if (data !== undefined && (store.view().groups.get(groupId)?.version ?? -1) < data.version)
      store.put(data);
  }, [data, groupId, store]);
  return query;
}
