import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { addDays, qatarDay } from '../../../shared/i18n/qatar-time.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { keys } from '../../data/keys.ts';
import { useFigureText } from '../../texts/figure-texts.ts';
import { type DayRow, dayRows } from './day-rows.ts';
import styles from './figures-screen.module.css';

/** As far as the service looks back. */
const MAX_DAYS = 90;
/** So many days at most have their names below the bars. */
const NAMED_DAYS = 7;
const LOOK_AGAIN = 5 * 60_000;

/** What was sold on each of so many days up to now, and how the service counts it. */
export function useDashboard(days: number) {
  const api = useApi();
  return useQuery({
    queryKey: keys.dashboard(days),
    queryFn: () => dataOf(api.GET('/seller/dashboard', { params: { query: { days } } })),
    refetchInterval: LOOK_AGAIN,
  });
}

/** Goods sold on each day beside the same day of the period before, as bars and as a table. */
export function SalesByDay({ days }: { days: number }) {
  const t = useFigureText();
  const withBefore = 2 * days <= MAX_DAYS;
  const { data, error, refetch } = useDashboard(withBefore ? 2 * days : days);
  // Without the permission for money: the page says above whom to ask.
  if (data?.sales === null) return null;
  return (
    <section className={styles.part} data-testid="by-day">
      <h2>{t('figures.byDay')}</h2>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={6} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Days rows={dayRows(data.sales, addDays(qatarDay(data.until), -1), days, withBefore)} />
      )}
    </section>
  );
}

function Days({ rows }: { rows: readonly DayRow[] }) {
  const t = useFigureText();
  const columns = useColumns(rows[0]?.before !== null);
  return (
    <div className={styles.byDay}>
      <Chart rows={rows} />
      <DataTable
        label={t('figures.byDay')}
        file="sales-by-day"
        columns={columns}
        rows={rows.toReversed()}
        keyOf={({ day }) => day}
        marks={({ day }) => ({ 'data-day': day })}
      />
    </div>
  );
}

/** Nothing hangs on seeing it: the table says the same. */
function Chart({ rows }: { rows: readonly DayRow[] }) {
  const t = useFigureText();
  const { money, weekday, date } = useFormats();
  const amounts = rows.flatMap(({ now, before }) => [Number(now.goods), Number(before?.goods ?? 0)]);
  const most = Math.max(...amounts);
  const height = (goods: string) => (most === 0 ? '0%' : `${(Number(goods) / most) * 100}%`);
  const [first, last] = [rows[0], rows.at(-1)];
  return (
    <figure className={styles.figure} aria-hidden>
      <figcaption className={styles.legend}>
        <span className={styles.most}>{money(most.toFixed(2))}</span>
        <span className={styles.key}>
          <span className={styles.swatch} /> {t('figures.now')}
        </span>
        {first?.before === null ? null : (
          <span className={styles.key}>
            <span className={styles.swatch} data-former="true" /> {t('figures.before')}
          </span>
        )}
      </figcaption>
      <div className={styles.bars}>
        {rows.map(({ day, now, before }) => (
          <span key={day}>
            {before === null ? null : (
              <span
                className={styles.amount}
                data-former="true"
                style={{ blockSize: height(before.goods) }}
              />
            )}
            <span className={styles.amount} style={{ blockSize: height(now.goods) }} />
          </span>
        ))}
      </div>
      <div className={styles.days}>
        {rows.length <= NAMED_DAYS
          ? rows.map(({ day }) => (
              <span key={day} className={styles.named}>
                {weekday(`${day}T12:00:00Z`)}
              </span>
            ))
          : [first, last].map((row) =>
              row === undefined ? null : <span key={row.day}>{date(`${row.day}T12:00:00Z`)}</span>,
            )}
      </div>
    </figure>
  );
}

function useColumns(withBefore: boolean): readonly Column<DayRow>[] {
  const t = useFigureText();
  const { money, number, day: dayText } = useFormats();
  const fils = (amount: string) => BigInt(amount.replace('.', ''));
  return [
    {
      ...{ id: 'day', header: t('figures.day'), names: true },
      value: ({ day }) => day,
      cell: ({ day }) => dayText(`${day}T12:00:00Z`),
    },
    {
      ...{ id: 'orders', header: t('figures.orders'), numeric: true, room: 300 },
      value: ({ now }) => now.groups,
      cell: ({ now }) => number(now.groups),
    },
    {
      ...{ id: 'goods', header: t('figures.goods'), numeric: true },
      value: ({ now }) => now.goods,
      order: ({ now }) => fils(now.goods),
      cell: ({ now }) => money(now.goods),
    },
    ...(withBefore
      ? [
          {
            ...{ id: 'before', header: t('figures.goodsBefore'), numeric: true, room: 420 },
            value: ({ before }: DayRow) => before?.goods ?? null,
            order: ({ before }: DayRow) => (before === null ? null : fils(before.goods)),
            cell: ({ before }: DayRow) => (before === null ? '–' : money(before.goods)),
          },
        ]
      : []),
  ];
}
