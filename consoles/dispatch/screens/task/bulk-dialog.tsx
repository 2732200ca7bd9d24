import { CircleCheck, CircleX, Hourglass } from 'lucide-react';
import { useState } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import type { BoardTask } from '../../board/board-types.ts';
import { Refusal } from '../../parts/refusal.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './bulk-dialog.module.css';
import { DriverPicker } from './driver-picker.tsx';

type Result = components['schemas']['BulkAssignResult'];

const MOST = 100;
const ICONS = { ASSIGNED: CircleCheck, PENDING: Hourglass, REFUSED: CircleX };

export interface BulkDialogProps {
  tasks: readonly BoardTask[];
  /** The driver they were dropped on. */
  driverId?: string | null;
  /** With the tasks that were assigned. */
  onDone(taskIds: readonly string[]): void;
  onClose(): void;
}

/** Several tasks to one driver, each for itself, with how each went. */
export function BulkDialog({ tasks, driverId: given = null, onDone, onClose }: BulkDialogProps) {
  const t = useTaskText();
  const words = useWords();
  const shared = useSharedText();
  const { number } = useFormats();
  const api = useApi();
  const explain = useExplain();
  const [driverId, setDriverId] = useState(given);
  const [pending, setPending] = useState(false);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Explained | null>(null);
  const [results, setResults] = useState<readonly Result[] | null>(null);
  // As they were when the dialog opened.
  const [seen] = useState(() => tasks.slice(0, MOST));
  const submit = async () => {
    setTried(true);
    if (driverId === null) return;
    setPending(true);
    setRefused(null);
    try {
      const assignments = seen.map(({ taskId, round }) => ({ taskId, driverId, round }));
      const answer = await dataOf(api.POST('/dispatch/tasks/bulk-assign', { body: { assignments } }));
      setResults(answer.results);
      onDone(answer.results.filter(({ outcome }) => outcome === 'ASSIGNED').map(({ taskId }) => taskId));
    } catch (error) {
      setRefused(explain(error));
    }
    setPending(false);
  };
  const numberOf = (taskId: string) => seen.find((task) => task.taskId === taskId)?.orderNumber ?? taskId;
  const count = (results ?? []).filter(({ outcome }) => outcome === 'ASSIGNED').length;
  return (
    <Dialog
      title={
        results === null
          ? t('bulk.title', { tasks: words('common.tasks', { count: seen.length }) })
          : t('bulk.result')
      }
      onClose={onClose}
      actions={
        results === null ? (
          <>
            <Button onPress={onClose}>{shared('cancel')}</Button>
            <Button kind="primary" isPending={pending} onPress={() => void submit()}>
              {t('action.assign')}
            </Button>
          </>
        ) : (
          <Button kind="primary" onPress={onClose}>
            {shared('close')}
          </Button>
        )
      }
    >
      {tasks.length > MOST ? <Banner tone="info">{t('bulk.tooMany')}</Banner> : null}
      {results === null ? (
        <DriverPicker
          tasks={seen}
          value={driverId}
          onChange={setDriverId}
          error={tried && driverId === null ? t('driver.needed') : null}
        />
      ) : (
        <>
          <p role="status">{t('bulk.summary', { done: number(count), all: number(results.length) })}</p>
          <ul className={styles.results} data-testid="bulk-results">
            {results.map(({ taskId, outcome, detail }) => {
              const Icon = ICONS[outcome];
              return (
                <li key={taskId} className={styles[outcome.toLowerCase()]}>
                  <Icon aria-hidden size={16} />
                  <bdi>{numberOf(taskId)}</bdi>
                  <span>{t(`bulk.${outcome}`)}</span>
                  {detail === null ? null : <span className={styles.detail}>{detail}</span>}
                </li>
              );
            })}
          </ul>
        </>
      )}
      <Refusal of={refused} />
    </Dialog>
  );
}
