import type { components } from '../../../../server/kernel/http/api-types.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { momentOf, qatarDay } from '../../../shared/i18n/qatar-time.ts';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useTaskText } from '../../texts/task-texts.ts';

/** As typed: "14:00", or ''. */
export interface Slot {
  from: string;
  to: string;
}

export type SlotError = 'half' | 'order' | 'past';

/** The day of a new attempt: the promised day, or today once that is over. */
export function windowDay(dueBy: string, now: number): string {
  const [due, today] = [qatarDay(dueBy), qatarDay(now)];
  return due < today ? today : due;
}

/** The window of two times of day, or its errors; nothing typed is dropped silently. */
export function windowOf(
  { from, to }: Slot,
  dueBy: string,
  now: number,
): { window: components['schemas']['TimeWindow'] | null; fault: SlotError | null } {
  if (from === '' && to === '') return { window: null, fault: null };
  const day = windowDay(dueBy, now);
  const window = { from: momentOf(day, from), to: momentOf(day, to) };
  if (window.from === null || window.to === null) return { window: null, fault: 'half' };
  if (window.to <= window.from) return { window: null, fault: 'order' };
  if (Date.parse(window.to) <= now) return { window: null, fault: 'past' };
  return { window: { from: window.from, to: window.to }, fault: null };
}

interface SlotFieldsProps {
  slot: Slot;
  day: string;
  faults: { from?: string | undefined; to?: string | undefined };
  onChange(slot: Slot): void;
}

/** The time slot agreed for another attempt: both ends, or neither. */
export function SlotFields({ slot, day, faults, onChange }: SlotFieldsProps) {
  const t = useTaskText();
  const formats = useFormats();
  return (
    <>
      <p>{formats.day(`${day}T12:00:00.000Z`)}</p>
      <TextField
        type="time"
        label={t('window.from')}
        value={slot.from}
        onChange={(from) => onChange({ ...slot, from })}
        error={faults.from}
      />
      <TextField
        type="time"
        label={t('window.to')}
        value={slot.to}
        onChange={(to) => onChange({ ...slot, to })}
        description={t('window.hint')}
        error={faults.to}
      />
    </>
  );
}
