import type { Decision, DomainEvent } from '../runtime/machine.ts';

/** Milliseconds by which a phone's clock may be ahead of the service's and still be believed. */
const MOST_AHEAD = 2 * 60_000;
/** Milliseconds for which a step may have waited for a network, where no shift says since when the driver works. */
const MOST_BEHIND = 24 * 3_600_000;

/** What a driver's command may say of the moment at which its step was taken: taken offline, it comes late. */
export type Told = { occurredAt?: string };

/** RFC 3339. `since`: when the driver's newest shift began; null or absent when that is not known. */
export interface OccurrenceBounds {
  now: string;
  since?: string | null;
}

/**
 * The moment that is written down beside the service's own. It decides nothing: whatever follows from a step counts
 * from when the service hears of it. So a moment that cannot be true is left out and refuses nothing.
 */
export function occurrence(told: string | undefined, { now, since }: OccurrenceBounds): string | undefined {
  if (told === undefined) return undefined;
  const [at, present] = [Date.parse(told), Date.parse(now)];
  const earliest = typeof since === 'string' ? Date.parse(since) : present - MOST_BEHIND;
  if (Number.isNaN(at) || at < earliest || at > present + MOST_AHEAD) return undefined;
  return new Date(Math.min(at, present)).toISOString();
}

/** The decision with that moment in each of its events. */
export function occurring<E extends DomainEvent & Told>(
  decision: Decision<E>,
  { occurredAt }: Told,
  bounds: OccurrenceBounds,
): Decision<E> {
  const believed = occurrence(occurredAt, bounds);
  if (believed === undefined || decision.outcome === 'unchanged') return decision;
  const events = decision.events?.map((event) => ({ ...event, occurredAt: believed }));
  if (events === undefined) return decision;
  return { ...decision, events } as Decision<E>;
}
