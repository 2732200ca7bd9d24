import { useQuery } from '@tanstack/react-query';
import { PackageOpen, Search, X } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { dataOf } from '../../../shared/api/client.ts';
import { useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { useAddress } from '../../../shared/state/use-address.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { IconButton } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { keys } from '../../data/keys.ts';
import { useMarked, useOrders, useOrdersError } from '../../data/orders-context.tsx';
import { useShop } from '../../data/shop-context.tsx';
import { actionsOf } from '../../orders/order-store.ts';
import type { BoardGroup, GroupAction } from '../../orders/order-types.ts';
import { ASKED_FROM, found } from '../../orders/search.ts';
import { columnsOf, STAGES, type Stage } from '../../orders/stages.ts';
import { MAX_PRINTED, type Paper, printAddress } from '../../print/papers.ts';
import { useOrderText } from '../../texts/order-texts.ts';
import { usePrintText } from '../../texts/print-texts.ts';
import { BulkBar } from './bulk-bar.tsx';
import { OrderColumns } from './order-columns.tsx';
import { OrderPanel } from './order-panel.tsx';
import styles from './orders-screen.module.css';
import { RejectDialog } from './reject-dialog.tsx';
import { ResultsDialog } from './results-dialog.tsx';
import { ReturnDialog } from './return-dialog.tsx';
import { useOrderActions } from './use-order-actions.ts';
import { useOrderKeys } from './use-order-keys.ts';

/** Loaded on demand: a shop that sells never shows it. */
const SetUp = lazy(async () => ({ default: (await import('../onboarding/set-up.tsx')).SetUp }));

const NOTHING: readonly BoardGroup[] = [];

/** All orders by what is to be done with them; the one that is looked at beside them. */
export function OrdersScreen() {
  const t = useOrderText();
  const printed = usePrintText();
  const navigate = useNavigate();
  const { owner } = useShop().rights;
  const view = useOrders();
  const error = useOrdersError();
  const [params, put] = useAddress();
  const selected = params.get('order');
  const stage = STAGES.find((each) => each === params.get('stage')) ?? 'new';
  const [words, setWords] = useState(params.get('q') ?? '');
  const [marked, markedStore] = useMarked();
  const [asked, setAsked] = useState<{ action: 'reject' | 'confirm-return'; ids: readonly string[] } | null>(
    null,
  );
  const actions = useOrderActions(() => markedStore.set(new Set()));
  const shown = useShown(words);
  const columns = useMemo(() => columnsOf(shown), [shown]);
  const rows = useMemo(() => STAGES.flatMap((each) => columns[each]), [columns]);

  const change = useCallback(
    (changed: { order?: string | null; stage?: Stage; q?: string | null }) => put(changed, 'replace'),
    [put],
  );
  const select = useCallback((id: string | null) => change({ order: id }), [change]);
  /** Puts the search into the address when it is left: browsers refuse a change of the address with every key. */
  const leaveSearch = (search: string) => {
    if (search !== (params.get('q') ?? '')) change({ q: search === '' ? null : search });
  };
  const mark = useCallback(
    (ids: readonly string[], on: boolean) => {
      const next = new Set(markedStore.get());
      for (const id of ids) {
        if (on) next.add(id);
        else next.delete(id);
      }
      markedStore.set(next);
    },
    [markedStore],
  );

  const chosen = useMemo(() => rows.filter(({ groupId }) => marked.has(groupId)), [rows, marked]);
  const act = (action: GroupAction) => {
    const one = rows.find(({ groupId }) => groupId === selected);
    const all = chosen.length > 0 ? chosen : one === undefined ? [] : [one];
    // What is confirmed is looked at one by one: which units are damaged is said of each.
    const groups = action === 'confirm-return' ? all.slice(0, 1) : all;
    if (!groups.some((group) => actionsOf(view, group).includes(action))) return;
    if (action === 'reject' || action === 'confirm-return') {
      const possible = groups.filter((group) => actionsOf(view, group).includes(action));
      setAsked({ action, ids: possible.map(({ groupId }) => groupId) });
    } else void actions.run(groups, { action });
  };
  const print = (ids: readonly string[], paper: Paper) => {
    if (ids.length === 0) return;
    if (ids.length > MAX_PRINTED)
      notify({ tone: 'info', title: printed('print.tooMany', { count: MAX_PRINTED }) });
    const board = new URLSearchParams(params);
    if (words !== '') board.set('q', words);
    void navigate(printAddress(ids, paper), { state: { print: true, board: `${board}` } });
  };
  /** The selected orders, else the one that is looked at. */
  const printChosen = (paper: Paper) =>
    print(
      chosen.length > 0 ? chosen.map(({ groupId }) => groupId) : selected === null ? [] : [selected],
      paper,
    );
  const groupsOf = (ids: readonly string[]) => rows.filter(({ groupId }) => ids.includes(groupId));

  useOrderKeys({
    columns,
    selected,
    marked,
    onSelect: select,
    onMark: mark,
    onAct: act,
    onPrint: printChosen,
    onEscape: () => (marked.size > 0 ? markedStore.set(new Set()) : select(null)),
  });

  if (!view.ready) {
    return (
      <div className={styles.loading}>
        <h1 className="visually-hidden">{t('orders.title')}</h1>
        {error === null ? <Skeleton lines={12} /> : <ErrorState error={error} />}
      </div>
    );
  }
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1 className={styles.title}>{t('orders.title')}</h1>
        <search className={styles.search}>
          <Search aria-hidden size={16} />
          <input
            data-orders-search
            type="search"
            aria-label={t('orders.search')}
            placeholder={t('orders.search')}
            value={words}
            onChange={({ target }) => setWords(target.value)}
            onKeyDown={({ key, currentTarget }) => {
              if (key === 'Escape') flushSync(() => setWords(''));
              if (key === 'Escape' || key === 'Enter') currentTarget.blur();
            }}
            onBlur={({ target }) => leaveSearch(target.value)}
          />
          {words === '' ? null : (
            <IconButton
              size="small"
              label={t('orders.clear')}
              icon={<X aria-hidden size={16} />}
              onPress={() => {
                setWords('');
                leaveSearch('');
              }}
            />
          )}
        </search>
        <p className={styles.count} role="status">
          {words.trim() === '' ? '' : t('orders.found', { count: rows.length })}
        </p>
      </header>
      {view.complete ? null : <Banner tone="info">{t('orders.incomplete')}</Banner>}
      <BulkBar
        groups={chosen}
        progress={actions.progress}
        onAct={act}
        onPrint={printChosen}
        onClear={() => markedStore.set(new Set())}
      />
      <div className={styles.body}>
        {rows.length === 0 && words.trim() === '' ? (
          <div className={styles.empty}>
            <EmptyState icon={PackageOpen} title={t('orders.empty.title')}>
              {t('orders.empty.detail')}
            </EmptyState>
            {owner ? (
              <Suspense>
                <SetUp />
              </Suspense>
            ) : null}
          </div>
        ) : (
          <OrderColumns
            columns={columns}
            stage={stage}
            onStage={(to) => change({ stage: to })}
            selected={selected}
            marked={marked}
            onSelect={select}
            onMark={mark}
          />
        )}
        {selected === null ? null : (
          <div className={styles.panel}>
            <OrderPanel
              key={selected}
              groupId={selected}
              busy={actions.progress !== null}
              onAct={(action) => {
                if (action === 'reject' || action === 'confirm-return') setAsked({ action, ids: [selected] });
                else void actions.run(groupsOf([selected]), { action });
              }}
              onPrint={(paper) => print([selected], paper)}
              onClose={() => select(null)}
            />
          </div>
        )}
      </div>
      {asked?.action === 'reject' ? (
        <RejectDialog
          count={asked.ids.length}
          onReject={(reason) => void actions.run(groupsOf(asked.ids), { action: 'reject', reason })}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked?.action === 'confirm-return' ? (
        <ReturnDialog
          groupId={asked.ids[0] ?? ''}
          onConfirm={(damaged) =>
            void actions.run(groupsOf(asked.ids), { action: 'confirm-return', damaged })
          }
          onClose={() => setAsked(null)}
        />
      ) : null}
      {actions.results === null ? null : (
        <ResultsDialog results={actions.results} onClose={actions.closeResults} />
      )}
    </div>
  );
}

/** What is on the board; of what is searched for, also what the service finds beside it. */
function useShown(words: string): readonly BoardGroup[] {
  const api = useApi();
  const { locale } = useLocaleChoice();
  const { groups } = useOrders();
  const wanted = words.trim();
  const { data = NOTHING } = useQuery({
    queryKey: keys.search(wanted, locale),
    enabled: wanted.length >= ASKED_FROM,
    queryFn: async ({ signal }) => {
      const call = api.GET('/seller/order-board/groups', { params: { query: { q: wanted } }, signal });
      return (await dataOf(call)).data;
    },
  });
  return useMemo(
    () => (wanted === '' ? [...groups.values()] : found(groups.values(), wanted, data)),
    [groups, wanted, data],
  );
}
