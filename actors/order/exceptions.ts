import type { JsonObject } from '../runtime/machine.ts';
import type { FailureReason } from './failure.ts';

/** What can go wrong with a task, or be put right: the kinds of `task_exceptions`. */
export const EXCEPTION_KINDS = [
  'FAILED',
  'RETRIED',
  'RETURN_STARTED',
  'RETURNED',
  'RETURN_CONFIRMED',
  'WRITTEN_OFF',
  'CODE_OVERRIDDEN',
  'REVERSAL_ASKED',
  'REVERSAL_REFUSED',
  'REVERSED',
  'HAND_OVER_OPENED',
  'HAND_OVER_ENDED',
  'HAND_OVER_CONFIRMED',
  'HANDED_OVER',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** One row of a task's exceptions. Without `note`, the command's own reason is recorded. */
export interface TaskException {
  kind: ExceptionKind;
  failure?: FailureReason;
  note?: string | null;
  data?: JsonObject;
}
