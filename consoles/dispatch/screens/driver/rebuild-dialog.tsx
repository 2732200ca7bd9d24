import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import type { BoardTask, Route } from '../../board/board-types.ts';
import { keys } from '../../data/fresh-queries.ts';
import { notify } from '../../parts/notices.ts';
import { PlanCompare } from '../../parts/plan-compare.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { usePeopleText } from '../../texts/people-texts.ts';
import { useWords } from '../../texts/words.ts';

/** A route planned anew, shown beside the present one; applied only against the version it was made from. */
export function RebuildDialog({
  route,
  tasks,
  onClose,
}: {
  route: Route;
  tasks: ReadonlyMap<string, BoardTask>;
  onClose(): void;
}) {
  const t = usePeopleText();
  const words = useWords();
  const shared = useSharedText();
  const { time } = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const explain = useExplain();
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Explained | null>(null);
  const [version] = useState(route.version);
  const params = { path: { id: route.id } };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['rebuild', route.id, version],
    gcTime: 0,
    retry: false,
    queryFn: () =>
      dataOf(
        api.POST('/dispatch/routes/{id}/rebuild', {
          params,
          body: { mode: 'PREVIEW', expectedVersion: version },
        }),
      ),
  });
  const apply = async () => {
    if (data === undefined || !('planId' in data)) return;
    setPending(true);
    setRefused(null);
    try {
      await dataOf(
        api.POST('/dispatch/routes/{id}/rebuild', {
          params,
          body: { mode: 'APPLY', expectedVersion: version, planId: data.planId },
        }),
      );
      void queries.invalidateQueries({ queryKey: keys.route(route.driverId) });
      notify({ tone: 'success', title: t('route.applied'), detail: route.driverName });
      onClose();
    } catch (fault) {
      setRefused(explain(fault));
      setPending(false);
    }
  };
  const problem = refused ?? (error === null ? null : explain(error));
  const nothing = data !== undefined && data.movedStops === 0;
  return (
    <Sheet
      wide
      title={`${t('route.preview')} · ${route.driverName}`}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button
            kind="primary"
            isDisabled={data === undefined || nothing}
            isPending={pending}
            onPress={() => void apply()}
          >
            {t('route.apply')}
          </Button>
        </>
      }
    >
      {isFetching ? <p role="status">{t('route.planning')}</p> : null}
      {data === undefined ? null : (
        <>
          <p>{nothing ? t('route.same') : t('route.moved', { count: data.movedStops })}</p>
          <PlanCompare before={data.before} after={data.after} />
          <WideTable
            label={t('route.preview')}
            head={['#', t('route.stop'), t('route.before'), t('route.after')]}
          >
            {data.stops.map((stop, index) => {
              const task = tasks.get(stop.taskId);
              return (
                <tr key={stop.stopId} data-moved={stop.moved}>
                  <td>{index + 1}</td>
                  <td>
                    {words(`stop.${stop.kind}`)} ·{' '}
                    {stop.kind === 'DROPOFF' ? task?.dropoff.contactName : task?.pickup.name}{' '}
                    {stop.locked ? `(${t('route.locked')})` : ''}
                  </td>
                  <td>{time(stop.arrivalBefore)}</td>
                  <td>{stop.moved ? <strong>{time(stop.arrivalAfter)}</strong> : time(stop.arrivalAfter)}</td>
                </tr>
              );
            })}
          </WideTable>
        </>
      )}
      {problem === null ? null : (
        <Banner
          tone="danger"
          title={problem.title}
          announce="assertive"
          actions={
            <Button size="small" onPress={() => void refetch()}>
              {shared('retry')}
            </Button>
          }
        >
          {problem.detail}
        </Banner>
      )}
    </Sheet>
  );
}
