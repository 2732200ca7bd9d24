import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { addDays, momentOf, qatarClock, qatarDay } from '../../../shared/i18n/qatar-time.ts';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { useShiftText } from '../../texts/shift-texts.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import type { DispatchShift } from './shift-spans.ts';
import styles from './shifts-screen.module.css';

type Step = 'move' | 'cancel' | 'cancelSeries' | 'end';

/** One shift: moved or cancelled while it is planned, ended while it runs. */
export function ShiftDialog({ shift, now, onClose }: { shift: DispatchShift; now: number; onClose(): void }) {
  const t = useShiftText();
  const task = useTaskText();
  const words = useWords();
  const shared = useSharedText();
  const { time, dayAndTime } = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const explain = useExplain();
  const { plannedStart, plannedEnd, run, version } = shift;
  const [form, setForm] = useState({
    start: plannedStart === null ? '' : qatarClock(plannedStart),
    end: plannedEnd === null ? '' : qatarClock(plannedEnd),
    reason: '',
    carryCash: false,
  });
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState<Step | null>(null);
  const [refused, setRefused] = useState<Explained | null>(null);
  // As it was seen when the dialog opened.
  const [seen] = useState(version);
  const params = { path: { id: shift.id } };
  const edit = { params: { ...params, header: { 'If-Match': `"${seen}"` } } };
  const reason = form.reason.trim();
  const step = async (what: Step) => {
    setTried(true);
    if (what !== 'move' && reason === '') return;
    setPending(what);
    setRefused(null);
    try {
      if (what === 'end') {
        const body = { reason, ...(form.carryCash ? { carryCash: true } : {}) };
        await dataOf(api.POST('/dispatch/shifts/{id}/end', { params, body }));
      } else if (what === 'move') {
        const day = qatarDay(plannedStart ?? now);
        const endDay = form.end <= form.start ? addDays(day, 1) : day;
        const body = {
          ...(run === null ? { plannedStart: momentOf(day, form.start) ?? '' } : {}),
          plannedEnd: momentOf(endDay, form.end) ?? '',
        };
        await dataOf(api.PATCH('/dispatch/shifts/{id}', { ...edit, body }));
      } else {
        const scope = what === 'cancelSeries' ? ('FOLLOWING' as const) : ('THIS' as const);
        await dataOf(
          api.PATCH('/dispatch/shifts/{id}', { ...edit, body: { status: 'CANCELLED', scope, reason } }),
        );
      }
      notify({ tone: 'success', title: t('shifts.saved'), detail: shift.driverName });
      void queries.invalidateQueries({ queryKey: ['shifts'] });
      onClose();
    } catch (error) {
      setRefused(explain(error));
      void queries.invalidateQueries({ queryKey: ['shifts'] });
    }
    setPending(null);
  };
  const running = run !== null && run.endedAt === null;
  const planned = shift.status === 'PLANNED';
  return (
    <Dialog
      title={`${shift.driverName} · ${t(`shifts.status.${shift.status}`)}`}
      hint={[
        plannedStart === null || plannedEnd === null
          ? t('shifts.unplanned')
          : `${dayAndTime(plannedStart)} – ${time(plannedEnd)}`,
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
      {version !== null && (planned || running) ? (
        <div className={styles.pair}>
          <TextField
            type="time"
            label={t('shifts.start')}
            value={form.start}
            isDisabled={running}
            onChange={(start) => setForm({ ...form, start })}
          />
          <TextField
            type="time"
            label={t('shifts.end')}
            value={form.end}
            onChange={(end) => setForm({ ...form, end })}
          />
        </div>
      ) : null}
      {planned || running ? (
        <TextArea
          label={words('common.reason')}
          value={form.reason}
          onChange={(value) => setForm({ ...form, reason: value })}
          error={
            tried && reason === '' && refused === null && pending === null ? task('reason.needed') : null
          }
        />
      ) : null}
      {running ? (
        <label className={styles.days}>
          <input
            type="checkbox"
            checked={form.carryCash}
            onChange={(event) => setForm({ ...form, carryCash: event.target.checked })}
          />
          {t('shifts.carryCash')}
        </label>
      ) : null}
      <Refusal of={refused} />
    </Dialog>
  );
}
