/** What a database's servers agree on about acknowledged commits, as `wasl standby` notes it in the database itself. */
export interface NotedHistory {
  /** Of the timeline below. */
  readonly generation: number;
  readonly timeline: number;
  /** Every commit acknowledged on that timeline is on a standby, too. */
  readonly synchronous: boolean;
}

/** The setting of the database that holds it. It is part of the log, so a standby that is promoted has it. */
export const HISTORY_SETTING = 'wasl.history';

/** Null for a database without it, or one whose note nobody can read. */
export function readHistory(text: string | null): NotedHistory | null {
  const [, generation, timeline, mode] =
    /^generation=(\d+) timeline=(\d+) (synchronous|asynchronous)$/.exec(text ?? '') ?? [];
  if (generation === undefined || timeline === undefined) return null;
  return {
    generation: Number(generation),
    timeline: Number(timeline),
    synchronous: mode === 'synchronous',
  };
}

export function writeHistory({ generation, timeline, synchronous }: NotedHistory): string {
  return `generation=${generation} timeline=${timeline} ${synchronous ? 'synchronous' : 'asynchronous'}`;
}

/**
 * Which history of acknowledged commits a timeline belongs to. PostgreSQL begins a timeline with every promotion and
 * every restore. If nothing acknowledged can be missing from it, it continues the generation before; otherwise it is a
 * generation of its own, and whatever was learned of an earlier one may never have happened.
 */
export function generationOf(timeline: number, noted: NotedHistory | null): number {
  if (noted === null || noted.timeline > timeline) return timeline;
  return noted.timeline === timeline || noted.synchronous ? noted.generation : timeline;
}

/**
 * The prefix of an installation's keys in Redis. Redis outlives a restore or a promotion that lost commits, and what it
 * knows of them (numbers of events, owners, rendered pages) must not be believed: each generation has keys of its own.
 * `~` cannot be part of a namespace, so no other installation has these.
 */
export function namespaceOf(namespace: string, generation: number): string {
  return generation === 1 ? namespace : `${namespace}~${generation}`;
}
