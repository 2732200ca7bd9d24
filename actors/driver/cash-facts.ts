import type { DriverBaseFacts } from './behaviour.ts';
import type { DriverState } from './state.ts';

/** How new the rows about a driver's cash are; read before the collections, so that those are no older. */
export interface CashRowFacts extends DriverBaseFacts {
  /** The driver's newest settlement, null without any. */
  latestSettlementId: string | null;
  /** The driver's collection that was reversed last, null without any. */
  latestReversedId: string | null;
}

/** One row of `driver_collections`. */
export type Collection = { collectionId: string; taskId: string; orderId: string; amount: string };

/**
 * Whether the rows about the cash were read before this driver's last hand-in or reversal was written. Such a list
 * would settle once more what is settled, or settle what was given back, as soon as the sums happen to agree.
 */
export function areStale(facts: CashRowFacts, state: DriverState): boolean {
  const { settlement, lastSettlementId, lastReversedId } = state;
  const settled = settlement?.settlementId ?? lastSettlementId;
  return (
    (settled !== undefined && settled !== facts.latestSettlementId) ||
    (lastReversedId !== undefined && lastReversedId !== facts.latestReversedId)
  );
}
