import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { FAILURE_REASONS, FAILURES } from '../../../shared/domain/failure-reasons.ts';
import { useFailureLabel } from '../../../shared/domain/use-failure-text.ts';
import { qatarInstant } from '../../../shared/i18n/qatar-time.ts';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { BoardTask } from '../../board/board-types.ts';
import { keys } from '../../data/fresh-queries.ts';
import {
  ACTION_NEEDS,
  type ActionInput,
  runTaskAction,
  seenTask,
  type TaskAction,
} from '../../data/task-actions.ts';
import { Refusal } from '../../parts/refusal.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import { DriverPicker } from './driver-picker.tsx';
import { useSayDone } from './use-say-done.ts';

type Schemas = components['schemas'];

const PARTIES = ['BUYER', 'SELLER', 'DRIVER'] as const;
const CHANNELS = ['CALL', 'SMS', 'WHATSAPP', 'OTHER'] as const;
const OUTCOMES = ['REACHED', 'NO_ANSWER', 'LEFT_MESSAGE', 'WRONG_NUMBER'] as const;

export interface ActionDialogProps {
  task: BoardTask;
  action: TaskAction;
  /** The driver it was dropped on. */
  driverId?: string | null;
  onClose(): void;
}

/** Asks for what an action needs, does it, and says what came of it. Nothing is shown as done before it is. */
export function ActionDialog({ task, action, driverId = null, onClose }: ActionDialogProps) {
  const t = useTaskText();
  const words = useWords();
  const failureLabel = useFailureLabel();
  const shared = useSharedText();
  const api = useApi();
  const queries = useQueryClient();
  const explain = useExplain();
  const sayDone = useSayDone();
  const needs = ACTION_NEEDS[action];
  const [input, setInput] = useState<Required<Omit<ActionInput, 'window'>>>({
    driverId,
    reason: '',
    failure: 'NOBODY_HOME',
    contact: { party: 'BUYER', channel: 'CALL', outcome: 'REACHED' },
  });
  const [slot, setSlot] = useState({ from: '', to: '' });
  const [pending, setPending] = useState(false);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Explained | null>(null);
  // What was seen when the dialog opened: if the task has moved on since, the service says so.
  const [seen] = useState(() => seenTask(task));
  const change = (changes: Partial<typeof input>) => setInput((former) => ({ ...former, ...changes }));

  const driverMissing = needs.driver === true && input.driverId === null;
  const noteMissing =
    needs.failure === true && FAILURES[input.failure].needsNote === true && input.reason.trim() === '';
  const reasonMissing = needs.reason === 'needed' && input.reason.trim() === '';
  const submit = async () => {
    setTried(true);
    if (driverMissing || reasonMissing || noteMissing) return;
    setPending(true);
    setRefused(null);
    try {
      const from = qatarInstant(task.dueBy, slot.from);
      const to = qatarInstant(task.dueBy, slot.to);
      const window: Schemas['TimeWindow'] | null = from !== null && to !== null ? { from, to } : null;
      const after = await runTaskAction(api, seen, action, { ...input, window });
      sayDone({ task, action, after, driverId: input.driverId });
      void queries.invalidateQueries({ queryKey: keys.task(task.taskId) });
      onClose();
    } catch (error) {
      setRefused(explain(error));
      setPending(false);
      void queries.invalidateQueries({ queryKey: keys.task(task.taskId) });
    }
  };
  return (
    <Dialog
      title={
        <>
          {t(`action.${action}`)} · <bdi className="unbroken">{task.orderNumber}</bdi>
        </>
      }
      hint={t(`explain.${action}`)}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button
            kind={needs.grave === true ? 'danger' : 'primary'}
            isPending={pending}
            onPress={() => void submit()}
          >
            {t(`action.${action}`)}
          </Button>
        </>
      }
    >
      {needs.driver === true ? (
        <DriverPicker
          tasks={[task]}
          value={input.driverId}
          without={task.driverId}
          onChange={(chosen) => change({ driverId: chosen })}
          error={tried && driverMissing ? t('driver.needed') : null}
        />
      ) : null}
      {needs.failure === true ? (
        <Select
          label={words('common.reason')}
          value={input.failure}
          options={FAILURE_REASONS.map((id) => ({ id, text: failureLabel(id) }))}
          onChange={(failure) => change({ failure })}
        />
      ) : null}
      {needs.contact === true ? (
        <>
          <Select
            label={t('contact.party')}
            value={input.contact.party}
            options={PARTIES.map((id) => ({ id, text: words(`party.${id}`) }))}
            onChange={(party) => change({ contact: { ...input.contact, party } })}
          />
          <Select
            label={t('contact.channel')}
            value={input.contact.channel}
            options={CHANNELS.map((id) => ({ id, text: t(`channel.${id}`) }))}
            onChange={(channel) => change({ contact: { ...input.contact, channel } })}
          />
          <Select
            label={t('contact.outcome')}
            value={input.contact.outcome}
            options={OUTCOMES.map((id) => ({ id, text: t(`outcome.${id}`) }))}
            onChange={(outcome) => change({ contact: { ...input.contact, outcome } })}
          />
        </>
      ) : null}
      {needs.window === true ? (
        <>
          <TextField
            type="time"
            label={t('window.from')}
            value={slot.from}
            onChange={(from) => setSlot({ ...slot, from })}
          />
          <TextField
            type="time"
            label={t('window.to')}
            value={slot.to}
            onChange={(to) => setSlot({ ...slot, to })}
            description={t('window.hint')}
          />
        </>
      ) : null}
      {needs.reason === undefined ? null : (
        <TextArea
          label={words(needs.reason === 'needed' ? 'common.reason' : 'common.note')}
          value={input.reason}
          onChange={(reason) => change({ reason })}
          error={
            tried && (reasonMissing || noteMissing)
              ? t(noteMissing ? 'reason.noteNeeded' : 'reason.needed')
              : null
          }
        />
      )}
      <Refusal of={refused} />
    </Dialog>
  );
}
