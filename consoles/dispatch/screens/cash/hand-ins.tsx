import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useAccount, useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { notify } from '../../parts/notices.ts';
import { useReport } from '../../parts/use-report.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { useCashText } from '../../texts/cash-texts.ts';
import { useWords } from '../../texts/words.ts';

const PAGE = 20;

/** Hand-ins, the newest first; those that differ wait for somebody who did not count them. */
export function HandIns({ onReceipt }: { onReceipt(settlementId: string): void }) {
  const t = useCashText();
  const words = useWords();
  const { money, dayAndTime } = useFormats();
  const api = useApi();
  const account = useAccount();
  const queries = useQueryClient();
  const report = useReport();
  const [pending, setPending] = useState<string | null>(null);
  const list = useInfiniteQuery({
    queryKey: keys.settlements('all'),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/dispatch/cash/settlements', {
          params: { query: { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ page }) => page.nextCursor,
  });
  const all = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const approve = async (id: string, name: string, counted: string) => {
    setPending(id);
    try {
      await dataOf(api.POST('/dispatch/cash/settlements/{id}/approve', { params: { path: { id } } }));
      notify({ tone: 'success', title: t('cash.closed', { amount: money(counted), name }) });
      onReceipt(id);
    } catch (error) {
      report(error);
    }
    setPending(null);
    void queries.invalidateQueries({ queryKey: keys.cash });
  };
  return (
    <section>
      <h2>{t('cash.handIns')}</h2>
      {list.isSuccess && all.length === 0 ? <p>{t('cash.noHandIns')}</p> : null}
      {all.length === 0 ? null : (
        <WideTable
          label={t('cash.handIns')}
          head={[
            t('cash.when'),
            t('cash.driver'),
            t('cash.expected'),
            t('cash.counted'),
            t('cash.difference'),
            t('cash.statusHead'),
            words('common.actions'),
          ]}
        >
          {all.map((one) => (
            <tr key={one.id} data-settlement={one.id}>
              <td>{dayAndTime(one.createdAt)}</td>
              <td>{one.driverName}</td>
              <td>{money(one.expected.amount)}</td>
              <td>{money(one.counted.amount)}</td>
              <td>{money(one.difference.amount)}</td>
              <td>
                {t(`cash.status.${one.status}`)} <bdi>{one.receiptNumber}</bdi>
              </td>
              <td>
                {one.status === 'CLOSED' ? (
                  <Button size="small" onPress={() => onReceipt(one.id)}>
                    {t('cash.receipt')}
                  </Button>
                ) : one.status === 'PENDING_APPROVAL' ? (
                  one.createdBy === account.id ? (
                    <span>{t('cash.ownCount')}</span>
                  ) : (
                    <Button
                      size="small"
                      kind="primary"
                      isPending={pending === one.id}
                      onPress={() => void approve(one.id, one.driverName, one.counted.amount)}
                    >
                      {t('cash.approve')}
                    </Button>
                  )
                ) : null}
              </td>
            </tr>
          ))}
        </WideTable>
      )}
      {list.hasNextPage ? (
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {words('common.more')}
        </Button>
      ) : null}
    </section>
  );
}
