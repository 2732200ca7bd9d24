/** Alerts that an actor raises and a person resolves. */
export type LastingAlertKind = 'GROUP_REJECTED' | 'TASK_WITHOUT_TICKET';

/**
 * Alerts that an actor closes when their cause ends. SHIFT_NOT_STARTED is raised by a scheduled job, the others by
 * actors.
 */
export type ClosingAlertKind =
  | 'ACCEPTANCE_DEADLINE_MISSED'
  | 'TASK_FAILED'
  | 'RETURN_UNCONFIRMED'
  | 'TASK_WITHOUT_ZONE'
  | 'NO_CANDIDATE'
  | 'SHIFT_NOT_STARTED'
  | 'SHIFT_OVERRUN'
  | 'BREAK_OVERRUN'
  | 'CASH_NEAR_LIMIT';

/** Every kind of alert known to actors. Kinds raised by the service itself are added in server/dispatch/alerts/. */
export type ActorAlertKind = LastingAlertKind | ClosingAlertKind;
