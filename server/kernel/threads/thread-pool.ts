import { Worker } from 'node:worker_threads';
import { WaslError } from '../../../actors/errors.ts';
import type { ThreadAnswer } from './answer-jobs.ts';

export interface PoolSize {
  threads?: number;
  /** Jobs that may wait; further ones are refused with Retry-After. */
  queue?: number;
  /** Milliseconds after which an idle thread is ended; a thread takes tens of megabytes. */
  idle?: number;
}

/** What a pool's threads run, and its error texts. */
export interface ThreadWork<Job> {
  /** The module each thread loads; it calls `answerJobs`. */
  module: URL;
  /** Milliseconds a job may take once a thread has it, including the thread's start. */
  limit(job: Job): number;
  /** Details of common.UNAVAILABLE: queue full, time exceeded, thread failed. */
  words: { full: string; late: string; lost: string };
}

interface Waiting<Job, Result> {
  job: Job;
  limit: number;
  resolve(result: Result): void;
  reject(error: Error): void;
}

interface Running<Job, Result> extends Waiting<Job, Result> {
  timer: NodeJS.Timeout;
}

/**
 * Worker threads for work that would block the event loop. They start with the first job; one that fails or exceeds its
 * time is ended and replaced on demand. The code that opens a pool closes it.
 */
export class ThreadPool<Job, Result> {
  readonly #work: ThreadWork<Job>;
  readonly #threads: number;
  readonly #queueLimit: number;
  readonly #queue: Waiting<Job, Result>[] = [];
  /** Each with its timer for ending it. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #idleLimit: number;
  readonly #busy = new Map<Worker, Running<Job, Result>>();
  /** Includes those being ended. */
  readonly #alive = new Set<Worker>();
  /** Running and waiting jobs of `runFor` by sender. */
  readonly #bySender = new Map<string, number>();
  #closed = false;

  constructor(work: ThreadWork<Job>, { threads = 1, queue = 8, idle = 60_000 }: PoolSize = {}) {
    this.#work = work;
    this.#threads = threads;
    this.#queueLimit = queue;
    this.#idleLimit = idle;
  }

  /** Throws common.UNAVAILABLE if the queue is full, time is exceeded, the thread ends, or the pool closes. */
  run(job: Job, limit: number = this.#work.limit(job)): Promise<Result> {
    if (this.#closed) return Promise.reject(closing());
    if (this.#queue.length >= this.#queueLimit) return Promise.reject(unavailable(this.#work.words.full));
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, limit, resolve, reject });
      this.#next();
    });
  }

  /**
   * Like `run`, where anybody may ask: one sender has at most half as many jobs, running or waiting, as may wait, so that one who asks
   * without end leaves places for others.
   */
  async runFor(sender: string, job: Job): Promise<Result> {
    const jobs = this.#bySender.get(sender) ?? 0;
    if (jobs >= Math.max(1, Math.floor(this.#queueLimit / 2))) throw unavailable(this.#work.words.full);
    this.#bySender.set(sender, jobs + 1);
    try {
      return await this.run(job);
    } finally {
      const left = (this.#bySender.get(sender) ?? 1) - 1;
      if (left === 0) this.#bySender.delete(sender);
      else this.#bySender.set(sender, left);
    }
  }

  /** Ends running jobs; no thread is left afterwards. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const worker of [...this.#idle.keys()]) this.#wake(worker);
    for (const waiting of this.#queue.splice(0)) waiting.reject(closing());
    for (const worker of [...this.#busy.keys()]) this.#taken(worker)?.reject(closing());
    await Promise.all([...this.#alive].map((worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#closed || this.#queue.length === 0) return;
    const [idle] = this.#idle.keys();
    const worker = idle ?? (this.#busy.size < this.#threads ? this.#start() : undefined);
    const waiting = worker === undefined ? undefined : this.#queue.shift();
    if (worker === undefined || waiting === undefined) return;
    this.#wake(worker);
    const timer = setTimeout(() => this.#lost(worker, this.#work.words.late), waiting.limit);
    this.#busy.set(worker, { ...waiting, timer });
    worker.postMessage(waiting.job);
  }

  #start(): Worker {
    const worker = startThread(this.#work.module);
    const { lost } = this.#work.words;
    this.#alive.add(worker);
    worker.on('message', (answer: ThreadAnswer<Result>) => this.#answered(worker, answer));
    worker.on('error', (error) => this.#lost(worker, lost, error));
    worker.on('exit', () => {
      this.#alive.delete(worker);
      this.#lost(worker, lost);
    });
    return worker;
  }

  #answered(worker: Worker, answer: ThreadAnswer<Result>): void {
    const job = this.#taken(worker);
    if (job === undefined) return;
    const rest = setTimeout(() => this.#dismiss(worker), this.#idleLimit);
    this.#idle.set(worker, rest.unref());
    if (answer.ok) job.resolve(answer.result);
    else job.reject(Object.assign(new Error(), answer.error));
    this.#next();
  }

  /** The thread is unusable, whatever it is doing. */
  #lost(worker: Worker, detail: string, cause?: unknown): void {
    this.#wake(worker);
    const job = this.#taken(worker);
    if (job === undefined) return;
    void worker.terminate();
    job.reject(unavailable(detail, cause));
    this.#next();
  }

  #dismiss(worker: Worker): void {
    this.#idle.delete(worker);
    void worker.terminate();
  }

  #wake(worker: Worker): void {
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
  }

  #taken(worker: Worker): Running<Job, Result> | undefined {
    const job = this.#busy.get(worker);
    if (job !== undefined) clearTimeout(job.timer);
    this.#busy.delete(worker);
    return job;
  }
}

function unavailable(detail: string, cause?: unknown): WaslError {
  return new WaslError('common.UNAVAILABLE', { detail, retryAfter: 2, cause });
}

function closing(): WaslError {
  return unavailable('The service is closing.');
}

/** A thread's module next to the module naming it, as source or compiled. */
export function threadModule(name: `./${string}`, beside: string): URL {
  return new URL(`${name}${beside.endsWith('.ts') ? '.ts' : '.js'}`, beside);
}

/** When running from source, the thread needs the same loader as the process. */
function startThread(module: URL): Worker {
  if (!module.pathname.endsWith('.ts')) return new Worker(module);
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(module.href)}); });`;
  return new Worker(code, { eval: true, execArgv: [] });
}
