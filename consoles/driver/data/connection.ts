import type { LiveState } from '../../shared/live/live-status.ts';
import type { QueueView } from '../queue/action-queue.ts';

/** What the header shows about the phone and the service. */
export type Connection =
  | { kind: 'online' }
  | { kind: 'connecting' }
  | { kind: 'offline'; queued: number }
  | { kind: 'sending'; count: number };

export interface Signs {
  /** `navigator.onLine`: false is certain, true is not. */
  network: boolean;
  live: LiveState;
  /** The live connection has been up once, or its time to connect is over. */
  settled: boolean;
  /** The latest call was answered. */
  reached: boolean;
  queue: Pick<QueueView, 'waiting' | 'sending' | 'obstacle'>;
}

export function connectionOf({ network, live, settled, reached, queue }: Signs): Connection {
  const connected = live === 'live' || live === 'catching-up' || live === 'stale';
  if (!network || (!connected && settled && !reached) || queue.obstacle === 'OFFLINE') {
    return { kind: 'offline', queued: queue.waiting };
  }
  if (queue.waiting > 0) return { kind: 'sending', count: queue.waiting };
  return connected || reached ? { kind: 'online' } : { kind: 'connecting' };
}
