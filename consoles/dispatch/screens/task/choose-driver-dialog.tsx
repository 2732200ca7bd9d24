import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ProblemError } from '../../../shared/api/problem.ts';
import { orderName } from '../../../shared/domain/order-name.ts';
import { focusChips } from '../../../shared/forms/chips.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import type { BoardTask } from '../../board/board-types.ts';
import { latenessOf, lookOf } from '../../board/task-look.ts';
import { useBoard } from '../../data/board-context.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { runTaskAction, seenTask } from '../../data/task-actions.ts';
import { type RankedTask, useRanking } from '../../data/use-ranking.ts';
import { PRESETS_OF, usualReason } from '../../parts/reason-choices.ts';
import { ReasonField } from '../../parts/reason-field.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { useRuleText } from '../../parts/use-rule-text.ts';
import { useChooseText } from '../../texts/choose-texts.ts';
import { usePresetText } from '../../texts/reason-presets.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import { DriverPicker } from './driver-picker.tsx';
import { usePicker } from './use-picker.ts';
import { useSayDone } from './use-say-done.ts';

/** The three ways in which a dispatcher gives a task to a chosen driver. */
export type GivingAction = 'assign' | 'reassign' | 'hand-over';

export interface ChooseDriverDialogProps {
  task: BoardTask;
  /** The driver it was dropped on. */
  driverId?: string | null;
  onClose(): void;
}

/**
 * Gives a task to a driver; the task's state decides which of the three ways applies. Enter takes the driver; if
 * another has the task, a second Enter submits the reason. Changes to the task meanwhile are shown and never
 * overwritten.
 */
export function ChooseDriverDialog({ task: opened, driverId = null, onClose }: ChooseDriverDialogProps) {
  const t = useChooseText();
  const taskText = useTaskText();
  const shared = useSharedText();
  const presetText = usePresetText();
  const { nameOf, ofRefusal } = useRuleText();
  const api = useApi();
  const queries = useQueryClient();
  const explain = useExplain();
  const sayDone = useSayDone();
  const { state, now } = useBoard();
  const live = state.tasks.get(opened.taskId);
  // What the dispatcher decides about. If the task moves on, that is said first, and they go on from there.
  const [seen, setSeen] = useState(opened);
  const ranking = useRanking([seen.taskId], seenKey(seen), driverId);
  const picker = usePicker(ranking, driverId);
  const [reason, setReason] = useState(() => {
    const late = opened.driverId !== null && latenessOf(opened, now) !== 'ok';
    const usual = opened.driverId === null ? null : usualReason('reassign', { late });
    return usual === null ? '' : presetText(usual);
  });
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<{ field: 'driver' | 'reason'; words: string } | null>(null);
  const [refused, setRefused] = useState<Explained | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const reasons = useRef<HTMLDivElement>(null);

  const ranked = ranking.tasks?.[0];
  const action = actionOf(ranked);
  const { active } = picker;
  const name = active?.driverName ?? '';
  const moved = !pending && hasMoved(seen, live);
  const holder = seen.driverId === null ? null : (state.drivers.get(seen.driverId)?.fullName ?? null);
  const asksReason = action === 'reassign' || action === 'hand-over';

  const refuse = (field: 'driver' | 'reason', words: string) => {
    setFault({ field, words });
    if (field === 'driver') input.current?.focus();
    else focusChips(reasons.current);
  };
  const driverFault = () => {
    if (active === null) return t('driver.needed');
    if (active.givable > 0 && !active.gone) return null;
    return t('driver.cannot', { driver: name, rule: active.gone ? t('driver.gone') : nameOf(active.rule) });
  };
  const submit = async () => {
    if (action === null || pending || moved) return;
    const wrong = driverFault();
    if (wrong !== null || active === null) return refuse('driver', wrong ?? t('driver.needed'));
    if (action === 'reassign' && reason.trim() === '') return refuse('reason', t('reason.needed'));
    setPending(true);
    setFault(null);
    setRefused(null);
    try {
      const input = { driverId: active.driverId, reason };
      const after = await runTaskAction(api, seenTask(seen), action, input);
      sayDone({ task: seen, action, after, driverId: active.driverId });
      void queries.invalidateQueries({ queryKey: keys.task(seen.taskId) });
      onClose();
    } catch (error) {
      // For the driver, not for the task: another one may be chosen.
      const rule = ofRefusal(error instanceof ProblemError ? error.code : null);
      setPending(false);
      void queries.invalidateQueries({ queryKey: keys.task(seen.taskId) });
      ranking.retry();
      if (rule !== null) refuse('driver', t('driver.cannot', { driver: name, rule }));
      else setRefused(explain(error));
    }
  };
  /** The driver is chosen; if another has the task, the reason is asked for next. */
  const take = () => {
    const wrong = driverFault();
    if (wrong !== null) refuse('driver', wrong);
    else if (asksReason) {
      setFault(null);
      focusChips(reasons.current);
    } else void submit();
  };
  const possible = live !== undefined && (ranking.tasks === null || action !== null);
  return (
    <Dialog
      title={
        <>
          {action === null ? t('choose.title') : taskText(`action.${action}`)} ·{' '}
          <bdi className="unbroken">{orderName(seen)}</bdi>
        </>
      }
      hint={
        action === 'hand-over'
          ? taskText('explain.hand-over')
          : holder === null
            ? t('choose.waiting')
            : t('choose.with', { driver: holder })
      }
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared(possible ? 'cancel' : 'close')}</Button>
          {possible ? (
            <Button
              kind="primary"
              isPending={pending}
              isDisabled={action === null || moved}
              onPress={() => void submit()}
            >
              {active === null
                ? t('choose.nobody')
                : t(
                    action === 'hand-over'
                      ? 'choose.handOver'
                      : action === 'reassign'
                        ? 'choose.regive'
                        : 'choose.give',
                    { driver: name },
                  )}
            </Button>
          ) : null}
        </>
      }
    >
      {moved ? (
        <Moved
          live={live}
          seen={seen}
          onGoOn={(next) => {
            setSeen(next);
            setFault(null);
            setRefused(null);
            if (next.driverId !== null && reason === '') setReason(presetText('nearer'));
            input.current?.focus();
          }}
        />
      ) : null}
      {possible ? (
        <>
          <DriverPicker
            ranking={ranking}
            picker={picker}
            onTake={take}
            error={fault?.field === 'driver' ? fault.words : null}
            inputRef={input}
            tasks={1}
          />
          {asksReason ? (
            <ReasonField
              presets={PRESETS_OF[action] ?? []}
              value={reason}
              onChange={setReason}
              optional={action === 'hand-over'}
              error={fault?.field === 'reason' ? fault.words : null}
              onEnter={() => void submit()}
              groupRef={reasons}
            />
          ) : null}
        </>
      ) : live === undefined ? null : (
        <Impossible task={ranked} />
      )}
      <Refusal of={refused} />
    </Dialog>
  );
}

/** What happened to the task while the dialog was open. The dispatcher has to confirm having read it. */
function Moved({
  live,
  seen,
  onGoOn,
}: {
  live: BoardTask | undefined;
  seen: BoardTask;
  onGoOn(task: BoardTask): void;
}) {
  const t = useChooseText();
  const words = useWords();
  const { state } = useBoard();
  if (live === undefined) return <Banner tone="warning" title={t('changed.gone')} announce="assertive" />;
  const driver = live.driverId === null ? undefined : state.drivers.get(live.driverId)?.fullName;
  const said =
    live.driverId !== seen.driverId
      ? driver === undefined
        ? t('changed.free')
        : t('changed.took', { driver })
      : lookOf(live.status) === lookOf(seen.status)
        ? t('changed.round')
        : t('changed.state', { status: words(`status.${live.status}`) });
  return (
    <Banner
      tone="warning"
      title={said}
      announce="assertive"
      actions={
        <Button size="small" autoFocus onPress={() => onGoOn(live)}>
          {t('changed.goOn')}
        </Button>
      }
    />
  );
}

function Impossible({ task }: { task: RankedTask | undefined }) {
  const t = useChooseText();
  const words = useWords();
  return (
    <Banner tone="info" title={t('choose.impossible')}>
      {task === undefined
        ? undefined
        : t('choose.impossibleDetail', { status: words(`status.${task.status}`) })}
    </Banner>
  );
}

/** Which way leads to another driver now, by what the service allows. */
function actionOf(task: RankedTask | undefined): GivingAction | null {
  if (task === undefined || !task.given) return null;
  const allowed = new Set(task.allowedActions);
  if (allowed.has('reassign')) return 'reassign';
  if (allowed.has('assign')) return 'assign';
  return allowed.has('hand-over') ? 'hand-over' : null;
}

/** Another round, another driver, or goods on board by now: what is asked for would be something else. */
function hasMoved(seen: BoardTask, live: BoardTask | undefined): boolean {
  if (live === undefined) return true;
  return seenKey(live) !== seenKey(seen);
}

function seenKey({ round, driverId, status }: BoardTask): string {
  return `${round} ${driverId} ${lookOf(status)}`;
}
