import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useAddress } from '../../../shared/state/use-address.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { TextField } from '../../../shared/ui/text-field.tsx';
import {
  MONEY_STATES,
  type MoneyFilter,
  type MoneyGroup,
  type MoneyState,
  useMoney,
  useMoneyOrders,
} from '../../data/money.ts';
import { MoreButton } from '../../parts/more-button.tsx';
import { useMoneyText } from '../../texts/money-texts.ts';
import { lessened, shortRate } from './amounts.ts';
import styles from './money.module.css';
import { StateMark, useWaits } from './money-state.tsx';
import { MoneySummary } from './money-summary.tsx';

const NUMBER = /^[A-Za-z0-9-]{1,40}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** All sums, and every order with what it earns; what is filtered by stands in the address. */
export function MoneyOrders() {
  const [params, put] = useAddress();
  const state = MONEY_STATES.find((each) => each === params.get('state')) ?? null;
  const set = (changes: Record<string, string | null>) => put(changes, 'replace');
  const { data, error, refetch } = useMoney();
  return (
    <>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <MoneySummary money={data} shown={state} onShow={(chosen) => set({ state: chosen })} />
      )}
      <OrderList params={params} state={state} set={set} />
    </>
  );
}

function filterOf(params: URLSearchParams, state: MoneyState | null): MoneyFilter {
  const number = params.get('number') ?? '';
  const from = params.get('from') ?? '';
  const to = params.get('to') ?? '';
  return {
    ...(state === null ? {} : { state }),
    ...(NUMBER.test(number) ? { number } : {}),
    ...(DAY.test(from) ? { from } : {}),
    ...(DAY.test(to) ? { to } : {}),
  };
}

function OrderList({
  params,
  state,
  set,
}: {
  params: URLSearchParams;
  state: MoneyState | null;
  set(changes: Record<string, string | null>): void;
}) {
  const t = useMoneyText();
  const filter = filterOf(params, state);
  const list = useMoneyOrders(filter);
  const columns = useOrderColumns();
  const { rows } = list;
  const filtered = Object.keys(filter).length > 0;
  return (
    <div className={styles.part}>
      <OrderFilters params={params} state={state} set={set} />
      {rows === undefined ? (
        list.error === null ? (
          <Skeleton lines={8} />
        ) : (
          <ErrorState error={list.error} onRetry={list.again} />
        )
      ) : rows.length === 0 ? (
        <EmptyState icon={Wallet} title={t('list.none')}>
          {t(filtered ? 'list.noneFiltered' : 'list.noneYet')}
        </EmptyState>
      ) : (
        <>
          <DataTable
            label={t('money.orders')}
            columns={columns}
            rows={rows}
            partial={list.hasMore}
            keyOf={({ groupId }) => groupId}
            marks={({ groupId, state: stands }) => ({ 'data-group': groupId, 'data-state': stands })}
          />
          <MoreButton list={list} />
        </>
      )}
    </div>
  );
}

function OrderFilters({
  params,
  state,
  set,
}: {
  params: URLSearchParams;
  state: MoneyState | null;
  set(changes: Record<string, string | null>): void;
}) {
  const t = useMoneyText();
  const [number, setNumber] = useState(params.get('number') ?? '');
  const given = ['state', 'number', 'from', 'to'].some((name) => params.has(name));
  const wrong = number !== '' && !NUMBER.test(number);
  return (
    <div className={styles.filters}>
      <Select
        label={t('filter.state')}
        options={[
          { id: 'ALL', text: t('filter.all') },
          ...MONEY_STATES.map((each) => ({ id: each, text: t(`state.${each}`) })),
        ]}
        value={state ?? 'ALL'}
        onChange={(chosen) => set({ state: chosen === 'ALL' ? null : chosen })}
      />
      <TextField
        label={t('filter.number')}
        leftToRight
        value={number}
        maxLength={40}
        error={wrong ? t('filter.numberInvalid') : null}
        onChange={(text) => {
          const typed = text.trim();
          setNumber(typed);
          if (typed === '' || NUMBER.test(typed)) set({ number: typed });
        }}
      />
      <TextField
        type="date"
        label={t('filter.from')}
        placeholder={t('filter.anyDay')}
        value={params.get('from') ?? ''}
        onChange={(day) => set({ from: day })}
      />
      <TextField
        type="date"
        label={t('filter.to')}
        placeholder={t('filter.anyDay')}
        value={params.get('to') ?? ''}
        onChange={(day) => set({ to: day })}
      />
      {given ? (
        <Button
          kind="quiet"
          onPress={() => {
            setNumber('');
            set({ state: null, number: null, from: null, to: null });
          }}
        >
          {t('filter.clear')}
        </Button>
      ) : null}
    </div>
  );
}

/** Columns of orders with their money. */
export function useOrderColumns(): readonly Column<MoneyGroup>[] {
  const t = useMoneyText();
  const { money, date } = useFormats();
  const waits = useWaits();
  return [
    {
      ...{ id: 'order', header: t('column.order'), names: true },
      value: ({ orderNumber }) => orderNumber,
      cell: ({ groupId, orderNumber }) => (
        <Link to={`/money/orders/${groupId}`}>
          <bdi className="unbroken">{orderNumber}</bdi>
        </Link>
      ),
    },
    {
      ...{ id: 'placed', header: t('column.placed'), room: 620 },
      value: ({ placedAt }) => placedAt,
      cell: ({ placedAt }) => <span className="unbroken">{date(placedAt)}</span>,
    },
    {
      ...{ id: 'goods', header: t('column.goods'), numeric: true, room: 760 },
      value: ({ gross }) => gross.amount,
      cell: ({ gross }) => money(gross.amount),
    },
    {
      ...{ id: 'commission', header: t('column.commission'), numeric: true, room: 860 },
      value: ({ commission }) => commission.amount,
      cell: ({ commission, commissionRate }) => (
        <>
          {money(lessened(commission.amount))}
          <span className={styles.small}>{`${shortRate(commissionRate)}%`}</span>
        </>
      ),
    },
    {
      ...{ id: 'delivery', header: t('column.delivery'), numeric: true, room: 1100 },
      value: ({ delivery }) => delivery.price.amount,
      cell: ({ delivery }) => money(delivery.price.amount),
    },
    {
      ...{ id: 'net', header: t('column.net'), numeric: true },
      value: ({ net }) => net.amount,
      cell: ({ net }) => <strong>{money(net.amount)}</strong>,
    },
    {
      ...{ id: 'state', header: t('column.state') },
      value: ({ state }) => t(`state.${state}`),
      cell: (group) => <StateMark state={group.state} />,
    },
    {
      ...{ id: 'waits', header: '', wordy: true, room: 980 },
      cell: (group) => <span className={styles.note}>{waits(group).join(' ')}</span>,
    },
  ];
}
