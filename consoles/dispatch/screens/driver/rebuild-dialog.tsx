import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import type { BoardTask, Route } from '../../board/board-types.ts';
import { keys } from '../../data/fresh-queries.ts';
import { notify } from '../../parts/notices.ts';
import { PlanDialog } from '../../parts/plan-dialog.tsx';
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
    <PlanDialog
      title={`${t('route.preview')} · ${route.driverName}`}
      plan={data}
      planning={isFetching}
      summary={nothing ? t('route.same') : t('route.moved', { count: data?.movedStops ?? 0 })}
      problem={problem}
      onPlanAgain={() => void refetch()}
      apply={{
        isDisabled: data === undefined || nothing,
        isPending: pending,
        onPress: () => void apply(),
      }}
      onClose={onClose}
    >
      <WideTable
        label={t('route.preview')}
        head={['#', t('route.stop'), t('route.before'), t('route.after')]}
      >
        {data?.stops.map((stop, index) => {
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
    </PlanDialog>
  );
}
