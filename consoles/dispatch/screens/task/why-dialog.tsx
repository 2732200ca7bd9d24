import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { orderName } from '../../../shared/domain/order-name.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import type { BoardTask } from '../../board/board-types.ts';
import { keys } from '../../data/fresh-queries.ts';
import { useRanking } from '../../data/use-ranking.ts';
import { useRuleText } from '../../parts/use-rule-text.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import { DriverPicker } from './driver-picker.tsx';
import { usePicker } from './use-picker.ts';
import styles from './why-dialog.module.css';

type Choice = components['schemas']['AssignmentChoice'];
type Candidate = Choice['candidates'][number];

/** Why this driver and not another: the costs compared at each choice, and what the rules say now. */
export function WhyDialog({ task, onClose }: { task: BoardTask; onClose(): void }) {
  const t = useTaskText();
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: keys.explanation(task.taskId, null),
    queryFn: () =>
      dataOf(api.GET('/dispatch/tasks/{id}/explanation', { params: { path: { id: task.taskId } } })),
  });
  const choices = data?.choices ?? [];
  return (
    <Dialog
      wide
      title={
        <>
          {t('why.title')} · <bdi className="unbroken">{orderName(task)}</bdi>
        </>
      }
      onClose={onClose}
    >
      {error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Skeleton lines={5} /> : null}
      {data !== undefined && choices.length === 0 ? <p>{t('why.none')}</p> : null}
      {choices.map((choice) => (
        <ChoiceTable key={`${choice.round} ${choice.at}`} choice={choice} />
      ))}
      <WhyNot task={task} />
    </Dialog>
  );
}

/** Everyone on duty now, with the arguments for and against each; read only when the dispatcher asks for it. */
function WhyNot({ task }: { task: BoardTask }) {
  const t = useTaskText();
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.ask} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('why.ask')}</summary>
      {open ? <Everybody task={task} /> : null}
    </details>
  );
}

function Everybody({ task }: { task: BoardTask }) {
  const ranking = useRanking([task.taskId], String(task.round), null);
  const picker = usePicker(ranking, null);
  const input = useRef<HTMLInputElement>(null);
  return <DriverPicker ranking={ranking} picker={picker} onTake={() => {}} inputRef={input} tasks={1} />;
}

const MAX_CANDIDATES = 12;

function ChoiceTable({ choice }: { choice: Choice }) {
  const t = useTaskText();
  const words = useWords();
  const { nameOf, figuresOf } = useRuleText();
  const { duration, dayAndTime, number } = useFormats();
  const { round, at, manual, why, candidates, chosenDriverId, excludedBy } = choice;
  const seconds = (
    id: string,
    header: string,
    of: (one: Candidate) => number | null | undefined,
  ): Column<Candidate> => ({
    ...{ id, header, numeric: true, order: (one) => of(one) ?? null },
    cell: (one) => {
      const value = of(one);
      return value == null ? '–' : duration(value);
    },
  });
  const columns: readonly Column<Candidate>[] = [
    {
      id: 'driver',
      header: words('common.driver'),
      names: true,
      value: ({ driverName }) => driverName,
      cell: ({ driverName, driverId }) => (
        <>
          <bdi>{driverName}</bdi>
          {driverId === chosenDriverId ? <strong> · {t('why.chosen')}</strong> : null}
        </>
      ),
    },
    {
      ...seconds('cost', t('why.cost'), (one) => one.costSeconds ?? one.atLeastSeconds),
      cell: ({ costSeconds, atLeastSeconds }) =>
        costSeconds !== null
          ? duration(costSeconds)
          : atLeastSeconds === undefined
            ? '–'
            : t('why.atLeast', { time: duration(atLeastSeconds) }),
    },
    seconds('drive', t('why.drive'), ({ addedDriveSeconds }) => addedDriveSeconds),
    seconds('lateness', t('why.lateness'), ({ latenessCausedSeconds }) => latenessCausedSeconds),
    seconds('idle', t('why.idle'), ({ idleSeconds }) => idleSeconds),
  ];
  const fitting = candidates.filter(({ eligible }) => eligible).slice(0, MAX_CANDIDATES);
  const excluded = candidates.filter(({ eligible }) => !eligible).slice(0, MAX_CANDIDATES);
  return (
    <section className={styles.choice}>
      <h3>{t('why.choice', { round: number(round), time: dayAndTime(at) })}</h3>
      <p>{manual ? t('why.manual') : why === null ? null : t(`why.${why.reason}`)}</p>
      {fitting.length === 0 ? null : (
        <DataTable
          label={t('why.choice', { round: number(round), time: dayAndTime(at) })}
          columns={columns}
          rows={fitting}
          keyOf={({ driverId }) => driverId}
          isChosen={({ driverId }) => driverId === chosenDriverId}
        />
      )}
      {Object.keys(excludedBy).length === 0 ? null : (
        <>
          <h4>{t('why.excluded')}</h4>
          <ul className={styles.rules}>
            {Object.entries(excludedBy).map(([rule, count]) => (
              <li key={rule}>{t('why.excludedBy', { rule: nameOf(rule), count: number(count) })}</li>
            ))}
          </ul>
          <ul className={styles.excluded}>
            {excluded.map((driver) => (
              <li key={driver.driverId}>
                <bdi className={styles.name}>{driver.driverName}</bdi> · {nameOf(driver.rule)}{' '}
                <span className={styles.detail}>{figuresOf(driver)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
