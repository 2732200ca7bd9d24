import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { formats } from '../../../shared/i18n/formats.ts';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { cashTexts, useCashText } from '../../texts/cash-texts.ts';
import styles from './receipt.module.css';

/** The receipt in both languages side by side, as it is printed: only it is on the paper. */
export function ReceiptDialog({ id, onClose }: { id: string; onClose(): void }) {
  const t = useCashText();
  const shared = useSharedText();
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: keys.receipt(id),
    queryFn: async () => {
      const call = api.GET('/dispatch/cash/settlements/{id}/receipt', { params: { path: { id } } });
      // As a page to print it is asked for by another Accept.
      return (await dataOf(call)) as components['schemas']['Receipt'];
    },
  });
  const denominations = data?.denominations ?? [];
  const { money, dayAndTime } = formats('en');
  return (
    <Dialog
      wide
      title={t('cash.receipt')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('close')}</Button>
          <Button kind="primary" isDisabled={data === undefined} onPress={() => window.print()}>
            <Printer aria-hidden size={16} />
            {t('cash.print')}
          </Button>
        </>
      }
    >
      {error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : null
      ) : (
        <article className={styles.receipt} data-testid="receipt" dir="ltr">
          <header className={styles.header}>
            <h3>{data.title.en}</h3>
            <strong>{data.number}</strong>
            <h3 lang="ar" dir="rtl">
              {data.title.ar}
            </h3>
          </header>
          <dl className={styles.lines}>
            {data.lines.map(({ label, value }) => (
              <div key={label.en}>
                <dt>{label.en}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
                <dt lang="ar" dir="rtl">
                  {label.ar}
                </dt>
              </div>
            ))}
          </dl>
          {denominations.length === 0 ? null : (
            <table className={styles.table}>
              <thead>
                <tr>
                  <Both of="receipt.note" />
                  <Both of="receipt.count" />
                  <Both of="receipt.amount" />
                </tr>
              </thead>
              <tbody>
                {denominations.map(({ value, count, amount, label }) => (
                  <tr key={value}>
                    <td>
                      {label.en} · <span lang="ar">{label.ar}</span>
                    </td>
                    <td>{count}</td>
                    <td>{money(amount.amount)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <table className={styles.table}>
            <thead>
              <tr>
                <Both of="receipt.order" />
                <Both of="cash.when" />
                <Both of="receipt.amount" />
              </tr>
            </thead>
            <tbody>
              {data.collections.map(({ taskId, orderNumber, recordedAt, amount }) => (
                <tr key={taskId}>
                  <td>{orderNumber}</td>
                  <td>{dayAndTime(recordedAt)}</td>
                  <td>{money(amount.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <footer className={styles.sign}>
            {[data.driver, data.countedBy, ...(data.approvedBy === null ? [] : [data.approvedBy])].map(
              ({ id: person, name }) => (
                <div key={person}>
                  <span className={styles.line} />
                  <span>
                    {name} · {cashTexts['receipt.sign'].en} ·{' '}
                    <span lang="ar">{cashTexts['receipt.sign'].ar}</span>
                  </span>
                </div>
              ),
            )}
          </footer>
        </article>
      )}
    </Dialog>
  );
}

function Both({
  of,
}: {
  of: 'receipt.note' | 'receipt.count' | 'receipt.amount' | 'receipt.order' | 'cash.when';
}) {
  const { en, ar } = cashTexts[of];
  return (
    <th scope="col">
      {en} · <span lang="ar">{ar}</span>
    </th>
  );
}
