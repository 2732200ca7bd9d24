import type { PastActor, PastCommand } from '../../actors/runtime/fold.ts';
import type { ActorKind } from '../../actors/runtime/machine.ts';
import { MOST_ACTORS, type PgHistoryStore } from '../../db/stores/history-store.ts';
import { Breather } from './breather.ts';
import { baseOf, fold } from './past-machines.ts';

/** An actor through a stretch of time: as it stood at its beginning, and what came after. */
interface PastLife {
  key: string;
  start: PastActor | null;
  later: readonly PastCommand[];
}

export interface PastSpan {
  /** Domain time, RFC 3339 in UTC with milliseconds. */
  from: string;
  through: string;
  /** Orders whose last task ended before this are left out. */
  endedSince: string;
}

export interface PastActors {
  order: PastActor[];
  driver: PastActor[];
  zone: PastActor[];
  /** Actors whose events this release can't fold, or no longer has. */
  unreadable: number;
  /** There were more actors of a kind than are looked at. */
  truncated: boolean;
}

const KINDS = ['order', 'driver', 'zone'] as const;
/** Actors whose commands are read by one statement. */
const CHUNK = 150;
/** Statements under way at once; the pool has others to serve. */
const AT_ONCE = 2;

/** All actors through a stretch of time, so that moments close to each other are read once. */
export class PastWindow {
  readonly span: PastSpan;
  readonly #lives: Readonly<Record<ActorKind, readonly PastLife[]>>;
  readonly #unreadable: number;
  readonly #truncated: boolean;

  private constructor(span: PastSpan, parts: Record<ActorKind, Part>) {
    this.span = span;
    this.#lives = { order: parts.order.lives, driver: parts.driver.lives, zone: parts.zone.lives };
    this.#unreadable = KINDS.reduce((sum, kind) => sum + parts[kind].unreadable, 0);
    this.#truncated = KINDS.some((kind) => parts[kind].truncated);
  }

  static async load(store: PgHistoryStore, span: PastSpan): Promise<PastWindow> {
    const driver = await loadKind(store, 'driver', await store.keysOf('driver'), span);
    const zone = await loadKind(store, 'zone', await store.keysOf('zone'), span);
    const orders = await store.ordersUnderWay(span.endedSince, span.through);
    return new PastWindow(span, { driver, zone, order: await loadKind(store, 'order', orders, span) });
  }

  /** Everybody as they stood at a moment of this window. */
  async at(moment: string): Promise<PastActors> {
    const breather = new Breather();
    let unreadable = this.#unreadable;
    const actors: Record<ActorKind, PastActor[]> = { order: [], driver: [], zone: [] };
    for (const kind of KINDS) {
      for (const { start, later } of this.#lives[kind]) {
        try {
          const actor = later.length === 0 ? start : fold(kind, start, later, moment);
          if (actor !== null) actors[kind].push(actor);
        } catch {
          unreadable += 1;
        }
        await breather.breathe();
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

async function loadKind(
  store: PgHistoryStore,
  kind: ActorKind,
  found: readonly string[],
  span: PastSpan,
): Promise<Part> {
  const keys = found.slice(0, MOST_ACTORS);
  const chunks = Array.from({ length: Math.ceil(keys.length / CHUNK) }, (_, index) =>
    keys.slice(index * CHUNK, (index + 1) * CHUNK),
  );
  const part: Part = { lives: [], unreadable: 0, truncated: found.length > keys.length };
  const parts: PastLife[][] = chunks.map(() => []);
  let next = 0;
  const work = async () => {
    for (let index = next++; index < chunks.length; index = next++) {
      const loaded = await loadChunk(store, kind, chunks[index] ?? [], span);
      parts[index] = loaded.lives;
      part.unreadable += loaded.unreadable;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  part.lives = parts.flat();
  return part;
}

async function loadChunk(store: PgHistoryStore, kind: ActorKind, keys: readonly string[], span: PastSpan) {
  const { from, through } = span;
  const bases = await store.bases(kind, keys, { at: from, through });
  const commands = await store.commands(kind, bases, through);
  const breather = new Breather();
  const lives: PastLife[] = [];
  let unreadable = 0;
  for (const base of bases) {
    const all = commands.get(base.key) ?? [];
    // The first command a birth or the snapshot should be followed by is gone.
    if (all[0] !== undefined && all[0].version !== base.version + 1 && base.version === 0) unreadable += 1;
    try {
      const start = fold(kind, baseOf(kind, base), all, from);
      const later = all.filter(({ version }) => version > (start?.version ?? 0));
      if (start !== null || later.length > 0) lives.push({ key: base.key, start, later });
    } catch {
      unreadable += 1;
    }
    await breather.breathe();
  }
  return { lives, unreadable };
}
