import type { components } from '../../../server/kernel/http/api-types.ts';
import type { LocalTask } from '../tasks/local-task.ts';
import { isOpen } from '../tasks/open-tasks.ts';
import type { Activity } from './cadence.ts';

type Shift = components['schemas']['Driver']['shift'];

/** What a driver in this shift is doing with these tasks. No shift: off duty. */
export function activityOf(
  shift: Pick<NonNullable<Shift>, 'status'> | null | undefined,
  tasks: readonly Pick<LocalTask, 'status'>[],
): Activity {
  if (shift == null) return 'OFF';
  if (shift.status === 'ON_BREAK') return 'BREAK';
  const open = tasks.filter(isOpen);
  if (open.some(({ status }) => status === 'IN_TRANSIT' || status === 'RETURNING')) return 'IN_TRANSIT';
  return open.length > 0 ? 'WORKING' : 'IDLE';
}
