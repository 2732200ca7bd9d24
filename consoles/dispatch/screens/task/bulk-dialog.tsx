import { CircleCheck, CircleX, Hourglass } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { orderName } from '../../../shared/domain/order-name.ts';
import { focusChips } from '../../../shared/forms/chips.tsx';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import type { BoardTask } from '../../board/board-types.ts';
import { useRanking } from '../../data/use-ranking.ts';
import { PRESETS_OF } from '../../parts/reason-choices.ts';
import { ReasonField } from '../../parts/reason-field.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { useStepRefusal } from '../../parts/use-step-refusal.ts';
import { useChooseText } from '../../texts/choose-texts.ts';
import { usePresetText } from '../../texts/reason-presets.ts';
import styles from './bulk-dialog.module.css';
import { BulkPreview } from './bulk-preview.tsx';
import { DriverPicker } from './driver-picker.tsx';
import { useBulkPlan } from './use-bulk-plan.ts';
import { usePicker } from './use-picker.ts';
import { type BulkResult, useSayBulkDone } from './use-say-bulk-done.ts';

const MAX_TASKS = 100;
const ICONS = { ASSIGNED: CircleCheck, PENDING: Hourglass, TAKEN_BACK: CircleCheck, REFUSED: CircleX };

export interface BulkDialogProps {
  tasks: readonly BoardTask[];
  /** The driver they were dropped on. */
  driverId?: string | null;
  /** With the tasks that were assigned. */
  onDone(taskIds: readonly string[]): void;
  onClose(): void;
}

/** Several tasks to one driver: which of them can go is said before, each has a result, and all are undone together. */
export function BulkDialog({ tasks, driverId: given = null, onDone, onClose }: BulkDialogProps) {
  const t = useChooseText();
  const shared = useSharedText();
  const presetText = usePresetText();
  const api = useApi();
  const explain = useExplain();
  const sayDone = useSayBulkDone();
  const input = useRef<HTMLInputElement>(null);
  const reasons = useRef<HTMLDivElement>(null);
  // As they were when the dialog opened: what another dispatcher has changed since is refused, and said.
  const [seen] = useState(() => tasks.slice(0, MAX_TASKS));
  const ids = useMemo(() => seen.map(({ taskId }) => taskId), [seen]);
  const [asked, setAsked] = useState(given);
  const ranking = useRanking(ids, 'bulk', asked);
  const picker = usePicker(ranking, given, setAsked);
  const { active } = picker;
  const plan = useBulkPlan(seen, ranking.tasks, active);
  const [reason, setReason] = useState(() => presetText('load'));
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<{ field: 'driver' | 'reason'; words: string } | null>(null);
  const [refused, setRefused] = useState<Explained | null>(null);
  const [results, setResults] = useState<readonly BulkResult[] | null>(null);

  const name = active?.driverName ?? '';
  const count = plan?.moving.length ?? 0;
  const driverFault = () =>
    active === null ? t('driver.needed') : count === 0 ? t('bulk.none', { driver: name }) : null;
  const refuse = (field: 'driver' | 'reason', why: string) => {
    setFault({ field, words: why });
    if (field === 'driver') input.current?.focus();
    else focusChips(reasons.current);
  };
  const submit = async () => {
    if (plan === null || pending) return;
    const wrong = driverFault();
    if (wrong !== null || active === null) return refuse('driver', wrong ?? t('driver.needed'));
    const asksReason = plan.takesFromSomebody;
    if (asksReason && reason.trim() === '') return refuse('reason', t('reason.needed'));
    setPending(true);
    setFault(null);
    setRefused(null);
    try {
      const { driverId } = active;
      const assignments = plan.moving.map(({ taskId, round }) => ({ taskId, driverId, round }));
      const body = { assignments, ...(asksReason ? { reason: reason.trim() } : {}) };
      const answer = await dataOf(api.POST('/dispatch/tasks/bulk-assign', { body }));
      const left = seen.length - assignments.length;
      sayDone({ before: plan.moving, results: answer.results, driverName: name, left });
      onDone(answer.results.filter(({ outcome }) => outcome !== 'REFUSED').map(({ taskId }) => taskId));
      // As it was said before: there is nothing more to read.
      if (answer.results.every(({ outcome }) => outcome === 'ASSIGNED')) onClose();
      else setResults(answer.results);
    } catch (error) {
      setRefused(explain(error));
    }
    setPending(false);
  };
  const take = () => {
    const wrong = driverFault();
    if (wrong !== null) refuse('driver', wrong);
    else if (plan?.takesFromSomebody === true) {
      setFault(null);
      focusChips(reasons.current);
    } else void submit();
  };
  return (
    <Dialog
      title={results === null ? t('bulk.title', { count: seen.length }) : t('bulk.result')}
      onClose={onClose}
      actions={
        results === null ? (
          <>
            <Button onPress={onClose}>{shared('cancel')}</Button>
            <Button
              kind="primary"
              isPending={pending}
              isDisabled={plan === null || active === null || count === 0}
              onPress={() => void submit()}
            >
              {active === null || count === 0 ? t('choose.nobody') : t('bulk.give', { count, driver: name })}
            </Button>
          </>
        ) : (
          <Button kind="primary" autoFocus onPress={onClose}>
            {shared('close')}
          </Button>
        )
      }
    >
      {tasks.length > MAX_TASKS ? <Banner tone="info">{t('bulk.tooMany')}</Banner> : null}
      {results === null ? (
        <>
          <DriverPicker
            ranking={ranking}
            picker={picker}
            onTake={take}
            error={fault?.field === 'driver' ? fault.words : null}
            inputRef={input}
            tasks={seen.length - (plan?.fixed.length ?? 0)}
          />
          {plan === null || active === null ? null : (
            <BulkPreview plan={plan} driverName={name} all={seen.length} />
          )}
          {active !== null && plan?.takesFromSomebody === true ? (
            <ReasonField
              presets={PRESETS_OF.reassign ?? []}
              value={reason}
              onChange={setReason}
              error={fault?.field === 'reason' ? fault.words : null}
              onEnter={() => void submit()}
              groupRef={reasons}
            />
          ) : null}
        </>
      ) : (
        <Results results={results} seen={seen} driverName={name} />
      )}
      <Refusal of={refused} />
    </Dialog>
  );
}

function Results({
  results,
  seen,
  driverName,
}: {
  results: readonly BulkResult[];
  seen: readonly BoardTask[];
  driverName: string;
}) {
  const t = useChooseText();
  const { number } = useFormats();
  const whyNot = useStepRefusal();
  const numberOf = (taskId: string) => {
    const task = seen.find((one) => one.taskId === taskId);
    return task === undefined ? taskId.slice(-6) : orderName(task);
  };
  const count = results.filter(({ outcome }) => outcome === 'ASSIGNED').length;
  return (
    <>
      <p role="status">{t('bulk.summary', { done: number(count), all: number(results.length) })}</p>
      <ul className={styles.results} data-testid="bulk-results">
        {results.map(({ taskId, outcome, code }) => {
          const Icon = ICONS[outcome];
          return (
            <li key={taskId} className={styles[outcome.toLowerCase()]}>
              <Icon aria-hidden size={16} />
              <bdi className="unbroken">{numberOf(taskId)}</bdi>
              <span>
                {outcome === 'REFUSED'
                  ? `${t('bulk.REFUSED')} ${whyNot({ taskId, code })}`
                  : t(outcome === 'PENDING' ? 'bulk.PENDING' : 'bulk.ASSIGNED', { driver: driverName })}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
