import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { orderName } from '../../../shared/domain/order-name.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { useBoardPart } from '../../data/board-context.tsx';
import { PlanDialog } from '../../parts/plan-dialog.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { useStepRefusal } from '../../parts/use-step-refusal.ts';
import { useRouteText } from '../../texts/route-texts.ts';
import { useWords } from '../../texts/words.ts';
import { useZoneText } from '../../texts/zone-texts.ts';

type ZonePlan = components['schemas']['ZonePlan'];
type Part = ZonePlan['drivers'][number];

/** A plan of the whole zone: shown with before and after, applied exactly as shown, with the result of each step. */
export function PlanZoneDialog({ zoneId, onClose }: { zoneId: string; onClose(): void }) {
  const t = useZoneText();
  const route = useRouteText();
  const words = useWords();
  const { duration, number } = useFormats();
  const api = useApi();
  const explain = useExplain();
  const whyNot = useStepRefusal();
  const tasks = useBoardPart(({ state }) => state.tasks);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Explained | null>(null);
  const [applied, setApplied] = useState<ZonePlan | null>(null);
  const params = { path: { id: zoneId } };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['plan-zone', zoneId],
    gcTime: 0,
    retry: false,
    queryFn: () => dataOf(api.POST('/dispatch/zones/{id}/plan', { params, body: { mode: 'PREVIEW' } })),
  });
  const apply = async () => {
    if (data === undefined) return;
    setPending(true);
    setRefused(null);
    try {
      const body = { mode: 'APPLY' as const, planId: data.planId };
      setApplied(await dataOf(api.POST('/dispatch/zones/{id}/plan', { params, body })));
      notify({ tone: 'success', title: t('zones.planApplied') });
    } catch (fault) {
      setRefused(explain(fault));
    }
    setPending(false);
  };
  const shown = applied ?? data;
  const numberOf = (taskId: string) => {
    const task = tasks.get(taskId);
    return task === undefined ? taskId.slice(-6) : orderName(task);
  };
  const nameOf = (driverId: string) =>
    shown?.drivers.find((part) => part.driverId === driverId)?.driverName ?? '…';
  const seconds = (id: string, header: string, order: (part: Part) => number): Column<Part> => ({
    ...{ id, header, order, numeric: true },
    cell: (part) => duration(order(part)),
  });
  const problem = refused ?? (error === null ? null : explain(error));
  const columns: readonly Column<Part>[] = [
    { id: 'driver', header: words('common.driver'), names: true, value: ({ driverName }) => driverName },
    {
      id: 'new',
      header: t('zones.planNew'),
      order: ({ newTasks }) => newTasks.length,
      cell: ({ newTasks }) => (
        <>
          {number(newTasks.length)} <bdi>{newTasks.map(numberOf).join(' ')}</bdi>
        </>
      ),
    },
    seconds('before', route('route.before'), ({ before }) => before.travelSeconds),
    seconds('after', route('route.after'), ({ after }) => after.travelSeconds),
    seconds('lateness', route('route.lateness'), ({ after }) => after.latenessSeconds),
  ];
  return (
    <PlanDialog
      title={t('zones.plan')}
      hint={t('zones.planHint')}
      plan={shown}
      planning={isFetching}
      summary={
        <>
          {words('common.tasks', { count: shown?.tasks ?? 0 })} ·{' '}
          {route('route.moved', { count: shown?.movedStops ?? 0 })}
          {shown === undefined || shown.unassigned.length === 0 ? null : (
            <> · {t('zones.planUnassigned', { tasks: shown.unassigned.map(numberOf).join(' ') })}</>
          )}
        </>
      }
      problem={problem}
      onPlanAgain={() => void refetch()}
      apply={
        applied === null
          ? {
              label: t('zones.planApply'),
              isDisabled: data === undefined || data.tasks === 0,
              isPending: pending,
              onPress: () => void apply(),
            }
          : null
      }
      onClose={onClose}
    >
      <DataTable
        label={t('zones.plan')}
        columns={columns}
        rows={shown?.drivers ?? []}
        keyOf={({ driverId }) => driverId}
      />
      {shown?.results == null ? null : (
        <ul data-testid="plan-results">
          {shown.results.tasks.map(({ taskId, driverId, outcome, code }) => (
            <li key={taskId}>
              <bdi className="unbroken">{numberOf(taskId)}</bdi> · <bdi>{nameOf(driverId)}</bdi> ·{' '}
              {outcome === 'REFUSED'
                ? t('zones.planRefused', { why: whyNot({ code, taskId }) })
                : t(`outcome.${outcome}`)}
            </li>
          ))}
          {shown.results.routes.map(({ driverId, outcome, code }) => (
            <li key={driverId}>
              <bdi>{nameOf(driverId)}</bdi> ·{' '}
              {outcome === 'REFUSED'
                ? t('zones.planRouteRefused', { why: whyNot({ code, taskId: null }) })
                : t(outcome === 'KEPT' ? 'outcome.ROUTE_KEPT' : `outcome.${outcome}`)}
            </li>
          ))}
        </ul>
      )}
    </PlanDialog>
  );
}
