/** Every kind of alert, whether an actor raises it or a check of the service does. */
export const ALERT_KINDS = [
  // Raised by orders.
  'ACCEPTANCE_DEADLINE_MISSED',
  'GROUP_REJECTED',
  'TASK_FAILED',
  'RETURN_UNCONFIRMED',
  'TASK_WITHOUT_ZONE',
  'TASK_WITHOUT_TICKET',
  // Raised by zones.
  'NO_CANDIDATE',
  // Raised by drivers.
  'SHIFT_OVERRUN',
  'BREAK_OVERRUN',
  'CASH_NEAR_LIMIT',
  // Raised by the service's own checks.
  'SHIFT_NOT_STARTED',
  'TASK_OUTSIDE_ZONES',
  'TASK_UNASSIGNED_TOO_LONG',
  'LATE_RISK',
  'DRIVER_STALE_WITH_WORK',
  'DRIVER_WITHOUT_ZONE',
  'UNCOVERED_AREA',
  'QUEUE_BACKLOG',
  'CHAIN_STUCK',
  'TICK_MISSED',
  'CLEARING_OPEN',
] as const;

export type AlertKind = (typeof ALERT_KINDS)[number];
