import type { DriverBaseFacts } from './behaviour.ts';
import type { DriverState } from './state.ts';

/**
 * Markers of how recent the rows about a driver's cash are. They are read before the collections, so that the
 * collections are at least as recent.
 */
export interface CashRowFacts extends DriverBaseFacts {
  /** The driver's newest settlement; null if there is none. */
  latestSettlementId: string | null;
  /** The driver's most recently reversed collection; null if there is none. */
  latestReversedId: string | null;
}

/** A row of `driver_collections`. */
export type Collection = { collectionId: string; taskId: string; orderId: string; amount: string };

/**
 * Whether the rows were read before this driver's last hand-in or reversal was written. Using them could settle the
 * same cash twice, or settle cash that was returned, if the sums happen to match.
 */
export function areStale(facts: CashRowFacts, state: DriverState): boolean {
  const { settlement, lastSettlementId, lastReversedId } = state;
  const settled = settlement?.settlementId ?? lastSettlementId;
  return (
    (settled !== undefined && settled !== facts.latestSettlementId) ||
    (lastReversedId !== undefined && lastReversedId !== facts.latestReversedId)
  );
}
