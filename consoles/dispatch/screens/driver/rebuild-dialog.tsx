import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import type { BoardTask, Route } from '../../board/board-types.ts';
import { keys } from '../../data/fresh-queries.ts';
import { PlanDialog } from '../../parts/plan-dialog.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { useRouteText } from '../../texts/route-texts.ts';
import { useWords } from '../../texts/words.ts';

type Stop = components['schemas']['RoutePlan']['stops'][number];

/** A re-planned route beside the present one; it is applied only to the version it was computed from. */
export function RebuildDialog({
  route,
  tasks,
  onClose,
}: {
  route: Route;
  tasks: ReadonlyMap<string, BoardTask>;
  onClose(): void;
}) {
  const t = useRouteText();
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
  const nameOf = ({ kind, taskId }: Stop) => {
    const task = tasks.get(taskId);
    return kind === 'DROPOFF' ? task?.dropoff.contactName : task?.pickup.name;
  };
  // In driving sequence, so not sortable.
  const columns: readonly Column<Stop>[] = [
    { id: 'place', header: '#', cell: (stop) => (data?.stops.indexOf(stop) ?? 0) + 1 },
    {
      id: 'stop',
      header: t('route.stop'),
      cell: (stop) => (
        <>
          {words(`stop.${stop.kind}`)} · <bdi>{nameOf(stop)}</bdi>{' '}
          {stop.locked ? `(${t('route.locked')})` : ''}
        </>
      ),
    },
    { id: 'before', header: t('route.before'), cell: ({ arrivalBefore }) => time(arrivalBefore) },
    {
      id: 'after',
      header: t('route.after'),
      cell: ({ moved, arrivalAfter }) => (moved ? <strong>{time(arrivalAfter)}</strong> : time(arrivalAfter)),
    },
  ];
  return (
    <PlanDialog
      title={`${t('route.preview')} · ${route.driverName}`}
      plan={data}
      planning={isFetching}
      summary={nothing ? t('route.same') : t('route.moved', { count: data?.movedStops ?? 0 })}
      problem={problem}
      onPlanAgain={() => void refetch()}
      apply={{
        label: t('route.apply'),
        isDisabled: data === undefined || nothing,
        isPending: pending,
        onPress: () => void apply(),
      }}
      onClose={onClose}
    >
      <DataTable
        label={t('route.preview')}
        columns={columns}
        rows={data?.stops ?? []}
        keyOf={({ stopId }) => stopId}
        marks={({ moved }) => ({ 'data-moved': moved })}
      />
    </PlanDialog>
  );
}
