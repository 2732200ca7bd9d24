import { type Action, isWaiting, recordedAmount } from '../queue/action.ts';
import type { LocalTask } from './local-task.ts';

/** The end of a task, as known from the driver's own last step. */
export interface DeliveryEnd {
  /** Sequence number of the step that ended it. */
  sequence: number;
  kind: 'complete' | 'return-complete';
  taskId: string;
  orderNumber: string | null;
  /** Decimal string; null if no cash was collected at this door. */
  collected: string | null;
  /** The service has received it. */
  sent: boolean;
}

/** Milliseconds for which an end is shown: yesterday's last is of no interest in the morning. */
const TOLD_FOR = 30 * 60_000;

/**
 * The task that the driver has just ended, if no step was taken since. It is derived from the queue, so it survives a
 * reload and works without a network. `now` in ms, the service's time; `seen` is the last step whose end was dismissed.
 */
export function deliveryEnd(actions: readonly Action[], now: number, seen: number): DeliveryEnd | null {
  const last = actions.filter(({ state }) => state !== 'REFUSED').at(-1);
  if (last === undefined || last.taskId === null || last.sequence <= seen) return null;
  const { kind, taskId, orderNumber, sequence, occurredAt } = last;
  if (kind !== 'complete' && kind !== 'return-complete') return null;
  const sent = !isWaiting(last);
  if (sent && now - Date.parse(occurredAt) > TOLD_FOR) return null;
  const cash = actions.findLast((action) => action.taskId === taskId && action.kind === 'record-cash');
  const collected = kind === 'complete' && cash !== undefined ? recordedAmount(cash.body) : null;
  return { sequence, kind, taskId, orderNumber, collected, sent };
}

/** Its last step waits to be sent: the driver is done with it. */
export function isFinishing({ waiting }: Pick<LocalTask, 'waiting'>): boolean {
  return waiting.includes('complete') || waiting.includes('return-complete');
}
