import { doneWithin } from '../../db/deadline.ts';
import type { Chance } from '../../scripts/shared/chance.ts';
import { pause, until } from '../../scripts/shared/waiting.ts';
import type { Cluster } from './cluster.ts';
import type { Episode, Fault, FaultCounts } from './fault-plan.ts';
import type { Load } from './load.ts';
import type { Network } from './network.ts';
import type { NodeProcess } from './node-process.ts';
import type { CrashPoint } from './protocol.ts';
import type { ChaosServices } from './services.ts';
import { REDIS_SHADOW, type Sample, type Takeover } from './takeover.ts';

export interface HavocOptions {
  cluster: Cluster;
  services: ChaosServices;
  /** Null: processes cannot be cut off. */
  network: Network | null;
  load: Load;
  takeover: Takeover;
  chance: Chance;
  /** Milliseconds between two episodes, beyond the time of recovery: at least and at most. */
  calm: readonly [number, number];
  signal: AbortSignal;
  /** No further episode begins. */
  ended(): boolean;
  /** Called when a fault begins and when its consequences are over. */
  onFault(line: string): void;
}

/** Milliseconds from the loss of the primary: until the command had promoted the standby, and until something was written. */
export interface Promotion {
  promoted: number;
  served: number;
}

/** Milliseconds. */
const SERVED_TIMEOUT_MS = 60_000;
const PROBE_EVERY_MS = 250;
const PROBE_TIMEOUT_MS = 15_000;
const PROBED = 24;
const CHOICE_TIMEOUT_MS = 120_000;

/** Carries out the planned faults, and measures how soon the installation serves again. */
export class Havoc {
  readonly done: FaultCounts = {
    ...{ kills: 0, freezes: 0, redis: 0, postgres: 0, purges: 0, moves: 0, cuts: 0 },
    ...{ promotions: 0, standbys: 0 },
  };
  /** One for each promotion. */
  readonly promotions: Promotion[] = [];
  /** Kills that a process carried out itself, by their crash point. */
  readonly points = new Map<string, number>();
  readonly #options: HavocOptions;
  readonly #turns = { redis: Promise.resolve<unknown>(null), postgres: Promise.resolve<unknown>(null) };
  #redisBackAt = Number.NEGATIVE_INFINITY;
  readonly #cutOff = new Set<number>();

  constructor(options: HavocOptions) {
    this.#options = options;
  }

  async run(episodes: readonly Episode[]): Promise<void> {
    const { signal, ended, chance, calm, cluster } = this.#options;
    for (const [index, episode] of episodes.entries()) {
      if (ended()) return;
      await Promise.all(
        episode.map(async ({ after, fault }) => {
          await pause(after);
          const name = `episode ${index + 1} of ${episodes.length}: ${Object.values(fault).join(' ')}`;
          this.#options.onFault(`${name} begins`);
          await this.#commit(fault);
          this.#options.onFault(`${name} is over`);
        }),
      );
      if (index === episodes.length - 1) return;
      await cluster.allReady(signal);
      await pause(chance.whole(...calm));
      // Mostly waits until actors have owners again; otherwise the next fault strikes while they have none.
      if (chance.happens(0.8)) await pause(this.#redisBackAt + REDIS_SHADOW - performance.now());
    }
  }

  async #commit(fault: Fault): Promise<void> {
    switch (fault.do) {
      case 'kill':
        return this.#kill(fault.point);
      case 'freeze':
        return this.#freeze(fault);
      case 'redis':
        return this.#inTurn('redis', async () => {
          this.#options.takeover.serviceLost();
          await this.#options.services.killRedis(fault.down);
          this.#options.takeover.serviceLost();
          this.#redisBackAt = performance.now();
          this.done.redis += 1;
        });
      case 'postgres':
        return this.#inTurn('postgres', async () => {
          this.#options.takeover.serviceLost();
          await this.#options.services.restartPostgres();
          this.#options.takeover.serviceLost();
          this.done.postgres += 1;
        });
      case 'purge':
        return this.#inTurn('postgres', async () => {
          await this.#options.services.purgeConnections();
          this.done.purges += 1;
        });
      case 'move':
        return this.#inTurn('redis', async () => {
          await this.#options.services.redis.moveSlot();
          this.done.moves += 1;
        });
      case 'promote':
        return this.#inTurn('postgres', () => this.#promote(fault.rival));
      case 'standby':
        return this.#inTurn('postgres', async () => {
          this.#options.takeover.serviceLost();
          await this.#options.services.postgres.restartStandby(fault.down);
          this.#options.takeover.serviceLost();
          this.done.standbys += 1;
        });
      case 'cut':
        return this.#cut(fault);
    }
  }

  async #promote(rival: number): Promise<void> {
    const { load, takeover, onFault } = this.#options;
    const { postgres } = this.#options.services;
    const began = performance.now();
    takeover.serviceLost();
    await postgres.losePrimary();
    const { written } = load.answered;
    await postgres.promote();
    const promoted = performance.now() - began;
    await until(() => load.answered.written > written, {
      ...{ limitMs: SERVED_TIMEOUT_MS, everyMs: 5, failure: 'nothing is written after the promotion' },
    });
    takeover.serviceLost();
    const times = { promoted: Math.round(promoted), served: Math.round(performance.now() - began) };
    this.promotions.push(times);
    onFault(`promoted after ${times.promoted} ms, something was written after ${times.served} ms`);
    await postgres.rejoin(rival);
    this.done.promotions += 1;
  }

  async #kill(point: CrashPoint | null): Promise<void> {
    const { cluster, takeover } = this.#options;
    const node = await this.#victim();
    if (node === null) return;
    const began = performance.now();
    const owned = takeover.ownedBy(node.name);
    await cluster.kill(node, point);
    this.done.kills += 1;
    const where = point === null || performance.now() - began > 400 ? 'anywhere' : point;
    this.points.set(where, (this.points.get(where) ?? 0) + 1);
    await this.#probe(owned, node, 'kill');
  }

  async #freeze({ beforeWrite = false, for: milliseconds }: Extract<Fault, { do: 'freeze' }>): Promise<void> {
    const { cluster, takeover, load } = this.#options;
    const node = await this.#victim();
    if (node === null) return;
    const owned = takeover.ownedBy(node.name);
    const held = load.placesOf(await cluster.freeze(node, beforeWrite));
    const answered = this.#probe(held.length > 0 ? held : owned, node, 'freeze');
    await pause(milliseconds);
    // What it is about to write must be too late.
    if (held.length > 0) await answered;
    cluster.thaw(node);
    await answered;
    this.done.freezes += 1;
  }

  async #cut({ from, loss, for: milliseconds }: Extract<Fault, { do: 'cut' }>): Promise<void> {
    const { network, chance, cluster } = this.#options;
    const free = Array.from({ length: cluster.size }, (_, place) => place).filter(
      (place) => !this.#cutOff.has(place),
    );
    const place = chance.pickAny(free);
    if (network === null || place === undefined) return;
    this.#cutOff.add(place);
    for (const peer of from) await network.cut(place, peer, loss);
    await pause(milliseconds);
    for (const peer of from) await network.mend(place, peer, loss);
    this.#cutOff.delete(place);
    this.done.cuts += 1;
  }

  /** A serving process, while at least one other serves; null when the run ends before there is one. */
  async #victim(): Promise<NodeProcess | null> {
    const { cluster, chance, signal } = this.#options;
    const failure = 'the nodes do not start: see nodes.log';
    await until(() => cluster.healthy.length >= 2, {
      limitMs: CHOICE_TIMEOUT_MS,
      everyMs: 20,
      failure,
      signal,
    });
    if (cluster.healthy.length < 2) return null;
    return chance.pickAny(cluster.healthy) ?? null;
  }

  /** Sends commands to some of the actors until each has answered. */
  async #probe(owned: readonly number[], node: NodeProcess, fault: Sample['fault']): Promise<void> {
    const { takeover, load, chance, signal } = this.#options;
    const chosen = chance.shuffled(owned).slice(0, PROBED);
    await Promise.all(
      chosen.map(async (actor) => {
        let answered = false;
        const watched = takeover.watch(actor, node.name, fault, PROBE_TIMEOUT_MS).then(() => {
          answered = true;
        });
        while (!answered && !signal.aborted) {
          void load.probe(actor);
          await doneWithin(watched, PROBE_EVERY_MS);
        }
      }),
    );
  }

  /** Faults of one service strike one at a time, since it must be running to be killed; Redis and PostgreSQL together. */
  #inTurn(service: 'redis' | 'postgres', work: () => Promise<void>): Promise<void> {
    const turn = this.#turns[service].then(work);
    this.#turns[service] = turn.catch(() => undefined);
    return turn;
  }
}
