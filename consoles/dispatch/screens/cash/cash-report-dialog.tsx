import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { qatarDay } from '../../../shared/i18n/qatar-time.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { useBoardPart } from '../../data/board-context.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { dirham } from '../../parts/amounts.ts';
import { DaySteps } from '../../parts/day-steps.tsx';
import { Unread } from '../../parts/unread.tsx';
import { useReportText } from '../../texts/report-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './cash-report.module.css';

type Row = components['schemas']['DriverCashDay'];

const AMOUNTS = ['opening', 'collected', 'reversed', 'settled', 'handedIn', 'difference', 'closing'] as const;
/** Id of the totals row below the drivers; not a driver's id. */
const TOTAL = 'total';

interface CashReportDialogProps {
  /** A date such as 2026-02-12, in Qatar; anything else means today. */
  day: string;
  onDay(day: string | null): void;
  onClose(): void;
}

/** A day's cash by driver, from the ledger, with totals. */
export function CashReportDialog({ day, onDay, onClose }: CashReportDialogProps) {
  const t = useReportText();
  const words = useWords();
  const { money } = useFormats();
  const api = useApi();
  const today = useBoardPart(({ now }) => qatarDay(now === 0 ? Date.now() : now));
  const shown = /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : today;
  const query = useQuery({
    queryKey: keys.cashReport(shown),
    queryFn: () => dataOf(api.GET('/dispatch/cash/report', { params: { query: { day: shown } } })),
  });
  const columns: readonly Column<Row>[] = [
    {
      id: 'driver',
      header: words('common.driver'),
      names: true,
      value: ({ driverName }) => driverName,
      cell: ({ driverId, driverName }) =>
        driverId === TOTAL ? <strong>{driverName}</strong> : <bdi>{driverName}</bdi>,
    },
    ...AMOUNTS.map(
      (id): Column<Row> => ({
        ...{ id, header: t(`cash.${id}`), numeric: true },
        value: (row) => row[id].amount,
        order: (row) => dirham(row[id].amount),
        cell: (row) =>
          row.driverId === TOTAL ? <strong>{money(row[id].amount)}</strong> : money(row[id].amount),
      }),
    ),
  ];
  const { data } = query;
  const rows = data?.drivers ?? [];
  return (
    <Dialog wide title={t('cash.title')} hint={t('cash.hint')} onClose={onClose}>
      <div className={styles.days}>
        <DaySteps day={shown} today={today} last={today} onDay={onDay} />
      </div>
      <Unread query={query} lines={6} />
      {data === undefined ? null : rows.length === 0 ? (
        <p>{t('cash.empty')}</p>
      ) : (
        <DataTable
          label={t('cash.title')}
          file={`cash-report-${shown}`}
          columns={columns}
          rows={[...rows, { driverId: TOTAL, driverName: t('cash.total'), ...data.totals }]}
          keyOf={({ driverId }) => driverId}
        />
      )}
      {data === undefined ? null : (
        <Banner tone={data.balanced ? 'info' : 'danger'} announce="off">
          {t(data.balanced ? 'cash.balanced' : 'cash.unbalanced')}
        </Banner>
      )}
    </Dialog>
  );
}
