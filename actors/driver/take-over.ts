import type { DriverEvent } from './events.ts';
import { placeGoods } from './place-stop.ts';
import type { DriverState, Reservation } from './state.ts';
import { driverEvent } from './turn.ts';

/** The event that puts reserved goods on board; `to` null: nobody has said yet where they go. */
export function takeOver(
  state: DriverState,
  offerId: string,
  reservation: Reservation,
  to: 'DROPOFF' | 'RETURN' | null,
  now: string,
  seen: number,
): DriverEvent {
  const { taskId, dueBy, pickup, dropoff } = reservation;
  const goods = to === null ? null : placeGoods(state, now, taskId, to, { pickup, dropoff, dueBy });
  return { ...driverEvent({ now }), type: 'WORK_TAKEN_OVER', taskId, offerId, dueBy, seen, goods };
}
