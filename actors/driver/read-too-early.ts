import type { CashRowFacts } from './commands.ts';
import type { DriverState } from './state.ts';

/**
 * Whether the rows about the cash were read before this driver's last hand-in or reversal was written. Such a list
 * would settle once more what is settled, or settle what was given back, as soon as the sums happen to agree.
 */
export function readTooEarly(state: DriverState, facts: CashRowFacts): boolean {
  const { settlement, lastSettlementId, lastReversedId } = state;
  const settled = settlement?.settlementId ?? lastSettlementId;
  return (
    (settled !== undefined && settled !== facts.latestSettlementId) ||
    (lastReversedId !== undefined && lastReversedId !== facts.latestReversedId)
  );
}
