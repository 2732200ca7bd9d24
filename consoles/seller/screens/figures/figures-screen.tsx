import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { dataOf } from '../../../shared/api/client.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { keys } from '../../data/keys.ts';
import page from '../../parts/screen-pages.module.css';
import { useFigureText } from '../../texts/figure-texts.ts';
import { Acceptance, Returns, Sales } from './figures-parts.tsx';
import styles from './figures-screen.module.css';
import { BestTable, SlowTable, ToOrderTable } from './offer-tables.tsx';
import { OrderStates } from './order-states.tsx';
import { SalesByDay } from './sales-by-day.tsx';

const PERIODS = [7, 30, 90];

/** How the last days went beside those before, and what follows from it. */
export function FiguresScreen() {
  const t = useFigureText();
  const api = useApi();
  const [params, setParams] = useSearchParams();
  const days = PERIODS.find((each) => String(each) === params.get('days')) ?? 7;
  const { data, error, refetch } = useQuery({
    queryKey: keys.trends(days),
    queryFn: () => dataOf(api.GET('/seller/trends', { params: { query: { days } } })),
    // What is sold meanwhile changes little of it.
    refetchInterval: 5 * 60_000,
  });
  return (
    <div className={page.screen}>
      <header className={styles.head}>
        <h1 className={page.title}>{t('figures.title')}</h1>
        <Select
          quiet
          label={t('figures.days')}
          options={PERIODS.map((each) => ({
            id: String(each),
            text: t('figures.lastDays', { count: each }),
          }))}
          value={String(days)}
          onChange={(chosen) => setParams({ days: chosen }, { replace: true })}
        />
      </header>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={12} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <div className={styles.columns}>
            <Sales trends={data} />
            <Acceptance acceptance={data.acceptance} days={days} />
            <Returns returns={data.returns} />
          </div>
          <SalesByDay days={days} />
          <OrderStates states={data.states} />
          <BestTable days={days} />
          <ToOrderTable offers={data.toOrder} />
          <SlowTable offers={data.slow} />
        </>
      )}
    </div>
  );
}
