import type { components } from '../../../../server/kernel/http/api-types.ts';

type Schemas = components['schemas'];
type Status = Schemas['GroupStatus'];

export const STEPS = ['placed', 'accepted', 'packed', 'onTheWay', 'delivered'] as const;
export type Step = (typeof STEPS)[number];

/** The step of a status; null for statuses that end a part early, or lead back. */
const STEP_OF: Readonly<Record<Status, Step | null>> = {
  PENDING_ACCEPTANCE: 'placed',
  ACCEPTED: 'accepted',
  PACKED: 'packed',
  READY_FOR_PICKUP: 'packed',
  PICKED_UP: 'onTheWay',
  IN_TRANSIT: 'onTheWay',
  DELIVERED: 'delivered',
  REJECTED: null,
  CANCELLED: null,
  DELIVERY_FAILED: null,
  RETURNING: null,
  RETURNED: null,
  WRITTEN_OFF: null,
};

export interface ShownStep {
  step: Step;
  /** When it was first reached; null if it was not. */
  at: string | null;
  isCurrent: boolean;
}

/** The steps of a part. A part that ended early keeps the steps it reached, and none is marked as present. */
export function stepsOf({ status, history }: Pick<Schemas['OrderGroup'], 'status' | 'history'>): ShownStep[] {
  const current = STEP_OF[status];
  return STEPS.map((step) => ({
    step,
    at: history.find((entry) => STEP_OF[entry.status] === step)?.at ?? null,
    isCurrent: step === current,
  }));
}

/** When the part entered its present state. */
export function since({ status, history }: Pick<Schemas['OrderGroup'], 'status' | 'history'>) {
  return history.findLast((entry) => entry.status === status);
}

/** The driver has arrived; only the code and the cash are left. */
export function isAtTheDoor({ status, task }: Pick<Schemas['OrderGroup'], 'status' | 'task'>): boolean {
  return status === 'IN_TRANSIT' && task !== null && task.status !== 'IN_TRANSIT';
}

/** A driver has the goods and is on the way to the door. */
export function isOnTheWay(status: Status): boolean {
  return STEP_OF[status] === 'onTheWay';
}

const ENDED: ReadonlySet<Status> = new Set(['DELIVERED', 'REJECTED', 'CANCELLED', 'RETURNED', 'WRITTEN_OFF']);

/** The part has reached its final state. */
export function hasEnded(status: Status): boolean {
  return ENDED.has(status);
}
