import { Counter, Gauge } from 'prom-client';
import { SingleFlight } from '../../../db/single-flight.ts';
import type { JobEnd, JobListener } from '../jobs/job-runner.ts';
import type { ScheduledJob } from '../jobs/scheduled-job.ts';
import type { Metrics } from './metrics.ts';

/** When a job last succeeded and failed, as other runs of this or another worker have left it. */
export interface FormerRun {
  name: string;
  done_at: Date;
  failed_at: Date | null;
}

type Families = ReturnType<typeof createFamilies>;

/**
 * Metrics of a worker's scheduled jobs. Times are absolute, so that they tell of a daily job after a restart, too; they
 * are taken from the record of `former` runs until this process has run the job itself.
 */
export class JobMetrics {
  readonly #families: Families;

  constructor(
    { registry }: Pick<Metrics, 'registry'>,
    jobs: readonly Pick<ScheduledJob, 'name' | 'every'>[],
  ) {
    this.#families = createFamilies([registry]);
    for (const { name: job, every } of jobs) {
      this.#families.period.set({ job }, every / 1_000);
      // Rates need a first value.
      for (const outcome of ['done', 'failed']) this.#families.runs.inc({ job, outcome }, 0);
    }
  }

  /** Does not replace what this process knows by itself. */
  async remember(former: readonly FormerRun[]): Promise<void> {
    const [known, failures] = await Promise.all([this.#jobsIn('success'), this.#jobsIn('failure')]);
    for (const { name: job, done_at, failed_at } of former) {
      if (!known.has(job)) this.#families.success.set({ job }, done_at.getTime() / 1_000);
      if (failed_at !== null && !failures.has(job))
        this.#families.failure.set({ job }, failed_at.getTime() / 1_000);
    }
  }

  /** Counts what `next` hears. */
  listener(next: JobListener): JobListener {
    return {
      done: (job, end) => {
        this.#ended(job, 'done', end);
        return next.done(job, end);
      },
      failed: (job, error, end) => {
        this.#ended(job, 'failed', end);
        return next.failed(job, error, end);
      },
    };
  }

  #ended({ name: job }: ScheduledJob, outcome: 'done' | 'failed', { seconds, report }: JobEnd): void {
    const { runs, total, last, items, backlog, success, failure } = this.#families;
    runs.inc({ job, outcome });
    total.inc({ job }, seconds);
    last.set({ job }, seconds);
    (outcome === 'done' ? success : failure).set({ job }, Date.now() / 1_000);
    if (report === null) return;
    items.inc({ job }, report.items);
    backlog.set({ job }, report.more ? 1 : 0);
  }

  async #jobsIn(family: 'success' | 'failure'): Promise<Set<unknown>> {
    const { values } = await this.#families[family].get();
    return new Set(values.map(({ labels }) => labels.job));
  }
}

function createFamilies(registers: Metrics['registry'][]) {
  const family = <L extends string>(name: string, help: string, labelNames: L[]) => {
    return { name: `wasl_job_${name}`, help, labelNames, registers };
  };
  const counter = <L extends string>(...args: Parameters<typeof family<L>>) => new Counter(family(...args));
  const gauge = <L extends string>(...args: Parameters<typeof family<L>>) => new Gauge(family(...args));
  return {
    runs: counter('runs_total', 'Runs of scheduled jobs that have ended', ['job', 'outcome']),
    total: counter('seconds_total', 'Time of those runs', ['job']),
    items: counter('items_total', 'Items that those runs handled, of jobs that count them', ['job']),
    last: gauge('last_run_seconds', 'Time of the last run', ['job']),
    backlog: gauge('backlog', '1 if the last run ended with work left, of jobs that know', ['job']),
    period: gauge('period_seconds', 'Time between two runs', ['job']),
    success: gauge('last_success_timestamp_seconds', 'When it last succeeded', ['job']),
    failure: gauge('last_failure_timestamp_seconds', 'When it last failed', ['job']),
  };
}

/** Due messages of a channel: how many, and since when the oldest is due. */
export interface DueMessages {
  channel: string;
  count: number;
  since: Date;
}

/** @param read What is due now on the channels that send; without the database it rejects or is null, and nothing is told. */
export function addMessageGauges(
  { registry }: Pick<Metrics, 'registry'>,
  channels: readonly string[],
  read: () => Promise<readonly DueMessages[] | null>,
): void {
  // Both metrics of one collection share one reading.
  const reading = new SingleFlight();
  let found: readonly DueMessages[] | null = null;
  const look = () =>
    reading.run(async () => {
      found = await read().catch(() => null);
    });
  const gauge = (name: string, help: string, figureOf: (due: DueMessages | undefined) => number) =>
    new Gauge({
      ...{ name: `wasl_messages_${name}`, help, labelNames: ['channel'], registers: [registry] },
      async collect() {
        await look();
        this.reset();
        if (found === null) return;
        for (const channel of channels)
          this.set({ channel }, figureOf(found.find((each) => each.channel === channel)));
      },
    });
  gauge('due', 'Messages due on channels that send, and not taken on yet', (due) => due?.count ?? 0);
  gauge('due_age_seconds', 'For how long the oldest of those messages has been due', (due) =>
    due === undefined ? 0 : Math.max(0, Date.now() - due.since.getTime()) / 1_000,
  );
}
