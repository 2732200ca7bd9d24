import { accepted, unchanged } from '../machines/decision.ts';
import type { TaskStatus } from './state.ts';
import { type OnTask, type OrderDecision, taskEvent } from './task-turn.ts';

/** With a driver who is on the way to one of its doors. */
const UNDER_WAY: readonly TaskStatus[] = ['ACCEPTED', 'PICKED_UP', 'IN_TRANSIT', 'ARRIVED'];

/** A driver's word about a task that is another's by now, or older than what was heard last, says nothing. */
export function etaChanged(at: OnTask<'eta-changed'>): OrderDecision {
  const { task, command } = at;
  const { offerId, driverVersion, pickupEta = null, dropoffEta = null } = command;
  const { offer, status } = task;
  if (offer?.offerId !== offerId || !UNDER_WAY.includes(status)) return unchanged();
  if (offer.etaOf !== undefined && offer.etaOf >= driverVersion) return unchanged();
  const event = { ...taskEvent(at, status), moves: [] };
  const { driverId } = offer;
  return accepted([
    {
      ...event,
      type: 'ETA_CHANGED',
      driverId,
      driverVersion,
      pickupEta: status === 'ACCEPTED' ? pickupEta : null,
      dropoffEta,
    },
  ]);
}
