import { useQuery } from '@tanstack/react-query';
import { Banknote, Download, ReceiptText } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { components } from '../../../shared/api/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { allPages } from '../../data/board-api.ts';
import { keys } from '../../data/fresh-queries.ts';
import { CashBar } from '../../parts/cash-bar.tsx';
import { Page } from '../../parts/page.tsx';
import { saveCsv } from '../../parts/save-csv.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { useCashText } from '../../texts/cash-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './cash-screen.module.css';
import { HandInDialog } from './hand-in-dialog.tsx';
import { HandIns } from './hand-ins.tsx';
import { ReceiptDialog } from './receipt-dialog.tsx';

type DriverCash = components['schemas']['DriverCash'];
const PAGE = 100;

/** Who holds how much against which limit; hand-ins, their approvals and receipts. */
export function CashScreen() {
  const t = useCashText();
  const words = useWords();
  const { money, dayAndTime } = useFormats();
  const api = useApi();
  const [params, setParams] = useSearchParams();
  const put = (name: string, value: string | null) =>
    setParams((former) => {
      const next = new URLSearchParams(former);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
  const { data, error, refetch } = useQuery({
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
  // Decimal strings of two digits: by length, then letter by letter, is by amount.
  const drivers = data?.drivers.toSorted((one, other) => byAmount(other, one)) ?? [];
  const handIn = params.get('handIn');
  const receipt = params.get('receipt');
  const chosen = drivers.find(({ driverId }) => driverId === handIn);
  const save = () =>
    saveCsv('cash', [
      [words('common.driver'), t('cash.onHand'), t('cash.assigned'), t('cash.limit'), t('cash.lastSettled')],
      ...drivers.map(({ driverName, onHand, assigned, limit, lastSettledAt }) => [
        driverName,
        onHand.amount,
        assigned.amount,
        limit?.amount ?? '',
        lastSettledAt ?? '',
      ]),
    ]);
  return (
    <Page
      title={t('cash.title')}
      actions={
        <Button onPress={save} isDisabled={drivers.length === 0}>
          <Download aria-hidden size={16} />
          {words('common.export')}
        </Button>
      }
    >
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && error === null ? <Skeleton lines={8} /> : null}
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
        <WideTable
          label={t('cash.title')}
          head={[
            words('common.driver'),
            t('cash.ofLimit'),
            '',
            t('cash.lastSettled'),
            words('common.actions'),
          ]}
        >
          {drivers.map((cash) => (
            <tr key={cash.driverId} data-driver={cash.driverId}>
              <th scope="row">{cash.driverName}</th>
              <td>
                <CashBar
                  onHand={cash.onHand.amount}
                  assigned={cash.assigned.amount}
                  limit={cash.limit?.amount ?? null}
                />
              </td>
              <td>
                <Limits cash={cash} />
              </td>
              <td>{cash.lastSettledAt === null ? t('cash.never') : dayAndTime(cash.lastSettledAt)}</td>
              <td>
                <Button
                  size="small"
                  isDisabled={cash.openCollections === 0}
                  aria-label={t('cash.handInOf', { name: cash.driverName })}
                  onPress={() => put('handIn', cash.driverId)}
                >
                  <ReceiptText aria-hidden size={16} />
                  {t('cash.handIn')}
                </Button>
              </td>
            </tr>
          ))}
        </WideTable>
      )}
      <HandIns onReceipt={(id) => put('receipt', id)} />
      {chosen === undefined ? null : (
        <HandInDialog
          cash={chosen}
          onClose={() => put('handIn', null)}
          onReceipt={(id) => setParams({ receipt: id })}
        />
      )}
      {receipt === null ? null : <ReceiptDialog id={receipt} onClose={() => put('receipt', null)} />}
    </Page>
  );
}

function Limits({ cash }: { cash: DriverCash }) {
  const t = useCashText();
  if (cash.overLimit) return <span className={styles.over}>{t('cash.over')}</span>;
  return cash.nearLimit ? <span className={styles.near}>{t('cash.near')}</span> : null;
}

function byAmount(one: DriverCash, other: DriverCash): number {
  const [first, second] = [one.onHand.amount, other.onHand.amount];
  return first.length - second.length || (first < second ? -1 : first > second ? 1 : 0);
}
