import type { ActorRef } from '../../actors/runtime/machine.ts';
import type { Chance } from '../../scripts/shared/chance.ts';
import { until } from '../../scripts/shared/waiting.ts';
import type { NodeSettings, WrongClock } from './node.ts';
import { NodeProcess } from './node-process.ts';
import type { CrashPoint, NodeFigures } from './protocol.ts';

export interface ClusterOptions extends Pick<NodeSettings, 'sabotage'> {
  /** Of the process at a place, and the beginning of its command. */
  environment(place: number): Record<string, string>;
  within?: (place: number) => readonly string[];
  clock?: ((place: number) => WrongClock | null) | undefined;
  nodes: number;
  folder: string;
  chance: Chance;
}

/** Milliseconds. */
const ANSWER_TIMEOUT_MS = 4_000;
const READY_TIMEOUT_MS = 120_000;
/** Milliseconds for which a process that is to be struck at a point may run without reaching it. */
const POINT_PATIENCE = 400;
/** While others are dead, most callers wait for their actors, and a process may write nothing for seconds. */
const WRITE_PATIENCE = 15_000;
/** A node whose oldest request has waited this many milliseconds is mostly avoided. */
const BEHIND = 700;

/** The processes of the installation: each one that ends is restarted. */
export class Cluster {
  readonly #options: ClusterOptions;
  readonly #nodes: NodeProcess[] = [];
  readonly #ended: NodeFigures[] = [];
  #started = 0;
  #closing = false;
  /** Processes that had served and ended without being killed. One that finds no PostgreSQL may end at its start. */
  unexpected = 0;
  readonly #doomed = new Set<NodeProcess>();

  constructor(options: ClusterOptions) {
    this.#options = options;
    for (let place = 0; place < options.nodes; place += 1) this.#start(place);
  }

  get size(): number {
    return this.#options.nodes;
  }

  /** Nodes that serve, as far as is known. */
  get ready(): NodeProcess[] {
    return this.#nodes.filter((node) => node.ready);
  }

  /** Nodes that serve, and are neither frozen nor about to be killed. */
  get healthy(): NodeProcess[] {
    return this.ready.filter((node) => !node.frozen && !this.#doomed.has(node));
  }

  /** The node for a caller's next attempt; like a balancer, it knows nodes only by their silence. */
  choose(except: NodeProcess | null = null): NodeProcess | undefined {
    const { chance } = this.#options;
    const ready = this.ready;
    const others = ready.filter((node) => node !== except && (node.behind < BEHIND || chance.happens(0.02)));
    return chance.pickAny(others.length > 0 ? others : ready);
  }

  /** Resolves when all nodes serve; throws after READY_TIMEOUT_MS. */
  async allReady(signal: AbortSignal): Promise<void> {
    const failure = 'the nodes do not start: see nodes.log';
    const isReady = () => this.healthy.length >= this.#options.nodes;
    await until(isReady, { limitMs: READY_TIMEOUT_MS, everyMs: 20, failure, signal });
  }

  /** SIGKILL, from outside or by the process itself at a point of its work. Resolves when it is gone. */
  async kill(node: NodeProcess, point: CrashPoint | null): Promise<void> {
    this.#doomed.add(node);
    await node.kill(point, POINT_PATIENCE);
    await node.exited;
  }

  /** SIGSTOP. Resolves with the actors that the process is about to write, if it is to be stopped before a write. */
  async freeze(node: NodeProcess, beforeWrite: boolean): Promise<readonly ActorRef[]> {
    node.frozen = true;
    const held = beforeWrite ? await node.holdWrite(WRITE_PATIENCE) : [];
    node.signal('SIGSTOP');
    return held;
  }

  thaw(node: NodeProcess): void {
    node.signal('SIGCONT');
    node.frozen = false;
  }

  /** The sums over all processes so far. */
  figures(): NodeFigures {
    const sum = { fenced: 0, unknown: 0, degraded: 0, forwarded: 0, activated: 0 };
    for (const figures of [...this.#ended, ...this.#nodes.map((node) => node.figures)]) {
      for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += figures[name];
    }
    return sum;
  }

  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(
      this.#nodes.map((node) => {
        node.signal('SIGKILL');
        return node.exited;
      }),
    );
  }

  #start(place: number): void {
    this.#started += 1;
    const { sabotage, folder } = this.#options;
    const settings = {
      name: `node-${place + 1}-${this.#started}`,
      environment: this.#options.environment(place),
      clock: this.#options.clock?.(place) ?? null,
      sabotage,
    };
    const within = this.#options.within?.(place) ?? [];
    const node = new NodeProcess({ settings, folder, within, patience: ANSWER_TIMEOUT_MS });
    this.#nodes[place] = node;
    void node.exited.then(() => {
      if (this.#closing) return;
      if (!this.#doomed.delete(node) && node.hasServed) this.unexpected += 1;
      this.#ended.push(node.figures);
      this.#start(place);
    });
  }
}
