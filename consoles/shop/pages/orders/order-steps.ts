import type { components } from '../../../../server/kernel/http/api-types.ts';

type Schemas = components['schemas'];
type Status = Schemas['GroupStatus'];

export const STEPS = ['placed', 'accepted', 'packed', 'onTheWay', 'delivered'] as const;
export type Step = (typeof STEPS)[number];

/** The step that a status belongs to; null for those that end a part before its time, or lead back. */
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
  /** When it was reached first; null while it was not. */
  at: string | null;
  isCurrent: boolean;
}

/** The way of a part. One that ended early keeps the steps that it reached, and none of them is the present one. */
export function stepsOf({ status, history }: Pick<Schemas['OrderGroup'], 'status' | 'history'>): ShownStep[] {
  const current = STEP_OF[status];
  return STEPS.map((step) => ({
    step,
    at: history.find((entry) => STEP_OF[entry.status] === step)?.at ?? null,
    isCurrent: step === current,
  }));
}

/** When a part came into its present state. */
export function since({ status, history }: Pick<Schemas['OrderGroup'], 'status' | 'history'>) {
  return history.findLast((entry) => entry.status === status);
}

/** The driver has arrived; what is left is the code and the cash. */
export function isAtTheDoor({ status, task }: Pick<Schemas['OrderGroup'], 'status' | 'task'>): boolean {
  return status === 'IN_TRANSIT' && task !== null && task.status !== 'IN_TRANSIT';
}

/** The goods are with a driver, who comes to the door. */
export function isOnTheWay(status: Status): boolean {
  return STEP_OF[status] === 'onTheWay';
}

const ENDED: ReadonlySet<Status> = new Set(['DELIVERED', 'REJECTED', 'CANCELLED', 'RETURNED', 'WRITTEN_OFF']);

/** Nothing of it changes any more. */
export function hasEnded(status: Status): boolean {
  return ENDED.has(status);
}
