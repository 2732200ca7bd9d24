import type { components } from '../../../../server/kernel/http/api-types.ts';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { useFigureText } from '../../texts/figure-texts.ts';
import { Bar, type Trends } from './figures-parts.tsx';
import styles from './figures-screen.module.css';
import { useDashboard } from './sales-by-day.tsx';

type ToOrder = Trends['toOrder'][number];
type Best = components['schemas']['SellerDashboard']['bestSellers'][number];
type Slow = Trends['slow'][number];

/** Columns that both tables have. */
function useOfferColumns<T extends ToOrder | Slow>() {
  const t = useFigureText();
  const { locale } = useLocaleChoice();
  const { number } = useFormats();
  const count = (id: string, header: string, of: (row: T) => number): Column<T> => ({
    ...{ id, header, numeric: true },
    value: of,
    cell: (row) => number(of(row)),
  });
  const named: Column<T>[] = [
    {
      ...{ id: 'product', header: t('figures.product'), names: true },
      value: ({ name }) => name[locale],
      cell: ({ name }) => <bdi>{name[locale]}</bdi>,
    },
    {
      ...{ id: 'sku', header: 'SKU', room: 420 },
      value: ({ sku }) => sku,
      cell: ({ sku }) => <bdi className="id">{sku}</bdi>,
    },
    count('available', t('figures.available'), ({ available }) => available),
    count('sold', t('figures.sold'), ({ sold }) => sold),
  ];
  return { named, count };
}

/** What was sold most often: ten at most. */
export function BestTable({ days }: { days: number }) {
  const t = useFigureText();
  const { locale } = useLocaleChoice();
  const { money, number } = useFormats();
  const { data } = useDashboard(days);
  if (data === undefined) return null;
  const { bestSellers } = data;
  const most = Math.max(1, ...bestSellers.map(({ units }) => units));
  const columns: readonly Column<Best>[] = [
    {
      ...{ id: 'product', header: t('figures.product'), names: true },
      value: ({ name }) => name[locale],
      cell: ({ name }) => <bdi>{name[locale]}</bdi>,
    },
    {
      ...{ id: 'sku', header: 'SKU', room: 520 },
      value: ({ sku }) => sku,
      cell: ({ sku }) => <bdi className="id">{sku}</bdi>,
    },
    { id: 'bar', header: '', room: 620, cell: ({ units }) => <Bar share={units / most} /> },
    {
      ...{ id: 'sold', header: t('figures.sold'), numeric: true },
      value: ({ units }) => units,
      cell: ({ units }) => number(units),
    },
    ...(data.sales === null
      ? []
      : [
          {
            ...{ id: 'goods', header: t('figures.goods'), numeric: true },
            value: ({ goods }: Best) => goods?.amount ?? null,
            order: ({ goods }: Best) => (goods === null ? null : BigInt(goods.amount.replace('.', ''))),
            cell: ({ goods }: Best) => (goods === null ? '–' : money(goods.amount)),
          },
        ]),
  ];
  return (
    <section className={styles.part} data-testid="best">
      <h2>{t('figures.best')}</h2>
      {bestSellers.length === 0 ? (
        <p>{t('figures.noBest')}</p>
      ) : (
        <DataTable
          label={t('figures.best')}
          file="what-sells-best"
          columns={columns}
          rows={bestSellers}
          keyOf={({ variantId }) => variantId}
        />
      )}
    </section>
  );
}

export function ToOrderTable({ offers }: { offers: readonly ToOrder[] }) {
  const t = useFigureText();
  const { named, count } = useOfferColumns<ToOrder>();
  const columns: readonly Column<ToOrder>[] = [
    ...named,
    {
      ...{ id: 'lasts', header: t('figures.lasts'), numeric: true },
      value: ({ lastsDays }) => lastsDays,
      cell: ({ lastsDays }) => t('figures.ofDays', { count: lastsDays }),
    },
    count('suggested', t('figures.suggested'), ({ suggested }) => suggested),
  ];
  return (
    <section className={styles.part} data-testid="to-order">
      <h2>{t('figures.toOrder')}</h2>
      <p className={styles.note}>{t('figures.toOrderNote')}</p>
      {offers.length === 0 ? (
        <p>{t('figures.nothingToOrder')}</p>
      ) : (
        <DataTable
          label={t('figures.toOrder')}
          file="what-to-order"
          columns={columns}
          rows={offers}
          keyOf={({ offerId }) => offerId}
        />
      )}
    </section>
  );
}

export function SlowTable({ offers }: { offers: readonly Slow[] }) {
  const t = useFigureText();
  const { named } = useOfferColumns<Slow>();
  return (
    <section className={styles.part} data-testid="slow">
      <h2>{t('figures.slow')}</h2>
      <p className={styles.note}>{t('figures.slowNote')}</p>
      {offers.length === 0 ? (
        <p>{t('figures.nothingSlow')}</p>
      ) : (
        <DataTable
          label={t('figures.slow')}
          file="what-hardly-sells"
          columns={named}
          rows={offers}
          keyOf={({ offerId }) => offerId}
        />
      )}
    </section>
  );
}
