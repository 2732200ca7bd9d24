import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { slotOf } from '../../db/redis/areas.ts';
import { projectRoot } from '../../db/root.ts';
import { freePort } from '../../scripts/embedded/ports.ts';
import { locateRedis } from '../../scripts/embedded/redis-binary.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { RedisNode } from './redis-node.ts';

export interface RedisClusterOptions {
  folder: string;
  masters?: number;
  replicasEach?: number;
  /** Milliseconds after which a silent node counts as failing. */
  nodeTimeout?: number;
}

const SLOTS = 16_384;
const WAIT = { limitMs: 30_000, everyMs: 50 } as const;

/** A Redis Cluster of real servers without persistence, made to be struck by faults. */
export class RedisCluster {
  readonly nodes: readonly RedisNode[];
  readonly #masters: number;

  private constructor(nodes: readonly RedisNode[], masters: number) {
    this.nodes = nodes;
    this.#masters = masters;
  }

  static async start(options: RedisClusterOptions): Promise<RedisCluster> {
    const { folder, masters = 3, replicasEach = 1, nodeTimeout = 2_000 } = options;
    for (const each of ['run', 'logs']) mkdirSync(join(folder, each), { recursive: true });
    const binary = await locateRedis(join(projectRoot, '.data', 'redis-dist'));
    const nodes: RedisNode[] = [];
    const cluster = new RedisCluster(nodes, masters);
    try {
      for (let number = 1; number <= masters * (1 + replicasEach); number += 1) {
        const name = `cluster-${number}`;
        nodes.push(await RedisNode.start({ binary, folder, name, lines: () => linesOf(nodeTimeout) }));
      }
      await cluster.#join(replicasEach);
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  get url(): string {
    return `redis+cluster://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
  }

  get description(): string {
    const [first] = this.nodes;
    return `Redis ${first?.version} as a cluster of ${this.#masters} masters and ${this.nodes.length - this.#masters} replicas`;
  }

  /** The master of the slot of this key, as any running node knows it. */
  async masterOf(key: string): Promise<RedisNode> {
    const slot = slotOf(key);
    for (const node of this.nodes) {
      const text = await node.text('CLUSTER', 'NODES').catch(() => '');
      const line = text.split('\n').find((each) => ownsSlot(each, slot) && !/[ ,]fail[ ,]/.test(each));
      const found = this.nodes.find(({ port }) => line?.split(' ')[1]?.includes(`:${port}@`));
      if (found !== undefined) return found;
    }
    throw new Error(`no node serves the slot ${slot}`);
  }

  async replicaOf(master: RedisNode): Promise<RedisNode> {
    const id = await idOf(master);
    for (const node of this.nodes) {
      const self = await selfOf(node).catch(() => '');
      if (self.includes(' myself,slave ') || self.includes(',slave '))
        if (self.includes(` ${id} `)) return node;
    }
    throw new Error(`${master.name} has no replica`);
  }

  /** SIGKILL, and back empty as a replica once another node has taken over. Returns how long that took. */
  async failOver(key: string): Promise<number> {
    const master = await this.masterOf(key);
    const began = performance.now();
    await master.kill();
    await until(async () => (await this.masterOf(key).catch(() => master)) !== master, WAIT);
    const took = performance.now() - began;
    await master.start();
    await this.whole();
    return took;
  }

  /** Moves the slot of a key, with all keys in it, to another master, as redis-cli does. */
  async moveSlot(key: string, to?: RedisNode): Promise<RedisNode> {
    const slot = slotOf(key);
    const from = await this.masterOf(key);
    const target = to ?? (await this.#masterOtherThan(from));
    const [source, destination] = [await idOf(from), await idOf(target)];
    await target.ask('CLUSTER', 'SETSLOT', slot, 'IMPORTING', source);
    await from.ask('CLUSTER', 'SETSLOT', slot, 'MIGRATING', destination);
    for (;;) {
      const keys = (await from.ask('CLUSTER', 'GETKEYSINSLOT', slot, 50)) as string[];
      if (keys.length === 0) break;
      await from.ask(
        'MIGRATE',
        '127.0.0.1',
        target.port,
        '',
        0,
        5_000,
        'REPLACE',
        'KEYS',
        ...keys.map(String),
      );
    }
    await target.ask('CLUSTER', 'SETSLOT', slot, 'NODE', destination);
    await from.ask('CLUSTER', 'SETSLOT', slot, 'NODE', destination);
    await until(async () => (await this.masterOf(key)) === target, WAIT);
    return target;
  }

  /** Resolves when every node sees all slots served and every replica follows its master. */
  async whole(): Promise<void> {
    const isWhole = async (node: RedisNode) => {
      const info = await node.text('CLUSTER', 'INFO');
      if (!info.includes('cluster_state:ok') || !info.includes(`cluster_known_nodes:${this.nodes.length}`))
        return false;
      const text = await node.text('CLUSTER', 'NODES');
      if (/[ ,]fail\??[ ,]/.test(text)) return false;
      const replication = await node.text('INFO', 'replication');
      return replication.includes('role:master') || replication.includes('master_link_status:up');
    };
    await until(async () => {
      const all = await Promise.all(this.nodes.map((node) => isWhole(node).catch(() => false)));
      return all.every(Boolean);
    }, WAIT);
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
  }

  async #masterOtherThan(node: RedisNode): Promise<RedisNode> {
    for (const other of this.nodes) {
      if (other === node) continue;
      if ((await other.text('INFO', 'replication').catch(() => '')).includes('role:master')) return other;
    }
    throw new Error('there is no other master');
  }

  async #join(replicasEach: number): Promise<void> {
    const [first, ...others] = this.nodes;
    if (first === undefined) return;
    const masters = this.nodes.slice(0, this.#masters);
    for (const [index, node] of this.nodes.entries())
      await node.ask('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
    for (const [index, node] of masters.entries()) {
      const [from, to] = [index, index + 1].map((at) => Math.floor((at * SLOTS) / this.#masters));
      await node.ask('CLUSTER', 'ADDSLOTSRANGE', from ?? 0, (to ?? SLOTS) - 1);
    }
    for (const node of others) {
      const bus = /@(\d+)/.exec(await selfOf(node))?.[1] ?? '';
      await first.ask('CLUSTER', 'MEET', '127.0.0.1', node.port, bus);
    }
    const all = `cluster_known_nodes:${this.nodes.length}`;
    const met = async (node: RedisNode) => (await node.text('CLUSTER', 'INFO')).includes(all);
    await until(async () => (await Promise.all(this.nodes.map(met))).every(Boolean), WAIT);
    for (let number = 0; number < this.#masters * replicasEach; number += 1) {
      const master = masters[number % this.#masters];
      if (master === undefined) continue;
      await this.nodes[this.#masters + number]?.ask('CLUSTER', 'REPLICATE', await idOf(master));
    }
    await this.whole();
  }
}

async function linesOf(nodeTimeout: number): Promise<string[]> {
  return [
    'cluster-enabled yes',
    'cluster-config-file nodes.conf',
    `cluster-port ${await freePort()}`,
    `cluster-node-timeout ${nodeTimeout}`,
    // Other slots are served on while one has no master.
    'cluster-require-full-coverage no',
    'repl-diskless-sync-delay 0',
  ];
}

async function selfOf(node: RedisNode): Promise<string> {
  const text = await node.text('CLUSTER', 'NODES');
  return text.split('\n').find((line) => line.includes('myself')) ?? '';
}

async function idOf(node: RedisNode): Promise<string> {
  return node.text('CLUSTER', 'MYID');
}

function ownsSlot(line: string, slot: number): boolean {
  const [, , flags = '', , , , , , ...ranges] = line.split(' ');
  if (!flags.includes('master')) return false;
  return ranges.some((range) => {
    const [from, to = from] = range.split('-').map(Number);
    return from !== undefined && to !== undefined && slot >= from && slot <= to;
  });
}
