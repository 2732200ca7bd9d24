/**
 * Steps that may wait for a network, as the API's paths name them. `accept` and `verify-code` are not among them: both
 * compete with or depend on another person at that very moment.
 */
export const QUEUED_KINDS = [
  'decline',
  'pick-up',
  'in-transit',
  'arrive',
  'delivery-code',
  'record-cash',
  'complete',
  'fail',
  'photo',
  'return-start',
  'return-complete',
  'hand-over',
  'shift-start',
  'shift-break',
  'shift-resume',
  'shift-end',
] as const;

export type QueuedKind = (typeof QUEUED_KINDS)[number];

export type ActionState = 'QUEUED' | 'SENDING' | 'ACCEPTED' | 'REFUSED';

/** Why the service refused, from its problem document. */
export interface Refusal {
  code: string;
  status: number;
  title: string;
  detail: string;
}

export interface PhotoBody {
  type: string;
  /** Of the encoded image. */
  bytes: ArrayBuffer;
}

/** One step a driver took. */
export interface Action {
  /** Position in the queue; increases with every action on this phone. */
  sequence: number;
  /** UUID, sent as Idempotency-Key, so that it takes effect once however often it is sent. */
  id: string;
  accountId: string;
  kind: QueuedKind;
  /** Null for the shift's steps. */
  taskId: string | null;
  /** The number by which the driver knows the task. */
  orderNumber: string | null;
  body: { [name: string]: unknown } | null;
  photo: PhotoBody | null;
  /** RFC 3339, in the service's time as well as the phone knows it. */
  occurredAt: string;
  state: ActionState;
  /** Number of times it was sent, answered or not. */
  attempts: number;
  /** RFC 3339; null until the service has decided. */
  decidedAt: string | null;
  refusal: Refusal | null;
}

/** An action as a screen creates it. */
export type NewAction = Pick<Action, 'kind' | 'taskId' | 'orderNumber'> & {
  body?: Action['body'];
  photo?: PhotoBody;
};

export function isWaiting({ state }: Pick<Action, 'state'>): boolean {
  return state === 'QUEUED' || state === 'SENDING';
}

/** The decimal string in the body of a `record-cash`. */
export function recordedAmount(body: Action['body']): string {
  const { amount = '0.00' } = (body?.amount ?? {}) as { amount?: string };
  return amount;
}
