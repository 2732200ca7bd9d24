import { useCallback } from 'react';
import { useAlertText } from '../texts/alert-texts.ts';
import { useCashText } from '../texts/cash-texts.ts';
import { shiftTexts, useShiftText } from '../texts/shift-texts.ts';
import { words as domainWords, useWords } from '../texts/words.ts';

type DomainKey = keyof typeof domainWords;

/** The state that refused something, in the reader's words, by the code of the refusal; null for one that has none. */
export function useStateWord(): (code: string, state: string) => string | null {
  const words = useWords();
  const shift = useShiftText();
  const cash = useCashText();
  const alert = useAlertText();
  return useCallback(
    (code, state) => {
      const domain = (prefix: string) =>
        `${prefix}.${state}` in domainWords ? words(`${prefix}.${state}` as DomainKey & 'common.save') : null;
      switch (code) {
        case 'delivery.INVALID_STATE':
          return domain('status');
        case 'driver.INVALID_STATE':
          return domain('driverStatus');
        case 'shift.INVALID_STATE':
          return `shifts.status.${state}` in shiftTexts
            ? shift(`shifts.status.${state}` as 'shifts.status.PLANNED')
            : null;
        case 'cash.INVALID_STATE':
          return state === 'OPEN' || state === 'PENDING_APPROVAL' || state === 'CLOSED'
            ? cash(`cash.status.${state}`)
            : null;
        case 'alert.INVALID_STATE':
          return state === 'OPEN' || state === 'ACKNOWLEDGED' || state === 'RESOLVED'
            ? alert(`alerts.${state.toLowerCase() as 'open' | 'acknowledged' | 'resolved'}`)
            : null;
        default:
          return null;
      }
    },
    [words, shift, cash, alert],
  );
}
