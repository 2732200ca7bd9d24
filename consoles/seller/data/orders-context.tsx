import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { dataOf } from '../../shared/api/client.ts';
import { useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { useLiveHub } from '../../shared/live-store/live-context.tsx';
import { useApi } from '../../shared/session/session-context.tsx';
import { ExternalStore } from '../../shared/state/external-store.ts';
import { OrderStore, type OrderView } from '../orders/order-store.ts';
import type { BoardGroup } from '../orders/order-types.ts';
import { keys } from './keys.ts';

/** Fewest milliseconds between two reads of money data. */
const MONEY_EVERY_MS = 1_000;
/** Hours for which an ended group stays on the board. */
const ENDED_WITHIN_HOURS = 12;

const MONEY_EVENTS: ReadonlySet<string> = new Set(['group.updated', 'payout.created']);

interface OrdersScope {
  store: OrderStore;
  /** The latest batch of orders that came while the page was open. */
  arrived: ExternalStore<readonly BoardGroup[]>;
  /** Ids of the groups ticked on the board; they stay ticked while another screen is open. */
  marked: ExternalStore<ReadonlySet<string>>;
  /** Why the board could not be read so far; reading is retried. */
  error: unknown;
}

const OrdersContext = createContext<OrdersScope | null>(null);

export interface OrdersProviderProps {
  sellerId: string;
  /** Without the permission for orders the board stays empty. */
  mayRead: boolean;
  children: ReactNode;
}

/** One board for all screens: read once, updated by the events of the seller's room, exact across interruptions. */
export function OrdersProvider({ sellerId, mayRead, children }: OrdersProviderProps) {
  const api = useApi();
  const hub = useLiveHub();
  const queries = useQueryClient();
  const { locale } = useLocaleChoice();
  const [error, setError] = useState<unknown>(null);
  const [scope] = useState(() => {
    const arrived = new ExternalStore<readonly BoardGroup[]>([]);
    const store = new OrderStore({
      readGroups: async (ids) => {
        const query = { ids: [...ids] };
        const call = api.GET('/seller/order-board/groups', {
          params: { query },
          querySerializer: { array: { style: 'form', explode: false } },
        });
        return (await dataOf(call)).data;
      },
      onNew: (groups) => arrived.set(groups),
      onChanged: (ids) => {
        for (const id of ids) void queries.invalidateQueries({ queryKey: keys.group(id) });
      },
    });
    return { store, arrived, marked: new ExternalStore<ReadonlySet<string>>(new Set()) };
  });
  const { store } = scope;

  // Product names are in the reader's language, so a change of language reads the board again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (hub === null || !mayRead) return;
    let moneyTimer: ReturnType<typeof setTimeout> | null = null;
    const moneyChanged = () => {
      moneyTimer ??= setTimeout(() => {
        moneyTimer = null;
        void queries.invalidateQueries({ queryKey: keys.money });
      }, MONEY_EVERY_MS);
    };
    const leave = hub.follow(`seller:${sellerId}`, {
      onEvent: (message) => {
        store.hear(message);
        if (MONEY_EVENTS.has(message.event)) moneyChanged();
      },
      onSnapshotNeeded: async () => {
        try {
          const query = { endedWithinHours: ENDED_WITHIN_HOURS };
          const board = await dataOf(api.GET('/seller/order-board', { params: { query } }));
          return () => {
            setError(null);
            // Data shown beside the board may be just as old.
            void queries.invalidateQueries();
            return store.load(board);
          };
        } catch (fault) {
          setError(fault);
          throw fault;
        }
      },
    });
    return () => {
      leave();
      if (moneyTimer !== null) clearTimeout(moneyTimer);
    };
  }, [api, hub, queries, store, sellerId, mayRead, locale]);

  return <OrdersContext value={{ ...scope, error }}>{children}</OrdersContext>;
}

function useOrdersScope(): OrdersScope {
  const scope = useContext(OrdersContext);
  if (scope === null) throw new Error('OrdersProvider is missing');
  return scope;
}

export function useOrderStore(): OrderStore {
  return useOrdersScope().store;
}

export function useOrdersError(): unknown {
  return useOrdersScope().error;
}

export function useOrders(): OrderView {
  const { store } = useOrdersScope();
  return useSyncExternalStore(store.subscribe, store.view);
}

/** Ids of the groups ticked on the board, and how to change them. */
export function useMarked() {
  const { marked } = useOrdersScope();
  return [useSyncExternalStore(marked.subscribe, marked.get), marked] as const;
}

/** Orders that came since the page was opened, each batch once. */
export function useArrived(): readonly BoardGroup[] {
  const { arrived } = useOrdersScope();
  return useSyncExternalStore(arrived.subscribe, arrived.get);
}
