import { useQuery } from '@tanstack/react-query';
import { Printer, PrinterX } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { dataOf } from '../../../shared/api/client.ts';
import { useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { keys } from '../../data/keys.ts';
import type { OrderGroup } from '../../orders/order-types.ts';
import { MAX_PRINTED, PAPERS, type Paper } from '../../print/papers.ts';
import { usePrintText } from '../../texts/print-texts.ts';
import { PackingSlip } from './packing-slip.tsx';
import { ParcelLabel } from './parcel-label.tsx';
import { PickSheet } from './pick-sheet.tsx';
import styles from './print.module.css';

/** Papers of chosen orders as they will be printed; the print dialog opens by itself when somebody asked for it. */
export function PrintScreen() {
  const t = usePrintText();
  const api = useApi();
  const navigate = useNavigate();
  const { state } = useLocation();
  const { locale } = useLocaleChoice();
  const [params, setParams] = useSearchParams();
  const paper = PAPERS.find((each) => each === params.get('what')) ?? 'slips';
  const asked = params.get('orders') ?? '';
  const ids = useMemo(() => asked.split(',').filter(Boolean).slice(0, MAX_PRINTED), [asked]);
  const { data, error, refetch } = useQuery({
    queryKey: keys.printed(asked, locale),
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const call = api.GET('/seller/order-groups', { params: { query: { ids } }, signal });
      const found = new Map((await dataOf(call)).data.map((group) => [group.id, group]));
      // In the order in which they stand on the board.
      return ids.flatMap((id) => found.get(id) ?? []);
    },
  });
  const isAsked = (state as { print?: boolean } | null)?.print === true;
  useEffect(() => {
    if (!isAsked || data === undefined || data.length === 0) return;
    // Not again when somebody comes back to this page.
    void navigate({ search: location.search }, { replace: true, state: null });
    window.print();
  }, [isAsked, data, navigate]);

  const choose = (what: Paper) =>
    setParams(
      (former) => {
        const next = new URLSearchParams(former);
        next.set('what', what);
        return next;
      },
      { replace: true },
    );
  return (
    <div className={styles.screen}>
      <header className={`${styles.tools} no-print`}>
        <h1 className={styles.title}>{t('print.title')}</h1>
        <div className={styles.choice} role="radiogroup" aria-label={t('print.what')}>
          {PAPERS.map((each) => (
            <label key={each}>
              <input type="radio" name="paper" checked={each === paper} onChange={() => choose(each)} />
              {t(`print.${each}`)}
            </label>
          ))}
        </div>
        <p className={styles.count} role="status">
          {data === undefined ? '' : t('print.count', { count: data.length })}
        </p>
        <Button kind="quiet" onPress={() => void navigate('/')}>
          {t('print.back')}
        </Button>
        <Button
          kind="primary"
          isDisabled={data === undefined || data.length === 0}
          onPress={() => window.print()}
        >
          <Printer aria-hidden size={16} />
          {t('print.print')}
        </Button>
        {paper === 'labels' ? <p className={styles.hint}>{t('print.labelSize')}</p> : null}
      </header>
      {data !== undefined && data.length > 0 && data.length < ids.length ? (
        <div className="no-print">
          <Banner tone="warning">{t('print.missing', { count: ids.length - data.length })}</Banner>
        </div>
      ) : null}
      {ids.length === 0 || data?.length === 0 ? (
        <EmptyState icon={PrinterX} title={t('print.none.title')}>
          {t('print.none.detail')}
        </EmptyState>
      ) : data === undefined ? (
        error === null ? (
          <Skeleton lines={12} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className={styles.papers} data-testid="papers">
          <Papers paper={paper} groups={data} />
        </div>
      )}
    </div>
  );
}

function Papers({ paper, groups }: { paper: Paper; groups: readonly OrderGroup[] }) {
  if (paper === 'picks') return <PickSheet groups={groups} />;
  const One = paper === 'slips' ? PackingSlip : ParcelLabel;
  return groups.map((group) => <One key={group.id} group={group} />);
}
