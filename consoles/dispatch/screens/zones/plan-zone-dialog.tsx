import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../shared/api/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useBoardPart } from '../../data/board-context.tsx';
import { notify } from '../../parts/notices.ts';
import { PlanCompare } from '../../parts/plan-compare.tsx';
import { Sheet } from '../../parts/sheet.tsx';
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
  const shared = useSharedText();
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
    <Sheet
      wide
      title={t('zones.plan')}
      hint={t('zones.planHint')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared(applied === null ? 'cancel' : 'close')}</Button>
          {applied === null ? (
            <Button
              kind="primary"
              isDisabled={data === undefined || data.tasks === 0}
              isPending={pending}
              onPress={() => void apply()}
            >
              {people('route.apply')}
            </Button>
          ) : null}
        </>
      }
    >
      {isFetching ? <p role="status">{people('route.planning')}</p> : null}
      {shown === undefined ? null : (
        <>
          <p>
            {words('common.tasks', { count: shown.tasks })} ·{' '}
            {people('route.moved', { count: shown.movedStops })}
            {shown.unassigned.length === 0 ? null : (
              <> · {t('zones.planUnassigned', { tasks: shown.unassigned.map(numberOf).join(' ') })}</>
            )}
          </p>
          <PlanCompare before={shown.before} after={shown.after} />
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
            {shown.drivers.map((driver) => (
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
          {shown.results === null ? null : (
            <ul data-testid="plan-results">
              {shown.results.tasks.map(({ taskId, outcome, detail }) => (
                <li key={taskId}>
                  <bdi>{numberOf(taskId)}</bdi> {t(`outcome.${outcome}`)} {detail}
                </li>
              ))}
            </ul>
          )}
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
