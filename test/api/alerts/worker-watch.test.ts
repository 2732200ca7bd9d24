import { expect } from 'chai';
import { pino } from 'pino';
import { until } from '../../../scripts/shared/waiting.ts';
import { watchCondition } from '../../../server/dispatch/alerts/watch-condition.ts';
import { tickMissed } from '../../../server/dispatch/alerts/worker-watch.ts';
import { JobLog } from '../../../server/kernel/jobs/job-log.ts';
import { JobRunner } from '../../../server/kernel/jobs/job-runner.ts';

import { spawnWorker } from '../../support/server-processes.ts';
import { testEnvironment } from '../../support/service.ts';
import { DeliveryWorld } from '../../worlds/delivery-world.ts';
import { AlertBoard } from './alert-board.ts';

describe('TICK_MISSED, seen by an API process', () => {
  let world: DeliveryWorld;
  let board: AlertBoard;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    board = new AlertBoard(world);
  });

  afterEach(async () => {
    await board?.wipe();
    await world?.database('duty_runs').delete();
  });

  after(() => world?.close());

  const look = async (upFor = 60_000) => {
    await watchCondition(
      board.deps,
      tickMissed(() => upFor),
    );
    await world.settle();
  };
  const ran = (name: string, every: number, secondsAgo: number) =>
    world.database.raw(
      `INSERT INTO duty_runs (name, every_ms, done_at) VALUES (?, ?, now() - make_interval(secs => ?))
       ON CONFLICT (name) DO UPDATE SET done_at = excluded.done_at`,
      [name, every, secondsAgo],
    );
  const of = (subjectId: string) => board.about(subjectId, 'TICK_MISSED');

  it('a scheduled job that has not run for three of its periods, until it runs again', async () => {
    await ran('timers', 1_000, 1);
    await ran('clearing', 60_000, 190);
    await look();
    expect(await of('clearing'), 'slightly late').to.deep.equal([]);
    await ran('clearing', 60_000, 200);
    await look();
    await look();
    const alert = await board.one('clearing', 'TICK_MISSED');
    expect(alert).to.include({ severity: 'CRITICAL', status: 'OPEN', version: 1 });
    expect(alert.message.en).to.contain('clearing');
    await ran('clearing', 60_000, 0);
    await look();
    expect((await board.one('clearing', 'TICK_MISSED')).status).to.equal('RESOLVED');
  });

  it('no worker at all: one alert, not one per job', async () => {
    await ran('timers', 1_000, 30);
    await ran('outbox', 1_000, 40);
    await look();
    const alert = await board.one('worker', 'TICK_MISSED');
    expect(alert.message.en).to.equal(
      'The background worker is not running: deadlines, retries and messages are stopped.',
    );
    expect(await of('timers')).to.deep.equal([]);
    await ran('timers', 1_000, 1);
    await ran('outbox', 1_000, 1);
    await look();
    expect((await board.one('worker', 'TICK_MISSED')).status).to.equal('RESOLVED');
  });

  it('a worker that never ran; but a process that has just started does not judge yet', async () => {
    await look(10_000);
    expect(await of('worker')).to.deep.equal([]);
    await look();
    expect((await board.one('worker', 'TICK_MISSED')).status).to.equal('OPEN');
    await look(10_000);
    expect((await board.one('worker', 'TICK_MISSED')).status).to.equal('OPEN');
  });

  it('a worker that was killed, until its jobs run again', async function () {
    this.timeout(60_000);
    const { redisNamespace } = world.service.inside.deps.config;
    const environment = testEnvironment(world.service.databaseUrl, { REDIS_NAMESPACE: redisNamespace });
    const runs = (name: string) => world.database('duty_runs').where('name', name).first('done_at');
    const kill = spawnWorker(environment);
    await until(async () => (await runs('alerts')) !== undefined && (await runs('timers')) !== undefined, {
      limitMs: 40_000,
    });
    await kill();
    await look();
    expect(await of('worker'), 'it was killed only just now').to.deep.equal([]);
    await world.database.raw(`UPDATE duty_runs SET done_at = done_at - interval '1 minute'`);
    await look();
    expect((await board.one('worker', 'TICK_MISSED')).status).to.equal('OPEN');
    await ran('timers', 1_000, 0);
    await look();
    expect((await board.one('worker', 'TICK_MISSED')).status).to.equal('RESOLVED');
  });

  it('depends on what the runner records: completed runs, and the error of a failed one', async () => {
    const log = new JobLog(world.database, pino({ level: 'silent' }));
    let fails = false;
    const run = async () => {
      if (fails) throw new Error('failed on purpose');
    };
    const runner = new JobRunner([{ name: 'zones', every: 15_000, run }], pino({ level: 'silent' }), log);
    const row = () => world.database('duty_runs').where('name', 'zones').first();
    await runner.run('zones');
    const first = await row();
    expect(first).to.include({ every_ms: 15_000, last_error: null });
    fails = true;
    await runner.run('zones').catch(() => undefined);
    expect(await row()).to.deep.include({ done_at: first.done_at, last_error: 'Error: failed on purpose' });
    fails = false;
    await runner.run('zones');
    const last = await row();
    expect(last.last_error).to.equal(null);
    expect(last.done_at.getTime()).to.be.greaterThan(first.done_at.getTime());
    await ran('gone', 1_000, 5);
    await log.begin([{ name: 'zones' }]);
    expect(await world.database('duty_runs').select('name')).to.deep.equal([{ name: 'zones' }]);
  });
});
