import type { components } from '../../../../server/kernel/http/api-types.ts';
import { useFailureLabel } from '../../../shared/domain/use-failure-text.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { useShop } from '../../data/shop-context.tsx';
import type { Outcome } from '../../orders/stages.ts';
import { useFigureText } from '../../texts/figure-texts.ts';
import styles from './figures-screen.module.css';
import { useDashboard } from './sales-by-day.tsx';

export type Trends = components['schemas']['SellerTrends'];

interface BarProps {
  /** From 0 to 1. */
  share: number;
  former?: boolean;
  outcome?: Outcome;
}

/** A length beside its figure, which is text: nothing hangs on seeing it. */
export function Bar({ share, former = false, outcome }: BarProps) {
  return (
    <span aria-hidden className={styles.bar}>
      <span data-former={former} data-outcome={outcome} style={{ inlineSize: `${share * 100}%` }} />
    </span>
  );
}

export function Sales({ trends: { sales, formerSales } }: { trends: Trends }) {
  const t = useFigureText();
  const { money, number, percent } = useFormats();
  const { rights } = useShop();
  const most = Math.max(1, sales.groups, formerSales.groups);
  const change = formerSales.groups === 0 ? null : sales.groups / formerSales.groups - 1;
  const periods = [
    { id: 'now', name: t('figures.now'), total: sales },
    { id: 'before', name: t('figures.before'), total: formerSales },
  ];
  const columns: readonly Column<(typeof periods)[number]>[] = [
    { id: 'period', header: '', names: true, cell: ({ name }) => name },
    {
      ...{ id: 'bar', header: '', room: 380 },
      cell: ({ id, total }) => <Bar share={total.groups / most} former={id === 'before'} />,
    },
    {
      ...{ id: 'orders', header: t('figures.orders'), numeric: true },
      cell: ({ total }) => number(total.groups),
    },
    ...(sales.goods === null
      ? []
      : [
          {
            ...{ id: 'goods', header: t('figures.goods'), numeric: true },
            cell: ({ total }: (typeof periods)[number]) =>
              total.goods === null ? '–' : money(total.goods.amount),
          },
        ]),
  ];
  return (
    <section data-testid="sales">
      <h2>{t('figures.sales')}</h2>
      <DataTable label={t('figures.sales')} columns={columns} rows={periods} keyOf={({ id }) => id} />
      {change === null ? null : (
        <p data-testid="change">
          {t('figures.change')}: <bdi>{`${change > 0 ? '+' : ''}${percent(change)}`}</bdi>
        </p>
      )}
      <p className={styles.note}>{t('figures.salesNote')}</p>
      {sales.goods === null ? (
        <p className={styles.note}>
          {t('figures.noMoney', { owner: rights.ownerName ?? t('figures.theOwner') })}
        </p>
      ) : null}
    </section>
  );
}

export function Acceptance({ acceptance, days }: { acceptance: Trends['acceptance']; days: number }) {
  const t = useFigureText();
  const { duration, number } = useFormats();
  const { groups, medianSeconds, ninthDecileSeconds } = acceptance;
  return (
    <section data-testid="acceptance">
      <h2>{t('figures.acceptance')}</h2>
      {medianSeconds === null || ninthDecileSeconds === null ? (
        <p>{t('figures.noneAccepted')}</p>
      ) : (
        <dl className={styles.facts}>
          <dt>{t('figures.median')}</dt>
          <dd>{duration(medianSeconds)}</dd>
          <dt>{t('figures.ninthDecile')}</dt>
          <dd>{duration(ninthDecileSeconds)}</dd>
          <dt>{t('figures.accepted')}</dt>
          <dd>{number(groups)}</dd>
          <Late days={days} />
        </dl>
      )}
      <p className={styles.note}>{t('figures.acceptanceNote')}</p>
    </section>
  );
}

function Late({ days }: { days: number }) {
  const t = useFigureText();
  const { number } = useFormats();
  const { data } = useDashboard(days);
  return data === undefined ? null : (
    <>
      <dt>{t('figures.late')}</dt>
      <dd>{number(data.acceptedLate)}</dd>
    </>
  );
}

export function Returns({ returns }: { returns: Trends['returns'] }) {
  const t = useFigureText();
  const reasonText = useFailureLabel();
  const { number } = useFormats();
  const most = Math.max(1, ...returns.map(({ groups }) => groups));
  const columns: readonly Column<Trends['returns'][number]>[] = [
    { id: 'reason', header: t('figures.reason'), names: true, value: ({ reason }) => reasonText(reason) },
    { id: 'bar', header: '', room: 380, cell: ({ groups }) => <Bar share={groups / most} /> },
    {
      ...{ id: 'orders', header: t('figures.orders'), numeric: true },
      value: ({ groups }) => groups,
      cell: ({ groups }) => number(groups),
    },
  ];
  return (
    <section data-testid="returns">
      <h2>{t('figures.returns')}</h2>
      {returns.length === 0 ? (
        <p>{t('figures.noReturns')}</p>
      ) : (
        <DataTable
          label={t('figures.returns')}
          file="returns-by-reason"
          columns={columns}
          rows={returns}
          keyOf={({ reason }) => reason}
        />
      )}
    </section>
  );
}
