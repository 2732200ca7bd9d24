import { parentPort } from 'node:worker_threads';

/** Errors are reduced to what can always be cloned. */
export type ThreadAnswer<Result> =
  | { ok: true; result: Result }
  | { ok: false; error: { message: string; stack?: string } };

/**
 * A thread's side of its pool: processes one job after the other. A job that throws is answered with its error; the
 * thread continues.
 */
export function answerJobs<Job, Result>(work: (job: Job) => Result | Promise<Result>): void {
  const port = parentPort;
  if (port === null) throw new Error('answerJobs must run in a worker thread');
  port.on('message', async (job: Job) => {
    port.postMessage(await answerTo(work, job));
  });
}

async function answerTo<Job, Result>(
  work: (job: Job) => Result | Promise<Result>,
  job: Job,
): Promise<ThreadAnswer<Result>> {
  try {
    return { ok: true, result: await work(job) };
  } catch (error) {
    if (!(error instanceof Error)) return { ok: false, error: { message: String(error) } };
    const { message, stack = message } = error;
    return { ok: false, error: { message, stack } };
  }
}
