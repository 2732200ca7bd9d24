import { FAILURE_CONSEQUENCES } from '../../../actors/order/failure.ts';
import type { Chance } from '../../shared/chance.ts';
import type { DoorFailure, PlannedAttempt, PlannedCancellation, PlannedDoor } from './day-plan.ts';

/** Percentage of first attempts that fail for each reason; the others succeed. */
const SHARES: Readonly<Record<DoorFailure, number>> = {
  NOBODY_HOME: 4,
  REFUSED: 1.4,
  CANNOT_PAY: 0.8,
  WRONG_ADDRESS: 0.7,
  DAMAGED: 0.4,
  LOST: 0.15,
  // Planned with the buyer's cancellation, not drawn at random.
  CANCELLED: 0,
};
const FAILURES = Object.entries(SHARES) as [DoorFailure, number][];
/** Percentage of second and third attempts that fail again. */
const FAILS_AGAIN = 25;
const MAX_ATTEMPTS = 3;

export function planDoor(chance: Chance, cancellation: PlannedCancellation | null): PlannedDoor {
  if (cancellation?.stage === 'PICKED_UP') return doorOf([attemptOf(chance, 'CANCELLED')]);
  const attempts: PlannedAttempt[] = [];
  let failure = firstFailure(chance);
  while (failure !== null && !isFinal(failure) && attempts.length < MAX_ATTEMPTS - 1) {
    attempts.push(attemptOf(chance, failure));
    failure = chance.percent(FAILS_AGAIN) ? 'NOBODY_HOME' : null;
  }
  return doorOf([...attempts, attemptOf(chance, failure)]);
}

function doorOf(attempts: PlannedAttempt[]): PlannedDoor {
  const last = attempts.at(-1)?.failure ?? null;
  const isLost = last !== null && FAILURE_CONSEQUENCES[last] === 'WRITE_OFF';
  return { attempts, afterwards: isLost ? 'WRITE_OFF' : 'RETURN' };
}

/** Whether it ends the delivery; any other failure is followed by another attempt. */
function isFinal(failure: DoorFailure): boolean {
  return ['RETURN', 'WRITE_OFF'].includes(FAILURE_CONSEQUENCES[failure]);
}

function firstFailure(chance: Chance): DoorFailure | null {
  let left = chance.unit() * 100;
  for (const [failure, share] of FAILURES) {
    left -= share;
    if (left < 0) return failure;
  }
  return null;
}

function attemptOf(chance: Chance, failure: DoorFailure | null): PlannedAttempt {
  return {
    failure,
    reachesDoor: failure === 'NOBODY_HOME' ? chance.duration(5, 0.3) : chance.duration(1.8),
    saysArrived: chance.percent(80),
    wrongCodes: wrongCodes(chance),
    buyerReadsCode: chance.duration(0.6),
    countsCash: chance.duration(0.7),
    miscountedBy: chance.percent(1.5) ? chance.pick(['-5.00', '5.00', '10.00', '-0.50']) : null,
    nextAttemptAfter: chance.between(10, 35),
  };
}

/** One typing error is common; five, which void the code, are rare. */
function wrongCodes(chance: Chance): number {
  if (chance.percent(0.4)) return 5;
  return chance.percent(4) ? chance.whole(1, 2) : 0;
}
