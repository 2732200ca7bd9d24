import { expect } from 'chai';
import { pino } from 'pino';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { JobRunner } from '../../server/kernel/jobs/job-runner.ts';
import type { ScheduledJob } from '../../server/kernel/jobs/scheduled-job.ts';

const log = pino({ level: 'silent' });

describe('the job runner', () => {
  let clock: SinonFakeTimers;

  beforeEach(() => {
    clock = useFakeTimers();
  });
  afterEach(() => clock.restore());

  it('never runs a job twice at once, but runs different jobs at once', async () => {
    const started: string[] = [];
    let finish: () => void = () => undefined;
    const slow = {
      name: 'slow',
      every: 1_000,
      run: () => {
        started.push('slow');
        return new Promise<void>((resolve) => {
          finish = resolve;
        });
      },
    };
    const quick = { name: 'quick', every: 1_000, run: async () => started.push('quick') };
    const runner = new JobRunner([slow, quick], log);
    const first = runner.run('slow');
    await runner.run('slow');
    await runner.run('quick');
    expect(started).to.deep.equal(['slow', 'quick']);
    finish();
    await first;
    const second = runner.run('slow');
    await clock.tickAsync(0);
    expect(started).to.deep.equal(['slow', 'quick', 'slow']);
    finish();
    await second;
  });

  it('starts nothing while nothing may run, and records it neither as done nor as failed', async () => {
    const heard: string[] = [];
    const listener = {
      done: async () => void heard.push('done'),
      failed: async () => void heard.push('failed'),
    };
    let may = false;
    const job = { name: 'a', every: 1_000, run: async () => heard.push('run') };
    const runner = new JobRunner([job], log, listener, () => may);
    await runner.run('a');
    expect(heard).to.deep.equal([]);
    expect(runner.overdue(1)).to.deep.equal(['a']);
    may = true;
    await runner.run('a');
    expect(heard).to.deep.equal(['run', 'done']);
  });

  it('can run a job again after it failed', async () => {
    let tries = 0;
    const run = async () => {
      tries += 1;
      throw new Error('database away');
    };
    const runner = new JobRunner([{ name: 'a', every: 1_000, run }], log);
    for (let count = 0; count < 2; count += 1) {
      const failed = await runner.run('a').then(
        () => false,
        () => true,
      );
      expect(failed).to.equal(true);
    }
    expect(tries).to.equal(2);
  });

  it('counts a job as overdue from its last start, and if it never ran', async () => {
    const runner = new JobRunner([{ name: 'a', every: 1_000, run: async () => undefined }], log);
    expect(runner.overdue(3)).to.deep.equal(['a']);
    await runner.run('a');
    await clock.tickAsync(3_000);
    expect(runner.overdue(3)).to.deep.equal([]);
    await clock.tickAsync(1);
    expect(runner.overdue(3)).to.deep.equal(['a']);
    expect(runner.overdue(4)).to.deep.equal([]);
  });

  it('ignores a job of another release', async () => {
    let runs = 0;
    const known: ScheduledJob = {
      name: 'a',
      every: 1_000,
      run: async () => {
        runs += 1;
      },
    };
    const runner = new JobRunner([known], log);
    await runner.run('of the future');
    expect(runs).to.equal(0);
    expect(runner.overdue(1)).to.deep.equal(['a']);
  });

  it('waits at its end for what is under way, up to a limit', async () => {
    let finish: () => void = () => undefined;
    const run = () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      });
    const runner = new JobRunner([{ name: 'a', every: 1_000, run }], log);
    const work = runner.run('a');
    await clock.tickAsync(0);
    let closed = false;
    const closing = runner.close(5_000).then(() => {
      closed = true;
    });
    await clock.tickAsync(4_999);
    expect(closed).to.equal(false);
    await clock.tickAsync(2);
    expect(closed).to.equal(true);
    await closing;
    finish();
    await work;
    // It accepts no more work.
    await runner.run('a');
  });
});
