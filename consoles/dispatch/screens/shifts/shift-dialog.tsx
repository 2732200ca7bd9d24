import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useFieldFaults } from '../../../shared/forms/field-faults.ts';
import { type FaultsOf, useSending } from '../../../shared/forms/use-sending.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { qatarClock, qatarDay } from '../../../shared/i18n/qatar-time.ts';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { CheckBox } from '../../../shared/ui/check-box.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { RefusalOf } from '../../parts/refusal.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { useShiftText } from '../../texts/shift-texts.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import styles from './shift-form.module.css';
import { momentsOn, type TimeField, type TypedTimes, timeFaults } from './shift-form.ts';
import type { DispatchShift } from './shift-spans.ts';
import { TIME_PLACES, TimeFields, useSayTimeFault, useTimeFaultText } from './time-fields.tsx';

type Step = 'move' | 'cancel' | 'cancelSeries' | 'end';

/** One shift: moved or cancelled while it is planned, ended while it runs. */
export function ShiftDialog({ shift, now, onClose }: { shift: DispatchShift; now: number; onClose(): void }) {
  const t = useShiftText();
  const task = useTaskText();
  const shared = useSharedText();
  const { span } = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const faultsAt = useFieldFaults();
  const sayFault = useSayTimeFault();
  const timeFaultText = useTimeFaultText();
  const { plannedStart, plannedEnd, run, version } = shift;
  const [times, setTimes] = useState<TypedTimes>({
    start: plannedStart === null ? '' : qatarClock(plannedStart),
    end: plannedEnd === null ? '' : qatarClock(plannedEnd),
    breaks: shift.breaks.map(({ from, to }) => ({ from: qatarClock(from), to: qatarClock(to) })),
  });
  const [typed, setTyped] = useState('');
  const [carryCash, setCarryCash] = useState(false);
  const [pending, setPending] = useState<Step | null>(null);
  const sending = useSending<TimeField | 'reason'>((error) =>
    faultsAt(error, { ...TIME_PLACES, '/reason': 'reason' } as const, sayFault),
  );
  // As it was seen when the dialog opened.
  const [seen] = useState(version);
  const params = { path: { id: shift.id } };
  const edit = { params: { ...params, header: { 'If-Match': `"${seen}"` } } };
  const reason = typed.trim();
  const running = run !== null && run.endedAt === null;
  const seenFaults = (what: Step) => {
    const found: FaultsOf<TimeField | 'reason'> = {};
    if (what !== 'move') return reason === '' ? { reason: task('reason.needed') } : found;
    for (const [field, fault] of Object.entries(timeFaults(times)))
      if (!running || field === 'end') found[field as TimeField] = timeFaultText(fault);
    return found;
  };
  const act = async (what: Step) => {
    if (what === 'end') {
      const body = { reason, ...(carryCash ? { carryCash: true } : {}) };
      await dataOf(api.POST('/dispatch/shifts/{id}/end', { params, body }));
    } else if (what === 'move') {
      const moments = momentsOn(qatarDay(plannedStart ?? now), times);
      const body = running ? { plannedEnd: moments.plannedEnd } : moments;
      await dataOf(api.PATCH('/dispatch/shifts/{id}', { ...edit, body }));
    } else {
      const scope = what === 'cancelSeries' ? ('FOLLOWING' as const) : ('THIS' as const);
      await dataOf(
        api.PATCH('/dispatch/shifts/{id}', { ...edit, body: { status: 'CANCELLED', scope, reason } }),
      );
    }
    notify({ tone: 'success', title: t('shifts.saved'), detail: shift.driverName });
    onClose();
  };
  const step = async (what: Step) => {
    setPending(what);
    await sending.send(seenFaults(what), () => act(what));
    setPending(null);
    void queries.invalidateQueries({ queryKey: ['shifts'] });
  };
  const planned = shift.status === 'PLANNED';
  return (
    <Dialog
      title={`${shift.driverName} · ${t(`shifts.status.${shift.status}`)}`}
      hint={[
        plannedStart === null || plannedEnd === null ? t('shifts.unplanned') : span(plannedStart, plannedEnd),
        ...(shift.seriesId === null ? [] : [t('shifts.series')]),
        ...(shift.reason === null ? [] : [shift.reason]),
      ].join(' · ')}
      onClose={onClose}
      actions={
        <>
          {planned && shift.seriesId !== null ? (
            <Button isPending={pending === 'cancelSeries'} onPress={() => void step('cancelSeries')}>
              {t('shifts.cancelSeries')}
            </Button>
          ) : null}
          {planned ? (
            <Button kind="danger" isPending={pending === 'cancel'} onPress={() => void step('cancel')}>
              {t('shifts.cancel')}
            </Button>
          ) : null}
          {running ? (
            <Button kind="danger" isPending={pending === 'end'} onPress={() => void step('end')}>
              {t('shifts.endNow')}
            </Button>
          ) : null}
          {version !== null && (planned || running) ? (
            <Button kind="primary" isPending={pending === 'move'} onPress={() => void step('move')}>
              {t('shifts.edit')}
            </Button>
          ) : null}
          <Button onPress={onClose}>{shared('close')}</Button>
        </>
      }
    >
      <div ref={sending.area} className={styles.form}>
        {version !== null && (planned || running) ? (
          <TimeFields
            times={times}
            begun={running}
            onChange={(changed) => {
              setTimes(changed);
              for (const field of ['start', 'end', 'breaks'] as const) sending.forget(field);
            }}
            faults={sending.faults}
          />
        ) : null}
        {planned || running ? (
          <TextArea
            label={t('shifts.why')}
            value={typed}
            onChange={(value) => {
              setTyped(value);
              sending.forget('reason');
            }}
            error={sending.faults.reason ?? null}
          />
        ) : null}
        {running ? (
          <CheckBox checked={carryCash} onChange={setCarryCash}>
            {t('shifts.carryCash')}
          </CheckBox>
        ) : null}
      </div>
      <RefusalOf refusal={sending.refusal} />
    </Dialog>
  );
}
