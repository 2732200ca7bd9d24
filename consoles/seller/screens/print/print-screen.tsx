import { Printer, PrinterX } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { type Printed, usePrinted } from '../../data/printed.ts';
import { PAPERS, type Paper } from '../../print/papers.ts';
import { usePrintText } from '../../texts/print-texts.ts';
import { Invoice } from './invoice.tsx';
import { InvoiceFile } from './invoice-file.tsx';
import { PackingSlip } from './packing-slip.tsx';
import { ParcelLabel } from './parcel-label.tsx';
import { PickSheet } from './pick-sheet.tsx';
import styles from './print.module.css';

/** The chosen orders' papers as they will print; the print dialog opens on its own if it was asked for. */
export function PrintScreen() {
  const t = usePrintText();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  const paper = PAPERS.find((each) => each === params.get('what')) ?? 'slips';
  const { asked, data, error, refetch } = usePrinted(paper, params.get('orders') ?? '');
  const count = data === undefined ? 0 : data.groups.length + data.invoices.length;
  const missing = data === undefined ? 0 : asked - count - data.refused;
  const { print: isAsked = false, board = '' } = (state ?? {}) as { print?: boolean; board?: string };
  useEffect(() => {
    if (!isAsked || count === 0) return;
    // Do not print again when the user navigates back to this page.
    void navigate({ search: location.search }, { replace: true, state: { board } });
    window.print();
  }, [isAsked, count, navigate, board]);

  const choose = (what: Paper) =>
    setParams(
      (former) => {
        const next = new URLSearchParams(former);
        next.set('what', what);
        return next;
      },
      { replace: true, state: { board } },
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
          {data === undefined ? '' : t('print.count', { count })}
        </p>
        <Button kind="quiet" onPress={() => void navigate({ pathname: '/', search: board })}>
          {t('print.back')}
        </Button>
        {paper === 'invoices' ? <InvoiceFile invoices={data?.invoices ?? []} /> : null}
        <Button kind="primary" isDisabled={count === 0} onPress={() => window.print()}>
          <Printer aria-hidden size={16} />
          {t('print.print')}
        </Button>
        {paper === 'labels' ? <p className={styles.hint}>{t('print.labelSize')}</p> : null}
        {paper === 'invoices' ? <p className={styles.hint}>{t('print.invoicesStay')}</p> : null}
      </header>
      {count > 0 && missing > 0 ? (
        <div className="no-print">
          <Banner tone="warning">{t('print.missing', { count: missing })}</Banner>
        </div>
      ) : null}
      {data !== undefined && data.refused > 0 ? (
        <div className="no-print">
          <Banner tone="warning">{t('print.refused', { count: data.refused })}</Banner>
        </div>
      ) : null}
      {asked === 0 || (data !== undefined && count === 0) ? (
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
          <Papers paper={paper} printed={data} />
        </div>
      )}
    </div>
  );
}

function Papers({ paper, printed: { groups, invoices } }: { paper: Paper; printed: Printed }) {
  if (paper === 'invoices')
    return invoices.map((invoice) => <Invoice key={invoice.groupId} invoice={invoice} />);
  if (paper === 'picks') return <PickSheet groups={groups} />;
  const One = paper === 'slips' ? PackingSlip : ParcelLabel;
  return groups.map((group) => <One key={group.id} group={group} />);
}
