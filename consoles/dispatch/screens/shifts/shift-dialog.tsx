import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useFieldErrors } from '../../../shared/forms/field-errors.ts';
import { type FaultsOf, useSending } from '../../../shared/forms/use-sending.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { qatarClock, qatarDay } from '../../../shared/i18n/qatar-time.ts';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { CheckBox } from '../../../shared/ui/check-box.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { RefusalOf } from '../../parts/refusal.tsx';
import { useReasonText } from '../../texts/reason-text.ts';
import { useShiftText } from '../../texts/shift-texts.ts';
import styles from './shift-form.module.css';
import { momentsOn, type TimeField, type TypedTimes, timeErrors } from './shift-form.ts';
import type { DispatchShift } from './shift-spans.ts';
import { TIME_PLACES, TimeFields, useSayTimeError, useTimeErrorText } from './time-fields.tsx';

/** Actions that ask for a reason. */
type Ending = 'cancel' | 'cancelSeries' | 'endNow';

/** One shift: moved or cancelled while it is planned, ended while it runs. */
export function ShiftDialog({ shift, now, onClose }: { shift: DispatchShift; now: number; onClose(): void }) {
  const t = useShiftText();
  const reasonText = useReasonText();
  const shared = useSharedText();
  const { span } = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const faultsAt = useFieldErrors();
  const sayFault = useSayTimeError();
  const timeFaultText = useTimeErrorText();
  const { plannedStart, plannedEnd, run, version } = shift;
  const [times, setTimes] = useState<TypedTimes>({
    start: plannedStart === null ? '' : qatarClock(plannedStart),
    end: plannedEnd === null ? '' : qatarClock(plannedEnd),
    breaks: shift.breaks.map(({ from, to }) => ({ from: qatarClock(from), to: qatarClock(to) })),
  });
  const [carryCash, setCarryCash] = useState(false);
  const [asked, setAsked] = useState<Ending | null>(null);
  const sending = useSending<TimeField>((error) => faultsAt<TimeField>(error, TIME_PLACES, sayFault));
  // The version shown when the dialog opened.
  const [seen] = useState(version);
  const params = { path: { id: shift.id } };
  const edit = { params: { ...params, header: { 'If-Match': `"${seen}"` } } };
  const running = run !== null && run.endedAt === null;
  const seenFaults = () => {
    const found: FaultsOf<TimeField> = {};
    for (const [field, fault] of Object.entries(timeErrors(times)))
      if (!running || field === 'end') found[field as TimeField] = timeFaultText(fault);
    return found;
  };
  const refresh = () => void queries.invalidateQueries({ queryKey: ['shifts'] });
  const finish = () => {
    notify({ tone: 'success', title: t('shifts.saved'), detail: shift.driverName });
    onClose();
  };
  const move = async () => {
    const moments = momentsOn(qatarDay(plannedStart ?? now), times);
    const body = running ? { plannedEnd: moments.plannedEnd } : moments;
    const done = await sending.send(seenFaults(), async () => {
      await dataOf(api.PATCH('/dispatch/shifts/{id}', { ...edit, body }));
    });
    refresh();
    if (done) finish();
  };
  const end = async (how: Ending, reason: string) => {
    try {
      if (how === 'endNow') {
        const body = { reason, ...(carryCash ? { carryCash: true } : {}) };
        await dataOf(api.POST('/dispatch/shifts/{id}/end', { params, body }));
      } else {
        const scope = how === 'cancelSeries' ? ('FOLLOWING' as const) : ('THIS' as const);
        const body = { status: 'CANCELLED' as const, scope, reason };
        await dataOf(api.PATCH('/dispatch/shifts/{id}', { ...edit, body }));
      }
    } finally {
      refresh();
    }
    finish();
  };
  const planned = shift.status === 'PLANNED';
  const editable = version !== null && (planned || running);
  return (
    <Dialog
      title={`${shift.driverName} · ${t(`shifts.status.${shift.status}`)}`}
      hint={[
        plannedStart === null || plannedEnd === null ? t('shifts.unplanned') : span(plannedStart, plannedEnd),
        ...(shift.seriesId === null ? [] : [t('shifts.series')]),
        ...(shift.reason === null ? [] : [reasonText(shift.reason)]),
      ].join(' · ')}
      onClose={onClose}
      onEnter={editable ? () => void move() : undefined}
      actions={
        <>
          {planned && shift.seriesId !== null ? (
            <Button onPress={() => setAsked('cancelSeries')}>{t('shifts.cancelSeries')}</Button>
          ) : null}
          {planned ? (
            <Button kind="danger" onPress={() => setAsked('cancel')}>
              {t('shifts.cancel')}
            </Button>
          ) : null}
          {running ? (
            <Button kind="danger" onPress={() => setAsked('endNow')}>
              {t('shifts.endNow')}
            </Button>
          ) : null}
          {editable ? (
            <Button kind="primary" isPending={sending.pending} onPress={() => void move()}>
              {t('shifts.edit')}
            </Button>
          ) : null}
          <Button onPress={onClose}>{shared('close')}</Button>
        </>
      }
    >
      <div ref={sending.area} className={styles.form}>
        {editable ? (
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
      </div>
      <RefusalOf refusal={sending.refusal} />
      {asked === null ? null : (
        <ReasonDialog
          title={`${t(`shifts.${asked}`)} · ${shift.driverName}`}
          purpose={asked === 'endNow' ? 'end-shift' : 'cancel-shift'}
          confirm={t(`shifts.${asked}`)}
          grave
          run={(reason) => end(asked, reason)}
          onClose={() => setAsked(null)}
        >
          {asked === 'endNow' ? (
            <CheckBox checked={carryCash} onChange={setCarryCash}>
              {t('shifts.carryCash')}
            </CheckBox>
          ) : null}
        </ReasonDialog>
      )}
    </Dialog>
  );
}
