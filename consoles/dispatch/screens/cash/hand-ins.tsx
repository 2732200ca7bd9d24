import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { notify } from '../../../shared/notices/notices.ts';
import { useAccount, useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { dirham } from '../../parts/amounts.ts';
import { useReport } from '../../parts/use-report.ts';
import { useCashText } from '../../texts/cash-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './cash-screen.module.css';

type Settlement = components['schemas']['Settlement'];

const PAGE = 50;

export interface HandInsProps {
  /** A day in Qatar (2026-02-12); '' for all days. */
  day: string;
  onDay(day: string): void;
  onReceipt(settlementId: string): void;
}

/** Hand-ins, newest first; one with a difference waits for approval by someone who did not count it. */
export function HandIns({ day, onDay, onReceipt }: HandInsProps) {
  const t = useCashText();
  const words = useWords();
  const { money, dayAndTime } = useFormats();
  const api = useApi();
  const account = useAccount();
  const queries = useQueryClient();
  const report = useReport();
  const [pending, setPending] = useState<string | null>(null);
  const list = useInfiniteQuery({
    queryKey: keys.settlements(day),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/dispatch/cash/settlements', {
          params: {
            query: {
              limit: PAGE,
              ...(day === '' ? {} : { day }),
              ...(pageParam === null ? {} : { cursor: pageParam }),
            },
          },
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
  const amount = (id: 'expected' | 'counted' | 'difference'): Column<Settlement> => ({
    ...{ id, header: t(`cash.${id}`), numeric: true },
    value: (one) => one[id].amount,
    order: (one) => dirham(one[id].amount),
    cell: (one) => money(one[id].amount),
  });
  const columns: readonly Column<Settlement>[] = [
    {
      id: 'when',
      header: t('cash.when'),
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => dayAndTime(createdAt),
    },
    { id: 'driver', header: t('cash.driver'), names: true, value: ({ driverName }) => driverName },
    amount('expected'),
    amount('counted'),
    amount('difference'),
    { id: 'status', header: t('cash.statusHead'), value: ({ status }) => t(`cash.status.${status}`) },
    {
      id: 'number',
      header: t('cash.number'),
      value: ({ receiptNumber }) => receiptNumber,
    },
    { id: 'actions', header: words('common.actions'), cell: (one) => actionOf(one) },
  ];
  const actionOf = ({ id, status, createdBy, driverName, counted }: Settlement) => {
    if (status === 'CLOSED') {
      return (
        <Button
          size="small"
          aria-label={t('cash.receiptOf', { name: driverName })}
          onPress={() => onReceipt(id)}
        >
          {t('cash.receipt')}
        </Button>
      );
    }
    if (status !== 'PENDING_APPROVAL') return null;
    if (createdBy === account.id) return t('cash.ownCount');
    return (
      <Button
        size="small"
        kind="primary"
        isPending={pending === id}
        onPress={() => void approve(id, driverName, counted.amount)}
      >
        {t('cash.approve')}
      </Button>
    );
  };
  return (
    <section className={styles.handIns}>
      <header className={styles.handInsHead}>
        <h2>{t('cash.handIns')}</h2>
        <TextField
          type="date"
          label={t('cash.day')}
          value={day}
          onChange={onDay}
          placeholder={t('cash.allDays')}
        />
        {day === '' ? null : (
          <Button kind="quiet" onPress={() => onDay('')}>
            {t('cash.allDays')}
          </Button>
        )}
      </header>
      {list.isSuccess && all.length === 0 ? (
        <p>{t(day === '' ? 'cash.noHandIns' : 'cash.noHandInsThatDay')}</p>
      ) : null}
      {all.length === 0 ? null : (
        <DataTable
          label={t('cash.handIns')}
          file="hand-ins"
          columns={columns}
          rows={all}
          partial={list.hasNextPage}
          keyOf={({ id }) => id}
          marks={({ id }) => ({ 'data-settlement': id })}
        />
      )}
      {list.hasNextPage ? (
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {words('common.more')}
        </Button>
      ) : null}
    </section>
  );
}
