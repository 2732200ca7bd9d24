/** What is to be done after a failed attempt, as far as its reason says. A dispatcher may decide otherwise. */
export type Consequence = 'RETRY' | 'CONTACT' | 'RETURN' | 'WRITE_OFF' | 'DECIDE';

/** Why a delivery failed → what follows. The goods are with the driver in any case. */
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

/** Of one delivery, the first included. */
export const MOST_ATTEMPTS = 3;

/** Minutes after a return in which the seller is to confirm it. */
export const CONFIRM_RETURN_MINUTES = 24 * 60;

/** Minutes in which a completion can be reversed. */
export const REVERSIBLE_MINUTES = 10;

/** Minutes in which both drivers are to confirm a hand-over. */
export const HAND_OVER_MINUTES = 15;
