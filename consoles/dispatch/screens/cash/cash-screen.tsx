import { useQuery } from '@tanstack/react-query';
import { Banknote } from 'lucide-react';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import { useAddress } from '../../../shared/state/use-address.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { allPages } from '../../data/board-api.ts';
import { keys } from '../../data/fresh-queries.ts';
import { minus, signOf } from '../../parts/amounts.ts';
import { Page } from '../../parts/page.tsx';
import { Unread } from '../../parts/unread.tsx';
import { useTableView } from '../../parts/use-table-view.ts';
import { useCashText } from '../../texts/cash-texts.ts';
import { useReportText } from '../../texts/report-texts.ts';
import { type DriverCash, useCashColumns } from './cash-columns.tsx';
import { CashReportDialog } from './cash-report-dialog.tsx';
import styles from './cash-screen.module.css';
import { HandInDialog } from './hand-in-dialog.tsx';
import { HandIns } from './hand-ins.tsx';
import { ReceiptDialog } from './receipt-dialog.tsx';

const PAGE = 100;

/** Each driver's cash against the limit; hand-ins, their approvals and receipts. */
export function CashScreen() {
  const t = useCashText();
  const report = useReportText();
  const { money } = useFormats();
  const api = useApi();
  const [params, put] = useAddress();
  const query = useQuery({
    queryKey: keys.cash,
    queryFn: async () => {
      let total = '0.00';
      const drivers = await allPages(async (cursor) => {
        const page = await dataOf(
          api.GET('/dispatch/cash', { params: { query: { limit: PAGE, ...cursor } } }),
        );
        total = page.totalOnHand.amount;
        return page;
      });
      return { total, drivers };
    },
  });
  const { data } = query;
  const drivers = data?.drivers.toSorted((one, other) => byAmount(other, one)) ?? [];
  const handIn = params.get('handIn');
  const receipt = params.get('receipt');
  const chosen = drivers.find(({ driverId }) => driverId === handIn);
  const columns = useCashColumns((driverId) => put({ handIn: driverId }));
  const table = useTableView();
  return (
    <Page
      title={t('cash.title')}
      actions={<Button onPress={() => put({ report: 'today' })}>{report('cash.open')}</Button>}
    >
      <Unread query={query} lines={8} />
      {data === undefined ? null : (
        <p className={styles.total}>
          <span>{t('cash.onRoad')}</span>
          <strong>{money(data.total)}</strong>
        </p>
      )}
      {data !== undefined && drivers.length === 0 ? (
        <EmptyState icon={Banknote} title={t('cash.empty')}>
          {t('cash.emptyDetail')}
        </EmptyState>
      ) : null}
      {drivers.length === 0 ? null : (
        <DataTable
          label={t('cash.title')}
          file="cash"
          columns={columns}
          rows={drivers}
          keyOf={({ driverId }) => driverId}
          marks={({ driverId }) => ({ 'data-driver': driverId })}
          {...table}
        />
      )}
      <HandIns
        day={params.get('day') ?? ''}
        onDay={(day) => put({ day: day === '' ? null : day })}
        onReceipt={(id) => put({ receipt: id })}
      />
      {chosen === undefined ? null : (
        <HandInDialog
          cash={chosen}
          onClose={() => put({ handIn: null })}
          onReceipt={(id) => put({ handIn: null, receipt: id })}
        />
      )}
      {params.get('report') === null ? null : (
        <CashReportDialog
          day={params.get('report') ?? ''}
          onDay={(day) => put({ report: day ?? 'today' })}
          onClose={() => put({ report: null })}
        />
      )}
      {receipt === null ? null : <ReceiptDialog id={receipt} onClose={() => put({ receipt: null })} />}
    </Page>
  );
}

function byAmount({ onHand: one }: DriverCash, { onHand: other }: DriverCash): number {
  return signOf(minus(one.amount, other.amount));
}
