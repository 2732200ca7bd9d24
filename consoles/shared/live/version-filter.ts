import { eventFacts } from './event-facts.ts';
import type { LiveMessage } from './live-message.ts';

/** Versions of a state read through REST, by their owner: `order:<id>`, `driver:<id>`, `alert:<id>`. */
export type KnownVersions = Readonly<Record<string, number>>;

const MAX_IDS = 2_000;
const MAX_SUBJECTS = 5_000;

/**
 * Decides which events are news. Not news: an event whose id was seen, one included in a state that was read, and one
 * overtaken by an event about the same subject with a higher version.
 */
export class VersionFilter {
  readonly #ids = new Set<string>();
  readonly #subjects = new Map<string, number>();
  #known: KnownVersions = {};

  /** A state was read again: versions known from earlier reads no longer count. */
  snapshot(known: KnownVersions): void {
    this.#known = known;
    this.#subjects.clear();
  }

  isNews({ event, payload, stamp }: LiveMessage): boolean {
    if (this.#ids.has(stamp.id)) return false;
    remember(this.#ids, stamp.id);
    const facts = eventFacts[event];
    const fields = payload as Record<string, unknown>;
    const version = fields.version;
    if (facts === undefined || typeof version !== 'number') return true;
    const owner = facts.versionOf?.replace(/\{(\w+)\}/, (_, field: string) => String(fields[field]));
    if (owner !== undefined && version <= (this.#known[owner] ?? 0)) return false;
    const subject = [event, ...facts.subject.map((field) => fields[field])].join(' ');
    if (version < (this.#subjects.get(subject) ?? 0)) return false;
    // Moved to the end, so that the oldest are dropped first.
    this.#subjects.delete(subject);
    this.#subjects.set(subject, version);
    if (this.#subjects.size > MAX_SUBJECTS) dropOldest(this.#subjects);
    return true;
  }
}

function remember(ids: Set<string>, id: string): void {
  ids.add(id);
  if (ids.size > MAX_IDS) dropOldest(ids);
}

function dropOldest(collection: Set<string> | Map<string, number>): void {
  for (const oldest of collection.keys()) {
    collection.delete(oldest);
    return;
  }
}
