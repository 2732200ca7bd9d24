import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { settledWithin } from '../../db/deadline.ts';
import { WorkerHeartbeat } from '../../server/kernel/jobs/heartbeat.ts';
import { type RunningWorker, startWorker } from '../../server/kernel/jobs/worker.ts';
import { closeRedis, openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { freshNamespace, silent } from '../realtime/live-fixture.ts';
import { RedisLine } from '../realtime/redis-line.ts';
import { redisUrl } from '../support/database.ts';

/** Milliseconds; a machine under load is slow. */
const MORE_TIMEOUT_MS = 30_000;

/** A job that counts its runs. */
class Counted {
  readonly every: number;
  readonly name = `job-${randomUUID().slice(0, 8)}`;
  times = 0;
  #waiting: { times: number; resolve: () => void }[] = [];

  constructor(every: number) {
    this.every = every;
  }

  async run(): Promise<void> {
    this.times += 1;
    for (const { times, resolve } of this.#waiting) if (this.times >= times) resolve();
  }

  /** Resolves when it has run this many more times; fails when that takes too long. */
  async more(times: number): Promise<void> {
    const wanted = this.times + times;
    const reached = new Promise<void>((resolve) => this.#waiting.push({ times: wanted, resolve }));
    await settledWithin(reached, MORE_TIMEOUT_MS, undefined);
    expect(this.times, `runs of ${this.name}`).to.be.at.least(wanted);
  }
}

describe('the worker', () => {
  const stops: (() => Promise<unknown>)[] = [];

  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  function open(role: 'queue' | 'commands', url: string): Redis {
    const redis = openRedis({ redisUrl: url }, { role, log: silent });
    stops.push(() => closeRedis(redis));
    return redis;
  }

  function start(jobs: Counted[], namespace: string, url = redisUrl()): RunningWorker {
    const worker = startWorker({
      jobs: jobs.map((job) => ({ name: job.name, every: job.every, run: () => job.run() })),
      queue: { redis: open('queue', url), namespace },
      heartbeat: { redis: open('commands', url), namespace },
      log: silent,
    });
    stops.push(() => worker.close());
    return worker;
  }

  it('runs its jobs repeatedly, woken by the queue', async () => {
    const namespace = freshNamespace();
    const [often, once] = [new Counted(100), new Counted(3_600_000)];
    start([often, once], namespace);
    await often.more(10);
    expect(once.times).to.be.within(1, 2);
    const redis = open('commands', redisUrl());
    await redisReady(redis, 5_000);
    const schedulers = await redis.zrange(`{${namespace}:bull}:duties:repeat`, '0', '-1');
    expect(schedulers).to.have.members([often.name, once.name]);
  });

  it('shares jobs with other workers, so that they are not done twice as often', async () => {
    const namespace = freshNamespace();
    const job = new Counted(200);
    start([job], namespace);
    start([job], namespace);
    await job.more(4);
    const from = performance.now();
    await job.more(10);
    expect(performance.now() - from).to.be.greaterThan(1_200);
  });

  it('keeps only a few finished jobs', async () => {
    const namespace = freshNamespace();
    const job = new Counted(20);
    start([job], namespace);
    await job.more(30);
    const redis = open('commands', redisUrl());
    await redisReady(redis, 5_000);
    expect(await redis.zcard(`{${namespace}:bull}:duties:completed`)).to.be.at.most(25);
  });

  it('runs its jobs even if Redis was never there, and ends in time', async () => {
    const job = new Counted(100);
    const worker = start([job], freshNamespace(), 'redis://127.0.0.1:1');
    await job.more(3);
    await worker.close();
  });

  it('continues with its jobs while Redis is away, and through the queue again when it is back', async () => {
    const line = new RedisLine();
    await line.mend();
    stops.push(() => line.cut());
    const namespace = freshNamespace();
    const job = new Counted(200);
    start([job], namespace, line.url);
    await job.more(2);
    await line.cut();
    await job.more(4);
    // Redis comes back empty, without the schedulers.
    const redis = open('commands', redisUrl());
    await redisReady(redis, 5_000);
    await redis.del(...(await redis.keys(`{${namespace}:bull}*`)));
    await line.mend();
    const woken = async () => (await redis.zcard(`{${namespace}:bull}:duties:completed`)) > 0;
    do await job.more(1);
    while (!(await woken()));
  });

  it('continues when Redis is emptied while it runs', async () => {
    const namespace = freshNamespace();
    const job = new Counted(100);
    start([job], namespace);
    await job.more(2);
    const redis = open('commands', redisUrl());
    await redisReady(redis, 5_000);
    await redis.del(...(await redis.keys(`{${namespace}:bull}*`)));
    // The local interval continues meanwhile.
    await job.more(5);
  });

  it('is visible to other processes, and reported when it is missing', async () => {
    const namespace = freshNamespace();
    const job = new Counted(50);
    const redis = open('commands', redisUrl());
    await redisReady(redis, 5_000);
    const heartbeat = new WorkerHeartbeat(redis, namespace);
    expect(await heartbeat.alive()).to.equal(false);
    await heartbeat.beat();
    expect(await heartbeat.alive()).to.equal(true);
    expect(await redis.pttl(`${namespace}:worker:heartbeat`)).to.be.within(1, 10_000);
    start([job], namespace);
    await job.more(1);
    expect(await heartbeat.alive()).to.equal(true);
  });
});
