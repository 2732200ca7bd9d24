import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { doneWithin, settledWithin } from '../deadline.ts';
import { SingleFlight } from '../single-flight.ts';
import type { Place, SharedAddress } from './redis-address.ts';
import { askNode, type MasterClaim, type Sighting } from './sightings.ts';

interface Watcher {
  slot: number;
  place: Place;
  onMoved(): void;
}

interface Known extends Sighting {
  at: number;
}

const ASK_TIMEOUT_MS = 1_000;
/** Once a node has answered, how long the others are waited for: of two answers the newer one counts. */
const OTHERS_MS = 150;
const WATCH_EVERY_MS = 1_000;
/** Answers older than this are forgotten: a cluster that was set up again begins with low epochs. */
const KEPT_MS = 10_000;
const MAX_NODES = 64;

/**
 * Which server is the master, as the nodes of a cluster or the Sentinels say. Asks all that it knows, since one that is
 * cut off from the others knows only how it was; the claim with the highest epoch counts.
 *
 * It asks once a second while connections follow it, and closes its own connections when none does any more.
 */
export class Topology {
  readonly #address: SharedAddress;
  readonly #links = new Map<string, Redis>();
  readonly #known: LRUCache<string, Known>;
  readonly #watchers = new Set<Watcher>();
  readonly #looking = new SingleFlight();
  #timer: NodeJS.Timeout | null = null;
  #silent = 0;

  constructor(address: SharedAddress) {
    this.#address = address;
    this.#known = new LRUCache({ max: MAX_NODES });
  }

  /** The master of a slot, from a fresh look. Rejects when no node says so. */
  async locate(slot: number): Promise<Place> {
    await this.#look();
    const claim = this.#claimOf(slot);
    if (claim === undefined) throw new Error(`no node of Redis knows who is the master (slot ${slot})`);
    return claim.place;
  }

  /** All masters, from a fresh look. Rejects when no node answers. */
  async masters(): Promise<Place[]> {
    await this.#look();
    const masters = new Map<string, Place>();
    for (const { claims } of this.#fresh()) {
      for (const claim of claims) {
        const [[first] = [0]] = claim.slots;
        if (same(this.#claimOf(first)?.place, claim.place)) masters.set(nameOf(claim.place), claim.place);
      }
    }
    if (masters.size === 0) throw new Error('no node of Redis knows who is the master');
    return [...masters.values()];
  }

  /** Calls `onMoved` once another server has become the slot's master. Returns a function that stops watching. */
  watch(slot: number, place: Place, onMoved: () => void): () => void {
    const watcher: Watcher = { slot, place, onMoved };
    this.#watchers.add(watcher);
    this.#timer ??= setInterval(() => void this.#check(), WATCH_EVERY_MS).unref();
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size > 0) return;
      if (this.#timer !== null) clearInterval(this.#timer);
      this.#timer = null;
      this.#closeLinks();
    };
  }

  /** Nodes known, and those of them that did not answer when last asked. */
  get nodes(): { known: number; silent: number } {
    return { known: this.#places().length, silent: this.#silent };
  }

  async #check(): Promise<void> {
    await this.#look();
    for (const watcher of this.#watchers) {
      const claim = this.#claimOf(watcher.slot);
      if (claim !== undefined && !same(claim.place, watcher.place)) watcher.onMoved();
    }
  }

  /** Resolves soon after the first answer, or when all had their time. Never rejects. */
  #look(): Promise<void> {
    return this.#looking.run(async () => {
      const places = this.#places();
      let first: () => void = () => undefined;
      const answered = new Promise<void>((resolve) => {
        first = resolve;
      });
      const asking = places.map((place) => this.#ask(place).then((known) => known && first()));
      const all = Promise.all(asking);
      void all.then(() => {
        const now = performance.now();
        this.#silent = places.filter((place) => {
          const at = this.#known.get(nameOf(place))?.at;
          return at === undefined || now - at > 2 * ASK_TIMEOUT_MS;
        }).length;
      });
      await Promise.race([answered, all]);
      await doneWithin(all, OTHERS_MS);
      if (this.#watchers.size === 0) void all.then(() => this.#watchers.size === 0 && this.#closeLinks());
    });
  }

  async #ask(place: Place): Promise<boolean> {
    const name = nameOf(place);
    const link = this.#links.get(name) ?? this.#open(place);
    const asking = (async () => {
      if (link.status === 'wait' || link.status === 'end') await link.connect();
      return askNode(link, place, this.#address);
    })().catch(() => null);
    const sighting = await settledWithin(asking, ASK_TIMEOUT_MS, null);
    if (sighting === null) {
      link.disconnect();
      if (this.#links.get(name) === link) this.#links.delete(name);
      return false;
    }
    this.#known.set(name, { ...sighting, at: performance.now() });
    return true;
  }

  #open(place: Place): Redis {
    const { kind, credentials, sentinelCredentials, tls } = this.#address;
    const link = new Redis({
      ...place,
      ...(kind === 'sentinel' ? sentinelCredentials : credentials),
      ...(tls ? { tls: {} } : {}),
      ...{ lazyConnect: true, enableReadyCheck: false, maxRetriesPerRequest: 0, retryStrategy: () => null },
      ...{ connectTimeout: ASK_TIMEOUT_MS, commandTimeout: ASK_TIMEOUT_MS },
      connectionName: 'wasl-topology',
    });
    // Who does not answer is counted as silent.
    link.on('error', () => undefined);
    this.#links.set(nameOf(place), link);
    return link;
  }

  /** Those of the configuration and those that others know. */
  #places(): Place[] {
    const places = new Map(this.#address.nodes.map((place) => [nameOf(place), place]));
    for (const { nodes } of this.#fresh()) for (const place of nodes) places.set(nameOf(place), place);
    return [...places.values()].slice(0, MAX_NODES);
  }

  #claimOf(slot: number): MasterClaim | undefined {
    let best: MasterClaim | undefined;
    for (const { claims } of this.#fresh()) {
      for (const claim of claims) {
        if (!claim.slots.some(([from, to]) => slot >= from && slot <= to)) continue;
        if (best === undefined || claim.epoch > best.epoch) best = claim;
      }
    }
    return best;
  }

  #fresh(): Known[] {
    const now = performance.now();
    return [...this.#known.values()].filter(({ at }) => now - at < KEPT_MS);
  }

  #closeLinks(): void {
    for (const link of this.#links.values()) link.disconnect();
    this.#links.clear();
  }
}

function nameOf({ host, port }: Place): string {
  return `${host}:${port}`;
}

function same(one: Place | undefined, other: Place): boolean {
  return one !== undefined && one.host === other.host && one.port === other.port;
}
