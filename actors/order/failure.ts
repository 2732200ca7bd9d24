/** What follows a failed attempt by default; a dispatcher may decide otherwise. */
export type Consequence = 'RETRY' | 'CONTACT' | 'RETURN' | 'WRITE_OFF' | 'DECIDE';

/** Why a delivery failed → what follows. The driver has the goods in any case. */
export const FAILURE_CONSEQUENCES = {
  NOBODY_HOME: 'RETRY',
  CANNOT_PAY: 'RETRY',
  WRONG_ADDRESS: 'CONTACT',
  REFUSED: 'RETURN',
  DAMAGED: 'RETURN',
  CANCELLED: 'RETURN',
  LOST: 'WRITE_OFF',
  OTHER: 'DECIDE',
} as const satisfies { [reason: string]: Consequence };

export type FailureReason = keyof typeof FAILURE_CONSEQUENCES;
