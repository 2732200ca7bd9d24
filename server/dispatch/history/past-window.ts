import type { PastActor, PastCommand } from '../../../actors/runtime/fold.ts';
import type { ActorKind } from '../../../actors/runtime/machine.ts';
import { MAX_ACTORS, type PgHistoryStore } from '../../../db/stores/history-store.ts';
import { EventLoopYield } from '../../kernel/async/event-loop-yield.ts';
import { baseOf, fold } from './past-machines.ts';

/** An actor over a time span: its state at the start, and the commands after that. */
interface PastLife {
  key: string;
  start: PastActor | null;
  later: readonly PastCommand[];
}

export interface PastSpan {
  /** Domain time, RFC 3339 in UTC with milliseconds. */
  from: string;
  through: string;
  /** Omits orders whose last task ended earlier. */
  endedSince: string;
}

export interface PastActors {
  order: PastActor[];
  driver: PastActor[];
  zone: PastActor[];
  /** Number of actors whose events this release cannot fold or no longer has. */
  unreadable: number;
  /** Whether a limit on the number of actors of a kind was reached. */
  truncated: boolean;
}

const KINDS = ['order', 'driver', 'zone'] as const;
/** Actors whose commands are read by one statement. */
const CHUNK_SIZE = 200;
/** Most concurrent statements per kind; the pool serves other requests too. */
const MAX_CONCURRENT = 2;

/** All actors over a time span, so that nearby moments are read once. */
export class PastWindow {
  readonly span: PastSpan;
  readonly #lives: Readonly<Record<ActorKind, ReadonlyMap<string, PastLife>>>;
  readonly #unreadable: number;
  readonly #truncated: boolean;

  private constructor(span: PastSpan, parts: Record<ActorKind, Part>) {
    this.span = span;
    const byKey = ({ lives }: Part) => new Map(lives.map((life) => [life.key, life]));
    this.#lives = { order: byKey(parts.order), driver: byKey(parts.driver), zone: byKey(parts.zone) };
    this.#unreadable = KINDS.reduce((sum, kind) => sum + parts[kind].unreadable, 0);
    this.#truncated = KINDS.some((kind) => parts[kind].truncated);
  }

  /** @param before An earlier window; actors known from it are folded on from its end. */
  static async load(store: PgHistoryStore, span: PastSpan, before: PastWindow | null): Promise<PastWindow> {
    const source = { store, span, before };
    const [driver, zone, order] = await Promise.all([
      store.keysOf('driver').then((keys) => loadKind(source, 'driver', keys)),
      store.keysOf('zone').then((keys) => loadKind(source, 'zone', keys)),
      store.ordersUnderWay(span.endedSince, span.through).then((keys) => loadKind(source, 'order', keys)),
    ]);
    return new PastWindow(span, { driver, zone, order });
  }

  /** The actor at the end of this window; null if this window does not have it. */
  lastOf(kind: ActorKind, key: string): PastActor | null {
    const life = this.#lives[kind].get(key);
    return life === undefined ? null : fold(kind, life.start, life.later, this.span.through);
  }

  /** All actors at a moment of this window. */
  async at(moment: string): Promise<PastActors> {
    const breather = new EventLoopYield();
    let unreadable = this.#unreadable;
    const actors: Record<ActorKind, PastActor[]> = { order: [], driver: [], zone: [] };
    for (const kind of KINDS) {
      for (const { start, later } of this.#lives[kind].values()) {
        try {
          const actor = later.length === 0 ? start : fold(kind, start, later, moment);
          if (actor !== null) actors[kind].push(actor);
        } catch {
          unreadable += 1;
        }
        await breather.maybeYield();
      }
    }
    return { ...actors, unreadable, truncated: this.#truncated };
  }
}

interface Part {
  lives: PastLife[];
  unreadable: number;
  truncated: boolean;
}

interface Source {
  store: PgHistoryStore;
  span: PastSpan;
  before: PastWindow | null;
}

async function loadKind(source: Source, kind: ActorKind, found: readonly string[]): Promise<Part> {
  const keys = found.slice(0, MAX_ACTORS);
  const chunks = Array.from({ length: Math.ceil(keys.length / CHUNK_SIZE) }, (_, index) =>
    keys.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE),
  );
  const part: Part = { lives: [], unreadable: 0, truncated: found.length > keys.length };
  const parts: PastLife[][] = chunks.map(() => []);
  let next = 0;
  const work = async () => {
    for (let index = next++; index < chunks.length; index = next++) {
      const loaded = await loadChunk(source, kind, chunks[index] ?? []);
      parts[index] = loaded.lives;
      part.unreadable += loaded.unreadable;
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  part.lives = parts.flat();
  return part;
}

async function loadChunk({ store, span, before }: Source, kind: ActorKind, keys: readonly string[]) {
  const { from, through } = span;
  const snapshots = await store.bases(kind, keys, { at: from, through });
  const bases = snapshots.map((base) => {
    const known = before?.lastOf(kind, base.key) ?? null;
    return known === null || known.version < base.version ? base : { ...base, version: known.version, known };
  });
  const commands = await store.commands(kind, bases, through);
  const breather = new EventLoopYield();
  const lives: PastLife[] = [];
  let unreadable = 0;
  for (const base of bases) {
    const all = commands.get(base.key) ?? [];
    // The commands since its creation are gone and no snapshot replaces them.
    if (base.version === 0 && all[0] !== undefined && all[0].version !== 1) unreadable += 1;
    try {
      const start = fold(kind, 'known' in base ? base.known : baseOf(kind, base), all, from);
      const later = all.filter(({ version }) => version > (start?.version ?? 0));
      if (start !== null || later.length > 0) lives.push({ key: base.key, start, later });
    } catch {
      unreadable += 1;
    }
    await breather.maybeYield();
  }
  return { lives, unreadable };
}
