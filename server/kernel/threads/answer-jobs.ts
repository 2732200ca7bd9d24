import { parentPort } from 'node:worker_threads';

/** Of an error only what can always be copied. */
export type ThreadAnswer<Result> =
  | { ok: true; result: Result }
  | { ok: false; error: { message: string; stack?: string } };

/** A thread's side of its pool: one job after the other. A job that throws is answered; the thread goes on. */
export function answerJobs<Job, Result>(work: (job: Job) => Result | Promise<Result>): void {
  const port = parentPort;
  if (port === null) throw new Error('this is a thread’s: nobody would hear its answers');
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
