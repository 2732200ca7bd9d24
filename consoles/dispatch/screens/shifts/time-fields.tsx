import { Plus } from 'lucide-react';
import type { FieldError } from '../../../shared/api/problem.ts';
import type { FaultsOf } from '../../../shared/forms/use-sending.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useShiftText } from '../../texts/shift-texts.ts';
import styles from './shift-form.module.css';
import {
  isOvernight,
  lengthOf,
  MAX_SHIFT_HOURS,
  type TimeError,
  type TimeField,
  type TypedTimes,
} from './shift-form.ts';

/** Breaks of one shift that a form has room for. */
const MAX_BREAKS = 4;

export interface TimeFieldsProps {
  times: TypedTimes;
  onChange(times: TypedTimes): void;
  faults: FaultsOf<TimeField>;
  /** A shift that runs has begun: its end alone can be moved. */
  begun?: boolean;
}

/** Start, end and breaks, with how long the shift is. */
export function TimeFields({ times, onChange, faults, begun = false }: TimeFieldsProps) {
  const t = useShiftText();
  const { duration } = useFormats();
  const { start, end, breaks } = times;
  const length = lengthOf(times);
  const overnight = isOvernight(times);
  const says =
    length === null
      ? undefined
      : t(overnight ? 'shifts.lengthOvernight' : 'shifts.length', { time: duration(length) });
  const changeBreak = (index: number, change: { from?: string; to?: string }) =>
    onChange({ ...times, breaks: breaks.map((one, at) => (at === index ? { ...one, ...change } : one)) });
  return (
    <>
      <div className={styles.pair}>
        <TextField
          type="time"
          label={t('shifts.start')}
          value={start}
          isDisabled={begun}
          onChange={(chosen) => onChange({ ...times, start: chosen })}
          error={faults.start}
        />
        <TextField
          type="time"
          label={t('shifts.end')}
          value={end}
          onChange={(chosen) => onChange({ ...times, end: chosen })}
          description={start === end ? undefined : says}
          error={faults.end}
        />
      </div>
      {begun ? null : (
        <fieldset className={styles.breaks}>
          <legend>{t('shifts.breaks')}</legend>
          {breaks.map(({ from, to }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a break is known by its place alone.
            <div key={index} className={styles.pair}>
              <TextField
                type="time"
                label={t('shifts.breakFrom')}
                value={from}
                onChange={(chosen) => changeBreak(index, { from: chosen })}
                error={faults.breaks !== undefined && from === '' && to !== '' ? faults.breaks : null}
              />
              <TextField
                type="time"
                label={t('shifts.breakTo')}
                value={to}
                onChange={(chosen) => changeBreak(index, { to: chosen })}
                error={faults.breaks !== undefined && (to === '' || from !== '') ? faults.breaks : null}
              />
            </div>
          ))}
          {breaks.length < MAX_BREAKS ? (
            <Button
              size="small"
              kind="quiet"
              onPress={() => onChange({ ...times, breaks: [...breaks, { from: '', to: '' }] })}
            >
              <Plus aria-hidden size={16} />
              {t('shifts.addBreak')}
            </Button>
          ) : null}
        </fieldset>
      )}
    </>
  );
}

/** What is said of a fault that can be seen before anything is sent. */
export function useTimeErrorText(): (fault: TimeError) => string {
  const t = useShiftText();
  return (fault) =>
    fault === 'tooLong' ? t('fault.tooLong', { hours: MAX_SHIFT_HOURS }) : t(`fault.${fault}`);
}

/** What the service refuses of a shift's times, in words. */
export function useSayTimeError(): (error: FieldError) => string | null {
  const t = useShiftText();
  const { dayAndTime } = useFormats();
  return ({ code, pointer, params }) => {
    const { now, hours } = (params ?? {}) as { now?: string; hours?: number };
    if (code === 'past') return now === undefined ? null : t('fault.past', { time: dayAndTime(now) });
    if (code === 'maximum' && hours !== undefined) return t('fault.tooLong', { hours });
    if (pointer.includes('/breaks')) return t('fault.breakOutside');
    if (code === 'order' && pointer.endsWith('until')) return t('fault.untilBeforeFrom');
    return code === 'order' ? t('fault.sameAsStart') : null;
  };
}

/** Places of a request of shifts, and the fields that they are typed in. */
export const TIME_PLACES = {
  '/plannedStart': 'start',
  '/plannedEnd': 'end',
  '/breaks': 'breaks',
  '/recurrence/start': 'start',
  '/recurrence/end': 'end',
  '/recurrence/breaks': 'breaks',
} as const;
