import { publish } from '../machines/effect.ts';
import { isZero } from '../money/money.ts';
import type { Effect, EventContext, JsonObject, PublishedFact } from '../runtime/machine.ts';
import type { DriverEvent } from './behaviours.ts';
import { type DriverState, dutyOf } from './state.ts';

/** What the platform's webhooks are told of a driver's event: duty, and cash that was handed in. */
export function publishedOf(
  event: DriverEvent,
  before: DriverState | null,
  state: DriverState,
  { at, version }: EventContext,
): Effect[] {
  const { driverId } = state;
  const facts: PublishedFact[] = [];
  const add = (kind: 'driver.duty_changed' | 'cash.handed_in' | 'cash.difference', data: JsonObject) =>
    facts.push({ kind, sellerId: null, at, data: { driverId, ...data, version } });
  const duty = dutyOf(state);
  if (before !== null && dutyOf(before) !== duty) add('driver.duty_changed', { duty });
  if ('settlementId' in event) {
    const { settlementId } = event;
    const closed = event.type === 'SETTLEMENT_CLOSED';
    const status = closed ? 'CLOSED' : 'PENDING_APPROVAL';
    if (closed) add('cash.handed_in', { settlementId, status });
    // Once: an approval closes a hand-in whose difference was told when it was opened.
    const counted = !closed || event.approvedBy === null;
    if (counted && !isZero(event.difference)) add('cash.difference', { settlementId, status });
  }
  return publish(facts);
}
