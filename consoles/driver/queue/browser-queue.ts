import { ActionQueue, type Locks, type QueueOptions } from './action-queue.ts';

/**
 * The queue in the tabs of one browser: locks let one tab send at a time, and messages tell the others of its steps.
 */
export function browserQueue(options: Omit<QueueOptions, 'locks' | 'neighbours' | 'newId'>): ActionQueue {
  const channel = new BroadcastChannel('wasl-driver-queue');
  return new ActionQueue({
    ...options,
    locks: navigator.locks as Locks,
    neighbours: {
      tell: () => channel.postMessage(null),
      onTold: (listener) => channel.addEventListener('message', listener),
      close: () => channel.close(),
    },
    newId: () => crypto.randomUUID(),
  });
}
