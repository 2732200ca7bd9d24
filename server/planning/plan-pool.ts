import { Worker } from 'node:worker_threads';
import { WaslError } from '../../actors/errors.ts';
import type { Plan } from '../../actors/planning/plan-report.ts';
import type { PlanAnswer, PlanJob } from './plan-job.ts';

interface Waiting {
  job: PlanJob;
  /** Milliseconds from the thread's taking it up, its start included. */
  limit: number;
  resolve(plan: Plan): void;
  reject(error: Error): void;
}

interface Running extends Waiting {
  timer: NodeJS.Timeout;
}

export interface PlanPoolOptions {
  threads?: number;
  /** Jobs that may wait; more are told to come again. */
  queue?: number;
}

/** Beyond the time for searching: starting a thread, the matrix, the report. */
const GRACE = 10_000;

/**
 * Threads that plan, so that the loop which answers requests never does. They start with the first job, one that
 * exceeds its time is ended and replaced, and whoever opened the pool closes it.
 */
export class PlanPool {
  readonly #threads: number;
  readonly #queueLimit: number;
  readonly #queue: Waiting[] = [];
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Running>();
  #closed = false;

  constructor({ threads = 1, queue = 8 }: PlanPoolOptions = {}) {
    this.#threads = threads;
    this.#queueLimit = queue;
  }

  /** Throws common.UNAVAILABLE when too many wait, the time is over, or the pool closes. */
  run(job: PlanJob, limit: number = job.budget + GRACE): Promise<Plan> {
    if (this.#closed) return Promise.reject(unavailable('The service is closing.'));
    if (this.#queue.length >= this.#queueLimit) {
      return Promise.reject(unavailable('Too many plans are being made. Try again in a moment.'));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, limit, resolve, reject });
      this.#next();
    });
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    const workers = [...this.#idle, ...this.#busy.keys()];
    const gone = unavailable('The service is closing.');
    for (const waiting of this.#queue.splice(0)) waiting.reject(gone);
    for (const worker of [...this.#busy.keys()]) this.#taken(worker)?.reject(gone);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#closed || this.#queue.length === 0) return;
    const worker = this.#idle.pop() ?? (this.#busy.size < this.#threads ? this.#start() : undefined);
    const waiting = worker === undefined ? undefined : this.#queue.shift();
    if (worker === undefined || waiting === undefined) return;
    const late = () => this.#lost(worker, 'Planning took too long. Try again with fewer tasks.');
    this.#busy.set(worker, { ...waiting, timer: setTimeout(late, waiting.limit) });
    worker.postMessage(waiting.job);
  }

  #start(): Worker {
    const worker = startThread();
    worker.on('message', (answer: PlanAnswer) => this.#answered(worker, answer));
    worker.on('error', () => this.#lost(worker, 'A planning thread failed.'));
    worker.on('exit', () => this.#lost(worker, 'A planning thread ended.'));
    return worker;
  }

  #answered(worker: Worker, answer: PlanAnswer): void {
    const job = this.#taken(worker);
    if (job === undefined) return;
    this.#idle.push(worker);
    if (answer.ok) job.resolve(answer.plan);
    else job.reject(new Error(answer.error));
    this.#next();
  }

  /** The thread is of no more use, whatever it is doing. */
  #lost(worker: Worker, detail: string): void {
    const idle = this.#idle.indexOf(worker);
    if (idle >= 0) this.#idle.splice(idle, 1);
    const job = this.#taken(worker);
    if (job === undefined) return;
    void worker.terminate();
    job.reject(unavailable(detail));
    this.#next();
  }

  #taken(worker: Worker): Running | undefined {
    const job = this.#busy.get(worker);
    if (job !== undefined) clearTimeout(job.timer);
    this.#busy.delete(worker);
    return job;
  }
}

function unavailable(detail: string): WaslError {
  return new WaslError('common.UNAVAILABLE', { detail, retryAfter: 2 });
}

/** From the sources the thread needs what translates them, which the process has been started with. */
function startThread(): Worker {
  const own = import.meta.url;
  const worker = new URL(`./plan-worker${own.endsWith('.ts') ? '.ts' : '.js'}`, own);
  if (!own.endsWith('.ts')) return new Worker(worker);
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(worker.href)}); });`;
  return new Worker(code, { eval: true, execArgv: [] });
}
