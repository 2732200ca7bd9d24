import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { addDays, momentOf } from '../../../shared/i18n/qatar-time.ts';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useBoardPart } from '../../data/board-context.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { useShiftText } from '../../texts/shift-texts.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './shifts-screen.module.css';

const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** One shift, or the same every week. An end before its start lies on the next day. */
export function PlanDialog({ day, onClose }: { day: string; onClose(): void }) {
  const t = useShiftText();
  const task = useTaskText();
  const words = useWords();
  const shared = useSharedText();
  const api = useApi();
  const queries = useQueryClient();
  const explain = useExplain();
  const drivers = useBoardPart(({ state }) => state.drivers);
  const [driverId, setDriverId] = useState<string | null>(null);
  const [how, setHow] = useState<'once' | 'weekly'>('once');
  const [form, setForm] = useState({
    start: '08:00',
    end: '16:00',
    breakFrom: '',
    breakTo: '',
    from: day,
    until: '',
  });
  const [weekdays, setWeekdays] = useState<ReadonlySet<Weekday>>(new Set(WEEKDAYS.slice(0, 5)));
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Explained | null>(null);
  const change = (name: keyof typeof form) => (value: string) =>
    setForm((former) => ({ ...former, [name]: value }));
  const people = useMemo(
    () =>
      [...drivers.values()]
        .filter(({ status }) => status === 'APPROVED')
        .map(({ driverId: id, fullName }) => ({ id, text: fullName }))
        .sort((one, other) => one.text.localeCompare(other.text)),
    [drivers],
  );
  const overnight = form.end !== '' && form.end <= form.start;
  const submit = async () => {
    setTried(true);
    if (driverId === null) return;
    setPending(true);
    setRefused(null);
    const hasBreak = form.breakFrom !== '' && form.breakTo !== '';
    const onDay = (clock: string) =>
      momentOf(clock <= form.start ? addDays(form.from, 1) : form.from, clock) ?? '';
    try {
      const { shifts } = await dataOf(
        api.POST('/dispatch/shifts', {
          body:
            how === 'once'
              ? {
                  driverId,
                  plannedStart: momentOf(form.from, form.start) ?? '',
                  plannedEnd: onDay(form.end),
                  ...(hasBreak ? { breaks: [{ from: onDay(form.breakFrom), to: onDay(form.breakTo) }] } : {}),
                }
              : {
                  driverId,
                  recurrence: {
                    weekdays: WEEKDAYS.filter((weekday) => weekdays.has(weekday)),
                    start: form.start,
                    end: form.end,
                    from: form.from,
                    until: form.until === '' ? null : form.until,
                    ...(hasBreak ? { breaks: [{ from: form.breakFrom, to: form.breakTo }] } : {}),
                  },
                },
        }),
      );
      notify({ tone: 'success', title: t('shifts.planned', { count: shifts.length }) });
      void queries.invalidateQueries({ queryKey: ['shifts'] });
      onClose();
    } catch (error) {
      setRefused(explain(error));
      setPending(false);
    }
  };
  return (
    <Dialog
      title={t('shifts.plan')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button kind="primary" isPending={pending} onPress={() => void submit()}>
            {t('shifts.plan')}
          </Button>
        </>
      }
    >
      <Select
        label={words('common.driver')}
        value={driverId}
        options={people}
        onChange={setDriverId}
        error={tried && driverId === null ? task('driver.needed') : null}
      />
      <Select<'once' | 'weekly'>
        label={t('shifts.weekdays')}
        value={how}
        options={[
          { id: 'once', text: t('shifts.once') },
          { id: 'weekly', text: t('shifts.weekly') },
        ]}
        onChange={setHow}
      />
      {how === 'weekly' ? (
        <fieldset className={styles.days}>
          <legend className="visually-hidden">{t('shifts.weekdays')}</legend>
          {WEEKDAYS.map((weekday) => (
            <label key={weekday}>
              <input
                type="checkbox"
                checked={weekdays.has(weekday)}
                onChange={(event) => {
                  const next = new Set(weekdays);
                  if (event.target.checked) next.add(weekday);
                  else next.delete(weekday);
                  setWeekdays(next);
                }}
              />
              {t(`weekday.${weekday}`)}
            </label>
          ))}
        </fieldset>
      ) : null}
      <div className={styles.pair}>
        <TextField
          type="date"
          label={t(how === 'once' ? 'shifts.day' : 'shifts.from')}
          value={form.from}
          onChange={change('from')}
        />
        {how === 'weekly' ? (
          <TextField type="date" label={t('shifts.until')} value={form.until} onChange={change('until')} />
        ) : (
          <span />
        )}
        <TextField type="time" label={t('shifts.start')} value={form.start} onChange={change('start')} />
        <TextField
          type="time"
          label={t('shifts.end')}
          value={form.end}
          onChange={change('end')}
          description={overnight ? t('shifts.endsNextDay') : undefined}
        />
        <TextField
          type="time"
          label={t('shifts.breakFrom')}
          value={form.breakFrom}
          onChange={change('breakFrom')}
        />
        <TextField
          type="time"
          label={t('shifts.breakTo')}
          value={form.breakTo}
          onChange={change('breakTo')}
        />
      </div>
      <Refusal of={refused} />
    </Dialog>
  );
}
