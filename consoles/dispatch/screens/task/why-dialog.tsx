import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../shared/api/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { BoardTask } from '../../board/board-types.ts';
import { keys } from '../../data/fresh-queries.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { useTaskText } from '../../texts/task-texts.ts';
import { DriverPicker } from './driver-picker.tsx';
import { useRuleText } from './rule-text.tsx';
import styles from './why-dialog.module.css';

type Choice = components['schemas']['AssignmentChoice'];

/** Why this driver, and why not another: what was weighed at each choice, and what the rules say now. */
export function WhyDialog({ task, onClose }: { task: BoardTask; onClose(): void }) {
  const t = useTaskText();
  const api = useApi();
  const [asked, setAsked] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: keys.explanation(task.taskId, null),
    queryFn: () =>
      dataOf(api.GET('/dispatch/tasks/{id}/explanation', { params: { path: { id: task.taskId } } })),
  });
  const choices = data?.choices ?? [];
  return (
    <Dialog wide title={`${t('why.title')} · ${task.orderNumber}`} onClose={onClose}>
      {error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Skeleton lines={5} /> : null}
      {data !== undefined && choices.length === 0 ? <p>{t('why.none')}</p> : null}
      {choices.map((choice) => (
        <ChoiceTable key={`${choice.round} ${choice.at}`} choice={choice} />
      ))}
      <details className={styles.ask}>
        <summary>{t('why.ask')}</summary>
        <DriverPicker tasks={[task]} value={asked} onChange={setAsked} />
      </details>
    </Dialog>
  );
}

const MOST = 12;

function ChoiceTable({ choice }: { choice: Choice }) {
  const t = useTaskText();
  const ruleText = useRuleText();
  const { duration, dayAndTime, number } = useFormats();
  const { round, at, manual, why, candidates, chosenDriverId, excludedBy } = choice;
  const seconds = (value: number | null | undefined) => (value == null ? '–' : duration(value));
  const fitting = candidates.filter(({ eligible }) => eligible).slice(0, MOST);
  const excluded = candidates.filter(({ eligible }) => !eligible).slice(0, MOST);
  return (
    <section className={styles.choice}>
      <h3>{t('why.choice', { round: number(round), time: dayAndTime(at) })}</h3>
      <p>{manual ? t('why.manual') : why === null ? null : t(`why.${why.reason}`)}</p>
      {fitting.length === 0 ? null : (
        <WideTable
          label={t('why.choice', { round: number(round), time: dayAndTime(at) })}
          head={[t('driver.choose'), t('why.cost'), t('why.drive'), t('why.lateness'), t('why.idle')]}
        >
          {fitting.map((candidate) => (
            <tr
              key={candidate.driverId}
              className={candidate.driverId === chosenDriverId ? styles.chosen : undefined}
            >
              <td>
                {candidate.driverName}
                {candidate.driverId === chosenDriverId ? <strong> · {t('why.chosen')}</strong> : null}
              </td>
              <td>
                {candidate.costSeconds !== null
                  ? duration(candidate.costSeconds)
                  : candidate.atLeastSeconds === undefined
                    ? '–'
                    : t('why.atLeast', { time: duration(candidate.atLeastSeconds) })}
              </td>
              <td>{seconds(candidate.addedDriveSeconds)}</td>
              <td>{seconds(candidate.latenessCausedSeconds)}</td>
              <td>{seconds(candidate.idleSeconds)}</td>
            </tr>
          ))}
        </WideTable>
      )}
      {Object.keys(excludedBy).length === 0 ? null : (
        <>
          <h4>{t('why.excluded')}</h4>
          <ul className={styles.rules}>
            {Object.entries(excludedBy).map(([rule, count]) => (
              <li key={rule}>{t('why.excludedBy', { rule: ruleText(rule), count: number(count) })}</li>
            ))}
          </ul>
          <ul className={styles.excluded}>
            {excluded.map(({ driverId, driverName, rule, detail }) => (
              <li key={driverId}>
                <strong>{driverName}</strong> {ruleText(rule)}
                {detail === null ? null : <span className={styles.detail}> {detail}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
