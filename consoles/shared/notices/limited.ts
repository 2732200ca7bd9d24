import { ExternalStore } from '../state/external-store.ts';

/** Until when reads wait, since this address has asked too often: ms since the epoch; null when nothing waits. */
export const limitedUntil = new ExternalStore<number | null>(null);

/** A read waits until then. */
export function noteLimited(until: number): void {
  limitedUntil.set(Math.max(until, limitedUntil.get() ?? 0));
}
