import { ChevronLeft, ChevronRight } from 'lucide-react';
import { addDays } from '../../shared/i18n/qatar-time.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useShiftText } from '../texts/shift-texts.ts';

export interface DayStepsProps {
  /** As 2026-02-12, in Qatar, like all days here. */
  day: string;
  today: string;
  /** The last day that has data. */
  last?: string;
  /** Null: today. */
  onDay(day: string | null): void;
}

/** Steps to the previous or next day, to any other, and back to today. */
export function DaySteps({ day, today, last, onDay }: DayStepsProps) {
  const t = useShiftText();
  return (
    <>
      <IconButton
        kind="secondary"
        label={t('shifts.previous')}
        icon={<ChevronLeft aria-hidden size={18} className="mirrored" />}
        onPress={() => onDay(addDays(day, -1))}
      />
      <TextField
        type="date"
        label={t('shifts.day')}
        labelHidden
        value={day}
        range={last === undefined ? {} : { max: last }}
        onChange={(chosen) => chosen !== '' && onDay(chosen)}
      />
      <IconButton
        kind="secondary"
        label={t('shifts.next')}
        icon={<ChevronRight aria-hidden size={18} className="mirrored" />}
        isDisabled={last !== undefined && day >= last}
        onPress={() => onDay(addDays(day, 1))}
      />
      <Button onPress={() => onDay(null)} isDisabled={day === today}>
        {t('shifts.today')}
      </Button>
    </>
  );
}
