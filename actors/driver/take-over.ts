import type { DriverEvent } from './events.ts';
import { placeGoods } from './place-stop.ts';
import type { DriverState, Reservation } from './state.ts';
import { driverEvent } from './turn.ts';

/** The event that puts reserved goods on board; `to` null: nobody has said yet where they go. */
export function takeOver(
  state: DriverState,
  offerId: string,
  reservation: Reservation & { notBefore?: string | undefined },
  to: 'DROPOFF' | 'RETURN' | null,
  now: string,
  seen: number,
): DriverEvent {
  const { taskId, dueBy, notBefore } = reservation;
  const goods = to === null ? null : placeGoods(state, now, taskId, to, reservation);
  const promised = { dueBy, ...(notBefore === undefined ? {} : { notBefore }) };
  return { ...driverEvent({ now }), type: 'WORK_TAKEN_OVER', taskId, offerId, ...promised, seen, goods };
}
