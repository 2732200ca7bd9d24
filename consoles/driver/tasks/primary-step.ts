import type { LocalTask } from './local-task.ts';

/** The next step of a task, as offered by its screen. */
export type PrimaryStep =
  | 'accept'
  | 'pick-up'
  | 'in-transit'
  | 'arrive'
  | 'delivery-code'
  | 'verify-code'
  | 'record-cash'
  | 'complete'
  | 'return-start'
  | 'return-complete'
  | 'hand-over';

/** On the way, arrival is the first step if not yet reported; ARRIVED may have been set automatically. */
const ORDER: readonly (readonly [action: string, step: PrimaryStep])[] = [
  ['accept', 'accept'],
  ['pick-up', 'pick-up'],
  ['in-transit', 'in-transit'],
  ['arrive', 'arrive'],
  ['record-cash', 'record-cash'],
  ['complete', 'complete'],
];

/** Null: the driver has to wait for the service or a dispatcher. `now` in ms, the service's time. */
export function primaryStep({ task, status, allowed, waiting }: LocalTask, now: number): PrimaryStep | null {
  if (task.handOver !== null && allowed.includes('hand-over')) return 'hand-over';
  for (const [action, step] of ORDER) if (allowed.includes(action)) return step;
  if (allowed.includes('return')) return status === 'RETURNING' ? 'return-complete' : 'return-start';
  if (!allowed.includes('verify-code')) return null;
  const asked = waiting.includes('delivery-code');
  const valid = task.codeExpiresAt !== null && Date.parse(task.codeExpiresAt) > now;
  return asked || valid ? 'verify-code' : 'delivery-code';
}
