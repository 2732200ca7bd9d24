import type { Decision, DomainEvent } from '../runtime/machine.ts';

/** Milliseconds by which a phone's clock may be ahead of the service's. */
const MAX_AHEAD_MS = 2 * 60_000;
/**
 * Milliseconds for which a step may have waited for a network, used when the start of the driver's shift is unknown.
 */
const MAX_BEHIND_MS = 24 * 3_600_000;

/** In a driver's command: when the step was taken, if it was taken offline and sent later. */
export type Occurred = { occurredAt?: string };

/** RFC 3339. `since`: when the driver's newest shift began; null or absent if unknown. */
export interface OccurrenceBounds {
  now: string;
  since?: string | null;
}

/**
 * The time to record beside the service's own. Nothing is decided by it: everything that follows from a step counts
 * from when the service receives it. An implausible time is therefore dropped instead of refusing the command.
 */
export function occurrence(told: string | undefined, { now, since }: OccurrenceBounds): string | undefined {
  if (told === undefined) return undefined;
  const [at, present] = [Date.parse(told), Date.parse(now)];
  const earliest = typeof since === 'string' ? Date.parse(since) : present - MAX_BEHIND_MS;
  if (Number.isNaN(at) || at < earliest || at > present + MAX_AHEAD_MS) return undefined;
  return new Date(Math.min(at, present)).toISOString();
}

/** The decision with that time in each of its events. */
export function occurring<E extends DomainEvent & Occurred>(
  decision: Decision<E>,
  { occurredAt }: Occurred,
  bounds: OccurrenceBounds,
): Decision<E> {
  const believed = occurrence(occurredAt, bounds);
  if (believed === undefined || decision.outcome === 'unchanged') return decision;
  const events = decision.events?.map((event) => ({ ...event, occurredAt: believed }));
  if (events === undefined) return decision;
  return { ...decision, events } as Decision<E>;
}
