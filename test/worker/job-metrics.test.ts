import { expect } from 'chai';
import { pino } from 'pino';
import { inBatches, untilPurged } from '../../server/kernel/jobs/in-batches.ts';
import { type JobListener, JobRunner } from '../../server/kernel/jobs/job-runner.ts';
import type { ScheduledJob } from '../../server/kernel/jobs/scheduled-job.ts';
import { addMessageGauges, JobMetrics } from '../../server/kernel/metrics/job-metrics.ts';
import { createMetrics } from '../../server/kernel/metrics/metrics.ts';

const silent: JobListener = { done: async () => undefined, failed: async () => undefined };

describe('metrics of scheduled jobs', () => {
  function measured(jobs: ScheduledJob[]) {
    const metrics = createMetrics('worker');
    const measure = new JobMetrics(metrics, jobs);
    const runner = new JobRunner(jobs, pino({ level: 'silent' }), measure.listener(silent));
    const run = (name: string) => runner.run(name).catch(() => undefined);
    /** The value of a metric, or undefined if it has none for these labels. */
    const value = async (name: string, labels: Record<string, string>) => {
      const { values } = (await metrics.registry.getMetricsAsJSON()).find((each) => each.name === name) ?? {};
      const fits = (found: object) =>
        Object.entries(labels).every(([label, wanted]) => Object(found)[label] === wanted);
      return values?.find((each) => fits(each.labels))?.value;
    };
    return { measure, run, value };
  }

  it('tell runs, failures and times of each job, before its first run, too', async () => {
    let isBroken = false;
    const work = async () => {
      if (isBroken) throw new Error('database away');
    };
    const { run, value } = measured([{ name: 'a', every: 60_000, run: work }]);
    expect(await value('wasl_job_period_seconds', { job: 'a' })).to.equal(60);
    expect(await value('wasl_job_runs_total', { job: 'a', outcome: 'failed' })).to.equal(0);
    expect(await value('wasl_job_last_success_timestamp_seconds', { job: 'a' })).to.equal(undefined);
    const began = Date.now() / 1_000;
    await run('a');
    expect(await value('wasl_job_last_failure_timestamp_seconds', { job: 'a' })).to.equal(undefined);
    isBroken = true;
    await run('a');
    expect(await value('wasl_job_runs_total', { job: 'a', outcome: 'done' })).to.equal(1);
    expect(await value('wasl_job_runs_total', { job: 'a', outcome: 'failed' })).to.equal(1);
    for (const end of ['success', 'failure'])
      expect(await value(`wasl_job_last_${end}_timestamp_seconds`, { job: 'a' })).to.be.at.least(began);
    expect(await value('wasl_job_last_run_seconds', { job: 'a' })).to.be.within(0, 5);
  });

  it('tell items, and whether a run ended with work left', async () => {
    let left = 2_150;
    const take = async (limit: number) => {
      const taken = Math.min(left, limit);
      left -= taken;
      return taken;
    };
    const { run, value } = measured([
      { name: 'batches', every: 1_000, run: inBatches(take) },
      { name: 'count', every: 1_000, run: async () => 7 },
      { name: 'silent', every: 1_000, run: async () => undefined },
      { name: 'purge', every: 1_000, run: untilPurged(async (limit) => limit, { rows: 10, runMs: 20 }) },
    ]);
    await run('batches');
    expect(await value('wasl_job_items_total', { job: 'batches' })).to.equal(2_000);
    expect(await value('wasl_job_backlog', { job: 'batches' })).to.equal(1);
    await run('batches');
    expect(await value('wasl_job_items_total', { job: 'batches' })).to.equal(2_150);
    expect(await value('wasl_job_backlog', { job: 'batches' })).to.equal(0);
    for (const name of ['count', 'silent', 'purge']) await run(name);
    expect(await value('wasl_job_items_total', { job: 'count' })).to.equal(7);
    expect(await value('wasl_job_items_total', { job: 'silent' })).to.equal(undefined);
    expect(await value('wasl_job_backlog', { job: 'purge' })).to.equal(1);
  });

  it('keep what is recorded of former runs until the job has run here', async () => {
    const job = { every: 86_400_000, run: async () => undefined };
    const { measure, run, value } = measured([
      { ...job, name: 'ran' },
      { ...job, name: 'waits' },
    ]);
    await run('ran');
    const [done_at, failed_at] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')];
    await measure.remember(['ran', 'waits'].map((name) => ({ name, done_at, failed_at })));
    const success = (name: string) => value('wasl_job_last_success_timestamp_seconds', { job: name });
    expect(await success('waits')).to.equal(done_at.getTime() / 1_000);
    expect(await success('ran')).to.be.greaterThan(done_at.getTime() / 1_000);
    expect(await value('wasl_job_last_failure_timestamp_seconds', { job: 'waits' })).to.equal(
      failed_at.getTime() / 1_000,
    );
  });

  it('tell what is due on each channel that sends, and nothing when that cannot be read', async () => {
    const metrics = createMetrics('worker');
    let found: { channel: string; count: number; since: Date }[] | null = [
      { channel: 'SMS', count: 3, since: new Date(Date.now() - 60_000) },
    ];
    addMessageGauges(metrics, ['EMAIL', 'SMS'], async () => found);
    const text = await metrics.registry.metrics();
    expect(text).to.match(/^wasl_messages_due\{channel="EMAIL".*\} 0$/m);
    expect(text).to.match(/^wasl_messages_due\{channel="SMS".*\} 3$/m);
    expect(text).to.match(/^wasl_messages_due_age_seconds\{channel="SMS".*\} 6[0-9.]+$/m);
    found = null;
    expect(await metrics.registry.metrics()).not.to.match(/^wasl_messages_due\{/m);
  });
});
