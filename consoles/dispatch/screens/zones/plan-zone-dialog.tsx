import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../shared/api/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import { useBoardPart } from '../../data/board-context.tsx';
import { notify } from '../../parts/notices.ts';
import { PlanDialog } from '../../parts/plan-dialog.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { useCashText } from '../../texts/cash-texts.ts';
import { usePeopleText } from '../../texts/people-texts.ts';
import { useWords } from '../../texts/words.ts';

type ZonePlan = components['schemas']['ZonePlan'];

/** A plan of the whole zone: shown with before and after, applied as it was shown, with how each step went. */
export function PlanZoneDialog({ zoneId, onClose }: { zoneId: string; onClose(): void }) {
  const t = useCashText();
  const people = usePeopleText();
  const words = useWords();
  const { duration, number } = useFormats();
  const api = useApi();
  const explain = useExplain();
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
  const numberOf = (taskId: string) => tasks.get(taskId)?.orderNumber ?? taskId.slice(-6);
  const problem = refused ?? (error === null ? null : explain(error));
  const shown = applied ?? data;
  return (
    <PlanDialog
      title={t('zones.plan')}
      hint={t('zones.planHint')}
      plan={shown}
      planning={isFetching}
      summary={
        <>
          {words('common.tasks', { count: shown?.tasks ?? 0 })} ·{' '}
          {people('route.moved', { count: shown?.movedStops ?? 0 })}
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
              isDisabled: data === undefined || data.tasks === 0,
              isPending: pending,
              onPress: () => void apply(),
            }
          : null
      }
      onClose={onClose}
    >
      <WideTable
        label={t('zones.plan')}
        head={[
          words('common.driver'),
          t('zones.planNew'),
          people('route.before'),
          people('route.after'),
          people('route.lateness'),
        ]}
      >
        {shown?.drivers.map((driver) => (
          <tr key={driver.driverId}>
            <th scope="row">{driver.driverName}</th>
            <td>
              {number(driver.newTasks.length)} <bdi>{driver.newTasks.map(numberOf).join(' ')}</bdi>
            </td>
            <td>{duration(driver.before.travelSeconds)}</td>
            <td>{duration(driver.after.travelSeconds)}</td>
            <td>{duration(driver.after.latenessSeconds)}</td>
          </tr>
        ))}
      </WideTable>
      {shown?.results == null ? null : (
        <ul data-testid="plan-results">
          {shown.results.tasks.map(({ taskId, outcome, detail }) => (
            <li key={taskId}>
              <bdi>{numberOf(taskId)}</bdi> {t(`outcome.${outcome}`)} {detail}
            </li>
          ))}
        </ul>
      )}
    </PlanDialog>
  );
}
