import { ExternalStore } from '../state/external-store.ts';

/** Until when reads wait because of the address's rate limit: ms since the epoch; null if none waits. */
export const limitedUntil = new ExternalStore<number | null>(null);

/** Records that a read waits until then. */
export function noteLimited(until: number): void {
  limitedUntil.set(Math.max(until, limitedUntil.get() ?? 0));
}
