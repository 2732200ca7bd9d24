import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FAILURE_REASONS, FAILURES } from '../../../shared/domain/failure-reasons.ts';
import { orderName } from '../../../shared/domain/order-name.ts';
import { useFailureLabel } from '../../../shared/domain/use-failure-text.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import type { BoardTask } from '../../board/board-types.ts';
import { useBoardPart } from '../../data/board-context.tsx';
import { keys } from '../../data/fresh-queries.ts';
import {
  ACTION_NEEDS,
  type ActionInput,
  cancelWholeOrder,
  runTaskAction,
  seenTask,
  type TaskAction,
} from '../../data/task-actions.ts';
import { Refusal } from '../../parts/refusal.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { usePanelText } from '../../texts/panel-texts.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import { DamagedFields, type DamagedLine } from './damaged-fields.tsx';
import { type Slot, SlotFields, windowDay, windowOf } from './slot-fields.tsx';
import { useSayDone } from './use-say-done.ts';

const PARTIES = ['BUYER', 'SELLER', 'DRIVER'] as const;
const CHANNELS = ['CALL', 'SMS', 'WHATSAPP', 'OTHER'] as const;
const OUTCOMES = ['REACHED', 'NO_ANSWER', 'LEFT_MESSAGE', 'WRONG_NUMBER'] as const;

export interface ActionDialogProps {
  task: BoardTask;
  action: TaskAction;
  onClose(): void;
}

/** Asks for what an action needs, does it, and says what came of it. Nothing is shown as done before it is. */
export function ActionDialog({ task, action, onClose }: ActionDialogProps) {
  const t = useTaskText();
  const panel = usePanelText();
  const words = useWords();
  const { number } = useFormats();
  const failureLabel = useFailureLabel();
  const shared = useSharedText();
  const api = useApi();
  const queries = useQueryClient();
  const explain = useExplain();
  const sayDone = useSayDone();
  const needs = ACTION_NEEDS[action];
  const [input, setInput] = useState<Required<Omit<ActionInput, 'window' | 'damaged' | 'driverId'>>>({
    reason: '',
    failure: 'NOBODY_HOME',
    contact: { party: 'BUYER', channel: 'CALL', outcome: 'REACHED' },
  });
  const [slot, setSlot] = useState<Slot>({ from: '', to: '' });
  const [damaged, setDamaged] = useState<DamagedLine[]>([]);
  const now = useBoardPart((board) => board.now);
  const [pending, setPending] = useState(false);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Explained | null>(null);
  // What was seen when the dialog opened: if the task has moved on since, the service says so.
  const [seen] = useState(() => seenTask(task));
  const change = (changes: Partial<typeof input>) => setInput((former) => ({ ...former, ...changes }));

  const noteMissing =
    needs.failure === true && FAILURES[input.failure].needsNote === true && input.reason.trim() === '';
  const reasonMissing = needs.reason === 'needed' && input.reason.trim() === '';
  const { window, fault: slotFault } = windowOf(slot, task.dueBy, now);
  const linesFault = needs.damaged === true && damaged.some(({ fault }) => fault);
  const submit = async () => {
    setTried(true);
    if (reasonMissing || noteMissing || slotFault !== null || linesFault) return;
    setPending(true);
    setRefused(null);
    try {
      if (action === 'cancel-order') {
        const { done, all } = await cancelWholeOrder(api, task.orderId, input.reason);
        if (done < all) {
          const title = panel('cancelOrder.partly', { done: number(done), all: number(all) });
          notify({ tone: 'warning', title, detail: task.orderNumber });
        } else sayDone({ task, action, after: null, driverId: null });
      } else {
        const lines = damaged.flatMap(({ lineId, count }) => (count > 0 ? [{ lineId, damaged: count }] : []));
        const after = await runTaskAction(api, seen, action, { ...input, window, damaged: lines });
        sayDone({ task, action, after, driverId: null });
      }
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
          {t(`action.${action}`)} · <bdi className="unbroken">{orderName(task)}</bdi>
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
        <SlotFields
          slot={slot}
          day={windowDay(task.dueBy, now)}
          fault={tried ? slotFault : null}
          onChange={setSlot}
        />
      ) : null}
      {needs.damaged === true ? <DamagedFields taskId={task.taskId} onChange={setDamaged} /> : null}
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
