import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FAILURE_REASONS, FAILURES, isFailureReason } from '../../../shared/domain/failure-reasons.ts';
import { orderName } from '../../../shared/domain/order-name.ts';
import { useFailureLabel } from '../../../shared/domain/use-failure-text.ts';
import { Chips } from '../../../shared/forms/chips.tsx';
import { type FieldsOf, useFieldErrors } from '../../../shared/forms/field-errors.ts';
import { type FaultsOf, useSending } from '../../../shared/forms/use-sending.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import type { BoardTask } from '../../board/board-types.ts';
import { driverLook } from '../../board/select-drivers.ts';
import { latenessOf } from '../../board/task-look.ts';
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
import { PRESETS_OF, usualReason } from '../../parts/reason-choices.ts';
import { ReasonField } from '../../parts/reason-field.tsx';
import { RefusalOf } from '../../parts/refusal.tsx';
import { useChooseText } from '../../texts/choose-texts.ts';
import { usePanelText } from '../../texts/panel-texts.ts';
import { usePresetText } from '../../texts/reason-presets.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './action-dialog.module.css';
import { DamagedFields, type DamagedLine } from './damaged-fields.tsx';
import { type Slot, SlotFields, windowDay, windowOf } from './slot-fields.tsx';
import { useSayDone } from './use-say-done.ts';

const PARTIES = ['BUYER', 'SELLER', 'DRIVER'] as const;
const CHANNELS = ['CALL', 'SMS', 'WHATSAPP', 'OTHER'] as const;
const OUTCOMES = ['REACHED', 'NO_ANSWER', 'LEFT_MESSAGE', 'WRONG_NUMBER'] as const;

type Field = 'reason' | 'from' | 'to' | 'damaged';

const PLACES: FieldsOf<Field> = {
  '/reason': 'reason',
  '/note': 'reason',
  '/window': 'to',
  '/window/from': 'from',
};

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
  const sayDone = useSayDone();
  const choose = useChooseText();
  const presetText = usePresetText();
  const faultsAt = useFieldErrors();
  const needs = ACTION_NEEDS[action];
  const presets = PRESETS_OF[action];
  const now = useBoardPart((board) => board.now);
  const driver = useBoardPart(({ state }) => state.drivers.get(task.driverId ?? ''));
  const [input, setInput] = useState<Required<Omit<ActionInput, 'window' | 'damaged' | 'driverId'>>>(() => {
    const look = driver === undefined ? null : driverLook(driver);
    const usual = usualReason(action, {
      late: latenessOf(task, now) !== 'ok',
      silent: look === 'stale' || look === 'offline',
      failure: isFailureReason(task.failure) ? task.failure : null,
    });
    return {
      reason: usual === null ? '' : presetText(usual),
      failure: 'NOBODY_HOME',
      contact: { party: 'BUYER', channel: 'CALL', outcome: 'REACHED' },
    };
  });
  const [slot, setSlot] = useState<Slot>({ from: '', to: '' });
  const [damaged, setDamaged] = useState<DamagedLine[]>([]);
  const sending = useSending<Field>((error) => faultsAt(error, PLACES));
  const { faults } = sending;
  // What was seen when the dialog opened: if the task has moved on since, the service says so.
  const [seen] = useState(() => seenTask(task));
  const change = (changes: Partial<typeof input>) => {
    setInput((former) => ({ ...former, ...changes }));
    sending.forget('reason');
  };

  const { window, fault: slotFault } = windowOf(slot, task.dueBy, now);
  const seenFaults = () => {
    const found: FaultsOf<Field> = {};
    const unsaid = input.reason.trim() === '';
    if (needs.failure === true && FAILURES[input.failure].needsNote === true && unsaid)
      found.reason = t('reason.noteNeeded');
    if (needs.reason === 'needed' && unsaid) found.reason = choose('reason.needed');
    if (slotFault !== null)
      found[slotFault === 'half' && slot.from === '' ? 'from' : 'to'] = panel(`window.${slotFault}`);
    // Each line says itself what is wrong with it.
    if (needs.damaged === true && damaged.some(({ fault }) => fault)) found.damaged = '';
    return found;
  };
  const run = async () => {
    if (action === 'cancel-order') {
      const { done, all } = await cancelWholeOrder(api, task.orderId, input.reason);
      if (done < all) {
        const title = panel('cancelOrder.partly', { done: number(done), all: number(all) });
        notify({ tone: 'warning', title, detail: task.orderNumber });
      } else sayDone({ task, action, after: null, driverId: null });
      return;
    }
    const lines = damaged.flatMap(({ lineId, count }) => (count > 0 ? [{ lineId, damaged: count }] : []));
    const after = await runTaskAction(api, seen, action, { ...input, window, damaged: lines });
    sayDone({ task, action, after, driverId: null });
  };
  const submit = async () => {
    const done = await sending.send(seenFaults(), run);
    void queries.invalidateQueries({ queryKey: keys.task(task.taskId) });
    if (done) onClose();
  };
  const sendNow = () => void submit();
  return (
    <Dialog
      title={
        <>
          {t(`action.${action}`)} · <bdi className="unbroken">{orderName(task)}</bdi>
        </>
      }
      hint={t(`explain.${action}`)}
      onClose={onClose}
      onEnter={sendNow}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button
            kind={needs.grave === true ? 'danger' : 'primary'}
            isPending={sending.pending}
            autoFocus={needs.reason === undefined}
            onPress={sendNow}
          >
            {t(`action.${action}`)}
          </Button>
        </>
      }
    >
      <div ref={sending.area} className={styles.form}>
        {needs.failure === true ? (
          <Chips
            autoFocus
            label={words('common.reason')}
            value={input.failure}
            options={FAILURE_REASONS.map((id) => ({ id, text: failureLabel(id) }))}
            onChange={(failure) => change({ failure })}
            onEnter={sendNow}
          />
        ) : null}
        {needs.contact === true ? (
          <>
            <Chips
              autoFocus
              label={t('contact.party')}
              value={input.contact.party}
              options={PARTIES.map((id) => ({ id, text: words(`party.${id}`) }))}
              onChange={(party) => change({ contact: { ...input.contact, party } })}
              onEnter={sendNow}
            />
            <Chips
              label={t('contact.channel')}
              value={input.contact.channel}
              options={CHANNELS.map((id) => ({ id, text: t(`channel.${id}`) }))}
              onChange={(channel) => change({ contact: { ...input.contact, channel } })}
              onEnter={sendNow}
            />
            <Chips
              label={t('contact.outcome')}
              value={input.contact.outcome}
              options={OUTCOMES.map((id) => ({ id, text: t(`outcome.${id}`) }))}
              onChange={(outcome) => change({ contact: { ...input.contact, outcome } })}
              onEnter={sendNow}
            />
          </>
        ) : null}
        {needs.window === true ? (
          <SlotFields
            slot={slot}
            day={windowDay(task.dueBy, now)}
            faults={faults}
            onChange={(typed) => {
              setSlot(typed);
              sending.forget('from');
              sending.forget('to');
            }}
          />
        ) : null}
        {needs.damaged === true ? <DamagedFields taskId={task.taskId} onChange={setDamaged} /> : null}
        {needs.reason === undefined ? null : presets === undefined ? (
          <TextArea
            label={words('common.note')}
            value={input.reason}
            onChange={(reason) => change({ reason })}
            error={faults.reason ?? null}
          />
        ) : (
          <ReasonField
            autoFocus={needs.window !== true && needs.damaged !== true}
            presets={presets}
            optional={needs.reason === 'optional'}
            value={input.reason}
            onChange={(reason) => change({ reason })}
            error={faults.reason ?? null}
            onEnter={sendNow}
          />
        )}
      </div>
      <RefusalOf refusal={sending.refusal} />
    </Dialog>
  );
}
