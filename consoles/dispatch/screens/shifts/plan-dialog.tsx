import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useFieldErrors } from '../../../shared/forms/field-errors.ts';
import { useFormText } from '../../../shared/forms/use-form-text.ts';
import { type FaultsOf, useSending } from '../../../shared/forms/use-sending.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { CheckBox } from '../../../shared/ui/check-box.tsx';
import { ComboField } from '../../../shared/ui/combo-field.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useBoardPart } from '../../data/board-context.tsx';
import { RefusalOf } from '../../parts/refusal.tsx';
import { useChooseText } from '../../texts/choose-texts.ts';
import { useShiftText } from '../../texts/shift-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './shift-form.module.css';
import { momentsOn, type TimeField, timeErrors, typedBreaks, usualShift } from './shift-form.ts';
import { TIME_PLACES, TimeFields, useSayTimeError, useTimeErrorText } from './time-fields.tsx';

const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;
type Weekday = (typeof WEEKDAYS)[number];
type Field = TimeField | 'driver' | 'from' | 'until' | 'weekdays';

const PLACES = {
  ...TIME_PLACES,
  '/driverId': 'driver',
  '/recurrence/from': 'from',
  '/recurrence/until': 'until',
  '/recurrence/weekdays': 'weekdays',
} as const satisfies Record<string, Field>;

export interface PlanDialogProps {
  day: string;
  /** The service's time. */
  now: number;
  onClose(): void;
}

/** Plans one shift, or the same every week. An end before its start is on the next day. */
export function PlanDialog({ day, now, onClose }: PlanDialogProps) {
  const t = useShiftText();
  const choose = useChooseText();
  const words = useWords();
  const form = useFormText();
  const shared = useSharedText();
  const { phone } = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const faultsAt = useFieldErrors();
  const sayFault = useSayTimeError();
  const timeFaultText = useTimeErrorText();
  const drivers = useBoardPart(({ state }) => state.drivers);
  const [driverId, setDriverId] = useState<string | null>(null);
  const [how, setHow] = useState<'once' | 'weekly'>('once');
  const [usual] = useState(() => usualShift(day, now));
  const [times, setTimes] = useState(usual.times);
  const [from, setFrom] = useState(usual.day);
  const [until, setUntil] = useState('');
  const [weekdays, setWeekdays] = useState<ReadonlySet<Weekday>>(new Set(WEEKDAYS.slice(0, 5)));
  const sending = useSending<Field>((error) => faultsAt<Field>(error, PLACES, sayFault));
  const { faults } = sending;
  const people = useMemo(
    () =>
      [...drivers.values()]
        .filter(({ status }) => status === 'APPROVED')
        // Two drivers may have the same name.
        .map((driver) => ({ id: driver.driverId, text: driver.fullName, hint: phone(driver.phone) }))
        .sort((one, other) => one.text.localeCompare(other.text)),
    [drivers, phone],
  );
  const seen = (): FaultsOf<Field> => {
    const found: FaultsOf<Field> = {};
    for (const [field, fault] of Object.entries(timeErrors(times)))
      found[field as TimeField] = timeFaultText(fault);
    if (driverId === null) found.driver = choose('driver.needed');
    if (from === '') found.from = form('fault.needed');
    if (how === 'weekly' && weekdays.size === 0) found.weekdays = t('fault.noWeekday');
    if (how === 'weekly' && until !== '' && until < from) found.until = t('fault.untilBeforeFrom');
    return found;
  };
  const send = async () => {
    const recurrence = {
      weekdays: WEEKDAYS.filter((weekday) => weekdays.has(weekday)),
      ...{ start: times.start, end: times.end, from },
      until: until === '' ? null : until,
      breaks: typedBreaks(times.breaks),
    };
    const body = {
      driverId: driverId ?? '',
      ...(how === 'once' ? momentsOn(from, times) : { recurrence }),
    };
    const { shifts } = await dataOf(api.POST('/dispatch/shifts', { body }));
    notify({ tone: 'success', title: t('shifts.planned', { count: shifts.length }) });
    void queries.invalidateQueries({ queryKey: ['shifts'] });
    onClose();
  };
  return (
    <Dialog
      title={t('shifts.plan')}
      onClose={onClose}
      onEnter={() => void sending.send(seen(), send)}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button kind="primary" isPending={sending.pending} onPress={() => void sending.send(seen(), send)}>
            {t('shifts.plan')}
          </Button>
        </>
      }
    >
      <div ref={sending.area} className={styles.form}>
        <ComboField
          label={words('common.driver')}
          placeholder={t('shifts.findDriver')}
          nothing={t('shifts.noDriver')}
          options={people}
          value={driverId}
          onChange={(id) => {
            setDriverId(id);
            sending.forget('driver');
          }}
          error={faults.driver}
        />
        <Select<'once' | 'weekly'>
          label={t('shifts.repeats')}
          value={how}
          options={[
            { id: 'once', text: t('shifts.once') },
            { id: 'weekly', text: t('shifts.weekly') },
          ]}
          onChange={setHow}
        />
        {how === 'weekly' ? (
          <fieldset className={styles.days}>
            <legend>{t('shifts.weekdays')}</legend>
            {WEEKDAYS.map((weekday) => (
              <CheckBox
                key={weekday}
                checked={weekdays.has(weekday)}
                onChange={(on) => {
                  setWeekdays((former) => toggled(former, weekday, on));
                  sending.forget('weekdays');
                }}
              >
                {t(`weekday.${weekday}`)}
              </CheckBox>
            ))}
            {faults.weekdays === undefined ? null : (
              <p role="alert" className={styles.fault}>
                {faults.weekdays}
              </p>
            )}
          </fieldset>
        ) : null}
        <div className={styles.pair}>
          <TextField
            type="date"
            label={t(how === 'once' ? 'shifts.day' : 'shifts.from')}
            value={from}
            onChange={(chosen) => {
              setFrom(chosen);
              sending.forget('from');
            }}
            error={faults.from}
          />
          {how === 'weekly' ? (
            <TextField
              type="date"
              label={t('shifts.until')}
              value={until}
              onChange={(chosen) => {
                setUntil(chosen);
                sending.forget('until');
              }}
              error={faults.until}
            />
          ) : null}
        </div>
        <TimeFields
          times={times}
          onChange={(changed) => {
            setTimes(changed);
            for (const field of ['start', 'end', 'breaks'] as const) sending.forget(field);
          }}
          faults={faults}
        />
      </div>
      <RefusalOf refusal={sending.refusal} />
    </Dialog>
  );
}

function toggled<T>(set: ReadonlySet<T>, one: T, on: boolean): ReadonlySet<T> {
  const next = new Set(set);
  if (on) next.add(one);
  else next.delete(one);
  return next;
}
