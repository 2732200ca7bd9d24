import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import { areaNamespace } from '../../db/redis/areas.ts';
import { bootKey } from '../../db/redis/redis-lease-registry.ts';
import { pause, until } from '../../scripts/shared/waiting.ts';
import { closeRedis, openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { EMPTY_ACCOUNT } from '../chaos/account-machine.ts';
import { NodeProcess } from '../chaos/node-process.ts';
import { ChaosServices, NAMESPACE } from '../chaos/services.ts';
import { silent } from '../support/ownership-world.ts';
import { RedisCluster } from '../support/redis-cluster.ts';
import { say } from './say.ts';

const ROUNDS = 8;
const START = 1_000;

/**
 * Redis replicates asynchronously: a claim that the old master acknowledged is unknown to the replica that takes over. Then
 * two processes hold the same actor at once, each with a live lease. PostgreSQL's epoch refuses the older one.
 */
describe('a claim that a failover lost', function () {
  this.timeout(240_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'wasl-lost-claim-'));
  const stop = new AbortController();
  const nodes: NodeProcess[] = [];
  let services: ChaosServices;
  let cluster: RedisCluster;

  before(async () => {
    services = await ChaosServices.start(folder, stop.signal);
    cluster = await RedisCluster.start({ folder: path.join(folder, 'cluster'), nodeTimeout: 5_000 });
    const redisUrl = cluster.url;
    const owners = areaNamespace({ redisUrl, redisNamespace: NAMESPACE }, 'owners');
    const redis = openRedis({ redisUrl }, { role: 'commands', log: silent, namespace: owners });
    await redisReady(redis, 10_000);
    await redis.set(bootKey(owners), `${Date.now() - 60_000}:test`);
    await closeRedis(redis);
    for (const name of ['one', 'two']) {
      const environment = {
        NODE_ENV: 'production',
        DATABASE_URL: services.databaseUrl,
        REDIS_URL: redisUrl,
        REDIS_NAMESPACE: NAMESPACE,
        ACTOR_RUNTIME: 'sticky',
        APP_SECRET: 'secret-of-the-chaos-run-0123456789abcdef',
        JWT_SECRET: 'tokens-of-the-chaos-run-0123456789abcdef',
      };
      nodes.push(
        new NodeProcess({ settings: { name, environment, sabotage: null }, folder, patience: 8_000 }),
      );
    }
    await until(() => nodes.every(({ ready }) => ready), { limitMs: 30_000, everyMs: 50 });
  });

  after(async () => {
    for (const node of nodes) node.signal('SIGKILL');
    await Promise.all(nodes.map(({ exited }) => exited));
    await cluster?.close();
    await services?.close();
    stop.abort();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives the actor two owners; the older one is fenced, and every command counts once', async () => {
    const [one, two] = nodes as [NodeProcess, NodeProcess];
    const key = areaNamespace({ redisUrl: cluster.url, redisNamespace: NAMESPACE }, 'owners');
    let fenced = 0;
    for (let round = 0; round < ROUNDS && fenced === 0; round += 1) {
      const ref = await newActor();
      const before = one.figures.fenced + two.figures.fenced;
      const master = await cluster.masterOf(key);
      const replica = await cluster.replicaOf(master);
      // From here on the replica hears nothing; the leases that it knows have two seconds left.
      replica.signal('SIGSTOP');
      await master.ask('CLIENT', 'KILL', 'TYPE', 'replica');
      expect(await add(one, ref)).to.include({
        kind: 'written',
        version: 1,
        balance: START + 1,
        node: 'one',
      });
      await master.kill();
      replica.signal('SIGCONT');
      await until(() => takeOver(replica), { limitMs: 10_000, everyMs: 10 });
      // In any order of reconnecting; the second process knows nothing of the first one's claim.
      const answers = await Promise.all([
        add(two, ref),
        addSoon(one, ref),
        addSoon(two, ref),
        addSoon(one, ref),
      ]);
      expect(answers.map(({ version }) => version).sort()).to.deep.equal([2, 3, 4, 5]);
      expect(Math.max(...answers.map(({ balance }) => balance))).to.equal(START + 5);
      await pause(300);
      fenced = one.figures.fenced + two.figures.fenced - before;
      say(`round ${round + 1}: decided by ${answers.map(({ node }) => node).join(', ')}; ${fenced} fences`);
      await master.start();
      await cluster.whole();
      // Leases and claims are taken again.
      await pause(7_000);
    }
    expect(fenced).to.be.above(0);
  });

  async function takeOver(replica: {
    ask(...args: [string, ...string[]]): Promise<unknown>;
  }): Promise<boolean> {
    return (await replica.ask('CLUSTER', 'FAILOVER', 'TAKEOVER').catch(() => null)) === 'OK';
  }

  async function newActor(): Promise<ActorRef> {
    const key = uuidv7();
    await services.query((client) =>
      client.query('INSERT INTO actor (kind, key, version, schema, state) VALUES ($1, $2, 0, 1, $3)', [
        'driver',
        key,
        JSON.stringify({ ...EMPTY_ACCOUNT, balance: START }),
      ]),
    );
    return { kind: 'driver', key };
  }

  async function addSoon(node: NodeProcess, ref: ActorRef) {
    await pause(50 + Math.random() * 600);
    return add(node, ref);
  }

  async function add(node: NodeProcess, ref: ActorRef) {
    const id = uuidv7();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const outcome = await node.ask(
        { t: 'run', ref, type: 'add', payload: { amount: 1 }, id },
        () => undefined,
      );
      if (outcome.kind === 'answer') return outcome.answer;
      await pause(200);
    }
    throw new Error('no answer');
  }
});
