import type { components } from '../../../server/kernel/http/api-types.ts';
import { type Action, isWaiting, type QueuedKind } from '../queue/action.ts';

type Driver = components['schemas']['Driver'];

export type ShiftKind = Extract<QueuedKind, `shift-${string}`>;

/** Only ON_DUTY means that offers come. */
export type Duty = 'OFF' | 'ON_DUTY' | 'ON_BREAK' | 'SUSPENDED';

/** The shift's last step that waits to be sent. */
export function waitingShiftStep(actions: readonly Action[]): ShiftKind | null {
  const last = actions.findLast((action) => isWaiting(action) && action.kind.startsWith('shift-'));
  return (last?.kind as ShiftKind | undefined) ?? null;
}

/** A waiting break counts as begun; a shift begins and ends only when the service confirms it. */
export function dutyOf(
  { shift }: Pick<Driver, 'shift'>,
  waiting: ShiftKind | null,
): Exclude<Duty, 'SUSPENDED'> {
  if (shift === null) return 'OFF';
  if (waiting === 'shift-break') return 'ON_BREAK';
  if (waiting === 'shift-resume') return 'ON_DUTY';
  return shift.status === 'ON_DUTY' || shift.status === 'ON_BREAK' ? shift.status : 'OFF';
}
