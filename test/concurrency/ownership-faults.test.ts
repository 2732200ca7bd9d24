import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import type { ForwardError } from '../../actors/runtime/activation-ports.ts';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import { type NodeOwnership, openOwnership } from '../../db/redis/ownership.ts';
import { type NodeTransport, openTransport } from '../../db/redis/transport.ts';
import { projectRoot } from '../../db/root.ts';
import { recordedProcesses } from '../../scripts/embedded/processes.ts';
import { type RedisService, type RedisSettings, startRedis } from '../../scripts/embedded/redis.ts';
import { locateRedis } from '../../scripts/embedded/redis-binary.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { closeRedis, openRedis, type RedisRole, redisReady } from '../../server/kernel/process/redis.ts';
import { turnsDuring } from '../support/event-loop.ts';
import { testFrames } from '../support/frames.ts';
import type { ChildMessage } from '../support/ownership-child.ts';
import { actor, SHORT, silent } from '../support/ownership-world.ts';
import { done, request } from '../support/wire-world.ts';

const NAMESPACE = 'faults';

/** A Redis of this test's own, without persistence, which may be killed or suspended. */
class PrivateRedis {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'wasl-faults-'));
  #service: RedisService | null = null;

  async start(): Promise<void> {
    const port = this.#service?.port;
    const settings: RedisSettings = {
      binary: await locateRedis(path.join(projectRoot, '.data', 'redis-dist')),
      dataDir: path.join(this.#folder, 'data'),
      runDir: this.#folder,
      logFile: path.join(this.#folder, 'redis.log'),
      durable: false,
      ...(port === undefined ? {} : { port }),
    };
    this.#service = await startRedis(settings);
  }

  get url(): string {
    return this.#service?.url ?? '';
  }

  signal(signal: NodeJS.Signals): void {
    for (const { pid } of recordedProcesses(this.#folder)) process.kill(pid, signal);
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.#service?.exited;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

interface Node {
  ownership: NodeOwnership;
  wire: NodeTransport;
  lost: string[];
  close(): Promise<void>;
}

/** Milliseconds that a forwarded command waits; longer than a process is ever suspended here. */
const PATIENT = 15_000;

async function join(redisUrl: string, answer: number): Promise<Node> {
  const connections: Redis[] = [];
  const connect = async (role: RedisRole) => {
    const redis = openRedis({ redisUrl }, { role, log: silent });
    connections.push(redis);
    await redisReady(redis, 5_000);
    return redis;
  };
  const redis = await connect('commands');
  const ownership = await openOwnership({ redis, namespace: NAMESPACE, log: silent, timing: SHORT });
  const lost: string[] = [];
  ownership.onLost(() => lost.push(ownership.incarnation));
  const wire = await openTransport({
    redis: { pub: await connect('publish'), sub: await connect('subscribe') },
    namespace: NAMESPACE,
    ownership,
    frames: testFrames(),
    log: silent,
    limits: { answer, waiting: 100, serving: 100 },
  });
  await until(() => ownership.available);
  return {
    ownership,
    wire,
    lost,
    close: async () => {
      wire.close();
      await ownership.close();
      await Promise.all(connections.map(closeRedis));
    },
  };
}

describe('owners that Redis or the system fails', () => {
  const redis = new PrivateRedis();
  const closers: (() => unknown)[] = [];

  before(async function () {
    // The binary may have to be downloaded first.
    this.timeout(120_000);
    await redis.start();
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  after(() => redis.remove());

  async function node(answer = 500): Promise<Node> {
    const joined = await join(redis.url, answer);
    closers.push(() => joined.close());
    return joined;
  }

  async function child(): Promise<{ process: ChildProcess; heard: ChildMessage[] }> {
    const program = path.join(projectRoot, 'test/support/ownership-child.ts');
    const spawned = spawn(process.execPath, ['--import', 'tsx', program, redis.url, NAMESPACE], {
      cwd: projectRoot,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const exited = once(spawned, 'exit');
    closers.push(async () => {
      spawned.kill('SIGKILL');
      await exited;
    });
    const heard: ChildMessage[] = [];
    spawned.on('message', (message) => heard.push(message as ChildMessage));
    // Compiles what it runs, which takes long on a busy machine.
    await until(() => heard.some(({ report }) => report === 'ready'), { limitMs: 40_000 });
    return { process: spawned, heard };
  }

  it('a process suspended past its lease drops everything before it serves anyone', async () => {
    const here = await node(PATIENT);
    const there = await child();
    const ref: ActorRef = actor();
    there.process.send(ref);
    await until(() => there.heard.some(({ report }) => report === 'claim'));
    const claim = await here.ownership.claim(ref);
    if (claim.kind !== 'theirs') throw new Error(`the child's actor is ${claim.kind}`);
    const command = { ...request(1), ref };
    expect(await here.wire.forward(claim.owner, command)).to.deep.include({ reply: { held: true } });

    there.process.kill('SIGSTOP');
    // Both wait in the suspended process's sockets, ahead of its own timers.
    const forwarded = here.wire.forward(claim.owner, command).then(
      () => 'answered',
      (error: ForwardError) => error.reason,
    );
    there.heard.length = 0;
    there.process.send(ref);
    await until(async () => (await here.ownership.claim(ref)).kind === 'mine');
    there.process.kill('SIGCONT');

    expect(await forwarded).to.equal('moved');
    await until(() => there.heard.length >= 2);
    expect(there.heard[0]).to.deep.equal({ report: 'lost', held: 1 });
    const [answer] = there.heard.filter((message) => message.report === 'claim');
    expect(answer?.kind).to.be.oneOf(['unavailable', 'theirs']);
    expect(answer?.incarnation).not.to.equal(claim.owner);
    expect((await here.ownership.claim(ref)).kind).to.equal('mine');
  });

  it('a Redis killed without persistence makes every process claim again, and each actor has one owner again', async () => {
    const [one, two] = [await node(), await node()];
    for (const { wire } of [one, two]) wire.serve(async ({ payload }) => done(payload.n));
    const refs = Array.from({ length: 50 }, actor);
    await Promise.all(refs.map((ref) => one.ownership.claim(ref)));
    const before = [one.ownership.incarnation, two.ownership.incarnation];
    await redis.kill();
    await until(() => !one.ownership.available && !two.ownership.available);
    expect((await one.ownership.claim(refs[0]!)).kind).to.equal('unavailable');
    await redis.start();
    await until(() => one.ownership.available && two.ownership.available);
    expect(before).not.to.include(one.ownership.incarnation);
    expect(before).not.to.include(two.ownership.incarnation);
    const claims = await Promise.all(
      refs.map(async (ref) =>
        Promise.all([one, two].map(async ({ ownership }) => (await ownership.claim(ref)).kind)),
      ),
    );
    for (const kinds of claims) expect([...kinds].sort()).to.deep.equal(['mine', 'theirs']);
    await until(() =>
      one.wire.forward(two.ownership.incarnation, request(5)).then(
        () => true,
        () => false,
      ),
    );
  });

  it('a Redis that no longer responds delays no claim, and no owner lasts beyond its lease', async () => {
    const { ownership, lost } = await node();
    const ref = actor();
    await ownership.claim(ref);
    redis.signal('SIGSTOP');
    try {
      expect((await ownership.claim(actor())).kind).to.equal('unavailable');
      // The next claims don't even wait for that.
      const claiming = Promise.all(Array.from({ length: 100 }, () => ownership.claim(actor())));
      expect(await turnsDuring(claiming)).to.be.below(20);
      expect(new Set((await claiming).map(({ kind }) => kind))).to.deep.equal(new Set(['unavailable']));
      await until(() => lost.length > 0);
      expect((await ownership.claim(ref)).kind).to.equal('unavailable');
    } finally {
      redis.signal('SIGCONT');
    }
    await until(async () => (await ownership.claim(ref)).kind === 'mine');
    expect(lost).to.have.length(1);
  });

  it('FLUSHALL during claims leaves no actor with two owners once it is over', async () => {
    const members = [await node(), await node()];
    const refs = Array.from({ length: 40 }, actor);
    const claimAll = () =>
      Promise.all(
        refs.map((ref) =>
          Promise.all(members.map(async ({ ownership }) => (await ownership.claim(ref)).kind)),
        ),
      );
    const line = openRedis({ redisUrl: redis.url }, { role: 'commands', log: silent });
    closers.push(() => closeRedis(line));
    await redisReady(line, 5_000);
    for (let round = 0; round < 3; round += 1) {
      const seen = members.map(({ lost }) => lost.length);
      await claimAll();
      await Promise.all([claimAll(), line.flushall(), claimAll()]);
      await until(() => members.every(({ lost }, index) => lost.length > (seen[index] ?? 0)));
      await until(() => members.every(({ ownership }) => ownership.available));
      for (const kinds of await claimAll()) expect([...kinds].sort()).to.deep.equal(['mine', 'theirs']);
    }
  });
});
